#include "app/workloads/triangle_picture.hpp"

#include "app/measure/plots/drawing.hpp"
#include "app/measure/plots/text_stamp.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using render::Rgb8;
using triangle::BlockPlace;
using triangle::Cell;
using triangle::Count;
using triangle::Plan;
using triangle::Task;

constexpr Rgb8 first_block{30, 42, 92}, last_block{134, 206, 224};  // by launch order
constexpr Rgb8 least{38, 32, 88}, most{250, 214, 90};               // of what a run recorded
constexpr Rgb8 unrecorded{206, 208, 214};
constexpr Rgb8 repeated{232, 40, 200}, missed{0, 0, 0};
constexpr Rgb8 near{24, 24, 30}, far{236, 238, 244}, apart{222, 226, 234}, touching{205, 38, 46};
constexpr Rgb8 once{186, 196, 208}, dim{96, 96, 104};

Rgb8 between(Rgb8 from, Rgb8 to, double t) {
    const auto mix = [t](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + t * (b - a)));
    };
    return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b)};
}

// Neighbouring units differ: hues a golden section apart.
Rgb8 colour_of_unit(unsigned unit) {
    const auto channel = [unit](double shift) {
        const double turn = 6.283185307179586 * (unit * 0.618033988749895 + shift);
        return static_cast<std::uint8_t>(std::lround(140 + 80 * std::cos(turn)));
    };
    return {channel(0), channel(1.0 / 3), channel(2.0 / 3)};
}

std::string ms_text(double ns) {
    return fmt::format("{:.3g} ms", 1e-6 * ns);
}

std::unique_ptr<TextStamp> font_of(const TriangleStyle& style) {
    return style.text_size > 0 ? std::make_unique<TextStamp>(style.text_size)
                               : std::make_unique<TextStamp>();
}

struct Stopped {};

class TrianglePainter {
  public:
    TrianglePainter(const TriangleScene& scene, const TrianglePanes& panes,
                    const TriangleStyle& style, const std::stop_token& stop)
        : scene_(scene), panes_(panes), style_(style), stop_(stop), text_(font_of(style)) {
        for (const BlockRecord& record : scene.trace) {
            last_start_ = std::max(last_start_, record.begin_ns);
            longest_ = std::max(longest_, record.end_ns - record.begin_ns);
        }
        for (std::size_t block = 0; block < scene.places.size(); ++block)
            colours_.push_back(colour_of(block));
    }

    render::Image draw(ImageSize size) {
        image_ = render::Image(size, render::PixelFormat::rgb);
        fill(image_, {0, 0, size.width, size.height}, paper);
        text_->draw(image_, pane_margin, pane_margin, style_.head, ink);
        title(panes_.parallel, {"parallel space", parallel_space()});
        title(panes_.data, {"data space", "the block of each cell"});
        title(panes_.result, result_title());
        for (const BlockPlace& place : scene_.places) draw_block(place);
        draw_cells(panes_.data, [this](Cell from, Cell to) { return colour_of_block(from, to); });
        draw_cells(panes_.result,
                   [this](Cell from, Cell to) { return colour_of_result(from, to); });
        draw_legend();
        return std::move(image_);
    }

  private:
    struct Title {
        std::string what, more;
    };

    // What a pane is too narrow for is left out.
    void title(const PixelRect& pane, const Title& title) {
        const std::string whole = title.what + ": " + title.more;
        const bool fits = text_->lines_of(whole, pane.width).size() == 1;
        text_->draw(image_, pane.x, pane.y - line_height(style_), fits ? whole : title.what, dim);
    }

    Rgb8 colour_of(std::size_t block) const {
        const BlockRecord* record = scene_.record_of(block);
        if (style_.played && record != nullptr) {
            const double now = *style_.played * scene_.trace_ns;
            if (record->begin_ns > now) return waiting_block;
            if (record->end_ns > now) return running_block;
        }
        return colour_after(block);
    }

    // Of a run that is over.
    Rgb8 colour_after(std::size_t block) const {
        const BlockPlace& place = scene_.places[block];
        const bool by_record =
            style_.colour != BlockColour::order && style_.colour != BlockColour::use;
        if (by_record) return colour_of_record(scene_.record_of(block));
        if (place.use == BlockUse::wasted) return wasted_block;
        if (place.use == BlockUse::partial) return partial_block;
        if (style_.colour == BlockColour::use) return useful_block;
        return between(first_block, last_block,
                       static_cast<double>(block) / static_cast<double>(scene_.places.size()));
    }

    Rgb8 colour_of_record(const BlockRecord* record) const {
        if (record == nullptr) return unrecorded;
        const auto share = [](std::uint32_t part, std::uint32_t whole) {
            return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
        };
        if (style_.colour == BlockColour::unit) return colour_of_unit(record->unit);
        if (style_.colour == BlockColour::start)
            return between(least, most, share(record->begin_ns, last_start_));
        return between(least, most, std::sqrt(share(record->end_ns - record->begin_ns, longest_)));
    }

    std::string parallel_space() const {
        const auto& passes = scene_.passes;
        const bool row = passes.front().rows == 1 && passes.front().columns > 1;
        return fmt::format("{} {} of {} blocks in all{}", passes.size(),
                           passes.size() == 1 ? "launch" : "launches", scene_.places.size(),
                           row ? ", rows wrapped" : "");
    }

    bool shows_visits() const {
        return style_.coverage ||
               (scene_.plan.test != Task::edm && scene_.plan.test != Task::collision);
    }

    Title result_title() const {
        if (shows_visits()) return {"visits", "once grey, missed black, more often magenta"};
        if (scene_.plan.test == Task::edm) return {"distances", "near dark, far light"};
        return {"contacts", "of two spheres"};
    }

    // Blocks of some pixels have a gap to the next.
    void draw_block(const BlockPlace& block) {
        PixelRect place = place_of(panes_, block);
        const int seam = panes_.block >= 5 ? 1 : 0;
        place.width = std::max(1, place.width - seam);
        place.height = std::max(1, place.height - seam);
        fill(image_, place, colours_[static_cast<std::size_t>(block.number)]);
    }

    // Calls colour(from, to) for each pixel of a pane: cells from `from` to just before `to`.
    template <typename Colour>
    void draw_cells(const PixelRect& pane, const Colour& colour) {
        const auto cell_at = [&](int pixel) {
            return static_cast<int>(Count{pixel} * scene_.shape.side / pane.width);
        };
        for (int y = 0; y < pane.height; ++y) {
            if (stop_.stop_requested()) throw Stopped{};
            for (int x = 0; x < pane.width; ++x) {
                const Cell from{cell_at(y), cell_at(x)};
                const Cell to{std::max(cell_at(y + 1), from.row + 1),
                              std::max(cell_at(x + 1), from.column + 1)};
                if (in_domain(scene_.shape, from))
                    image_.set(pane.x + x, pane.y + y, colour(from, to));
            }
        }
    }

    // Any cell of the range for which it is true.
    template <typename Is>
    bool any_cell(Cell from, Cell to, const Is& is) const {
        for (int row = from.row; row < to.row; ++row)
            for (int column = from.column; column < to.column; ++column)
                if (in_domain(scene_.shape, {row, column}) && is(Cell{row, column})) return true;
        return false;
    }

    Rgb8 colour_of_visits(Cell from, Cell to, Rgb8 right) const {
        if (scene_.missed + scene_.repeated == 0) return right;
        const auto times = [this](Cell cell) { return scene_.visited(cell).times; };
        if (any_cell(from, to, [&](Cell cell) { return times(cell) > 1; })) return repeated;
        if (any_cell(from, to, [&](Cell cell) { return times(cell) == 0; })) return missed;
        return right;
    }

    Rgb8 colour_of_block(Cell from, Cell to) const {
        const Visited& visited = scene_.visited(from);
        return colour_of_visits(from, to, visited.times == 0 ? missed : colours_[visited.last]);
    }

    template <typename T>
    T value(Count at) const {
        T value;
        std::memcpy(&value, scene_.output.data() + static_cast<std::size_t>(at) * sizeof(T),
                    sizeof(T));
        return value;
    }

    Rgb8 colour_of_result(Cell from, Cell to) const {
        if (shows_visits()) return colour_of_visits(from, to, once);
        const Plan& plan = scene_.plan;
        if (plan.test == Task::edm) {
            const double farthest = std::sqrt(static_cast<double>(plan.features));
            const auto at = triangle::value_at(scene_.shape, plan.layout, from);
            return between(near, far, value<float>(at) / farthest);
        }
        const bool touch = any_cell(from, to, [this](Cell cell) {
            const auto word = value<std::uint32_t>(triangle::contact_word(scene_.shape, cell));
            return (word & triangle::contact_bit(cell)) != 0;
        });
        return touch ? touching : apart;
    }

    struct Entry {
        Rgb8 colour;
        std::string text;
    };

    std::vector<Entry> entries() const {
        const auto blocks = static_cast<double>(scene_.places.size());
        const auto entry = [&](Rgb8 colour, std::string_view what, Count count) {
            return Entry{colour, fmt::format("{}: {} blocks, {:.1f} %", what, count,
                                             100 * static_cast<double>(count) / blocks)};
        };
        const bool ordered = style_.colour == BlockColour::order;
        switch (style_.colour) {
            case BlockColour::unit:
                return unit_entries();
            case BlockColour::start:
                return {{least, "begins first"}, {most, "begins last, at " + ms_text(last_start_)}};
            case BlockColour::duration:
                return {{least, "the shortest"}, {most, "the longest: " + ms_text(longest_)}};
            default:
                return {
                    entry(ordered ? between(first_block, last_block, 0.5) : useful_block,
                          ordered ? "useful, from the first (dark) to the last (light)" : "useful",
                          scene_.useful),
                    entry(partial_block, "partial, on the diagonal or an edge", scene_.partial),
                    entry(wasted_block, "wasted", scene_.wasted)};
        }
    }

    // As many as there is room for.
    std::vector<Entry> unit_entries() const {
        constexpr std::size_t most_named = 4;
        const bool gpu = scene_.plan.backend == Backend::cuda;
        std::set<unsigned> units;
        for (const BlockRecord& record : scene_.trace) units.insert(record.unit);
        std::vector<Entry> entries;
        for (const unsigned unit : units) {
            if (entries.size() == most_named) break;
            entries.push_back({colour_of_unit(unit),
                               fmt::format("{} {}", gpu ? "multiprocessor" : "thread", unit)});
        }
        if (units.size() > entries.size())
            entries.back().text += fmt::format("; {} more", units.size() - entries.size());
        return entries;
    }

    std::vector<Entry> all_entries() const {
        if (!style_.played) return entries();
        return {{waiting_block, "has not begun"},
                {running_block,
                 fmt::format("works now, {} of {} after the first began",
                             ms_text(*style_.played * scene_.trace_ns), ms_text(scene_.trace_ns))},
                {colour_after(0), "is done: the colours of before"}};
    }

    void draw_legend() {
        int y = panes_.legend.y;
        const int line = line_height(style_) + 4, mark = text_->height() + 1;
        const int indent = mark + 10;
        for (const auto& [colour, text] : all_entries()) {
            if (panes_.legend.width > 0) fill_clipped({panes_.legend.x, y, mark, mark}, colour);
            y = draw_lines(text, indent, y, line);
        }
        const Count threads = triangle::waste_of(scene_.plan).threads_wasted;
        y = draw_lines(fmt::format("threads without a cell: {}", threads), indent, y, line);
        y = draw_lines(sentence_of(scene_), indent, y, line);
        draw_lines(verdict_of(scene_), indent, y, line);
    }

    void fill_clipped(PixelRect rect, Rgb8 colour) {
        rect.height = std::min(rect.height, image_.size().height - rect.y);
        rect.width = std::min(rect.width, image_.size().width - rect.x);
        if (rect.height > 0 && rect.width > 0) fill(image_, rect, colour);
    }

    // The y below them.
    int draw_lines(const std::string& text, int indent, int y, int line) {
        for (const auto& words : text_->lines_of(text, panes_.legend.width - indent)) {
            text_->draw(image_, panes_.legend.x + indent, y, words, ink);
            y += line;
        }
        return y;
    }

    const TriangleScene& scene_;
    const TrianglePanes& panes_;
    const TriangleStyle& style_;
    const std::stop_token& stop_;
    std::unique_ptr<TextStamp> text_;
    std::uint32_t last_start_ = 0, longest_ = 0;  // ns
    std::vector<Rgb8> colours_;                   // of all blocks
    render::Image image_;
};

}  // namespace

int line_height(const TriangleStyle& style) {
    constexpr int small_font = 13, space = 6;
    return (style.text_size > 0 ? static_cast<int>(std::lround(style.text_size)) : small_font) +
           space;
}

ImageSize triangle_picture_size(int side, const TriangleStyle& style) {
    const int line = line_height(style);
    const int above = pane_margin + line + pane_gap / 2 + line;
    return {2 * side + pane_gap + 2 * pane_margin,
            above + 2 * side + pane_gap + line + pane_margin};
}

std::optional<render::Image> draw_triangle(const TriangleScene& scene, const TrianglePanes& panes,
                                           ImageSize size, const TriangleStyle& style,
                                           const std::stop_token& stop) {
    try {
        return TrianglePainter(scene, panes, style, stop).draw(size);
    } catch (const Stopped&) {
        return std::nullopt;
    }
}

}  // namespace mariani::app
