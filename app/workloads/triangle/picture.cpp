#include "app/workloads/triangle/picture.hpp"

#include "app/measure/plots/canvas.hpp"
#include "app/workloads/rows.hpp"
#include "app/workloads/strokes.hpp"
#include "app/workloads/triangle/colours.hpp"
#include "render/picture/parallel_for.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::Rgb8;
using triangle::Cell;
using triangle::Count;
using triangle::Task;

int letter_height(const TriangleStyle& style) {
    return static_cast<int>(std::lround(style.text_size));
}

constexpr double least_with_gap = 5, least_thread = 3, least_cell_with_gap = 12;  // pixels

// Blocks of many pixels show their threads, but while a run is played.
bool shows_threads(const TriangleScene& scene, const TrianglePanes& panes,
                   const TriangleStyle& style) {
    return block_side(panes) / scene.shape.block >= least_thread && !style.played;
}

std::string idle_threads_text(const TriangleScene& scene) {
    return fmt::format("threads without a cell: {}",
                       in_thousands(static_cast<std::uint64_t>(scene.threads_wasted)));
}

std::string title_of_parallel(const TriangleScene& scene) {
    const auto& passes = scene.passes;
    const bool row = passes.front().rows == 1 && passes.front().columns > 1;
    return fmt::format("parallel space: {} {} of {} blocks in all{}", passes.size(),
                       passes.size() == 1 ? "launch" : "launches",
                       in_thousands(static_cast<std::uint64_t>(scene.blocks)),
                       row ? ", rows wrapped" : "");
}

std::string title_of_result(const TriangleScene& scene, const TriangleStyle& style) {
    if (!CellColours(scene, style.coverage).shows_visits())
        return scene.plan.test == Task::edm ? "distances: near dark, far light"
                                            : "contacts: of two spheres";
    if (scene.knows_visits()) return "visits: grey once, white missed, magenta again";
    return fmt::format("visits: not counted above N = {}", max_scene_side);
}

struct DrawingStopped {};

class TrianglePainter {
  public:
    TrianglePainter(const TriangleScene& scene, const TrianglePanes& panes,
                    const TriangleStyle& style, const std::stop_token& stop)
        : scene_(scene), panes_(panes), style_(style), stop_(stop), cells_(scene, style.coverage) {}

    render::Image draw(ImageSize size) {
        blocks_.emplace(scene_, style_);
        blocks_->paint_all();
        image_ = render::Image(size, render::PixelFormat::rgb);
        fill(image_, {0, 0, size.width, size.height}, role::ground);
        draw_blocks();
        draw_cells(panes_.data, [this](Cell from, Cell to) { return colour_of_block(from, to); });
        draw_values();
        return std::move(image_);
    }

    // What the test wrote, over that of another time.
    render::Image redraw(render::Image image) {
        image_ = std::move(image);
        draw_values();
        return std::move(image_);
    }

  private:
    void draw_values() {
        draw_cells(panes_.result,
                   [this](Cell from, Cell to) { return cells_.of_result(from, to); });
    }

    // A pixel that has several blocks gets the mean of some of them.
    void draw_blocks() {
        const PixelRect& pane = panes_.parallel;
        const double across = 1 / block_side(panes_);  // blocks to a pixel's side
        for_each_row(pane.height, [&](int row) {
            const int y = pane.y + row;
            for (int x = pane.x; x < pane.x + pane.width; ++x) {
                const auto colour = across > 1 ? mean_of_blocks(x, y, across) : one_block(x, y);
                if (colour) image_.set(x, y, *colour);
            }
        });
    }

    // On all threads.
    template <typename Draw>
    void for_each_row(int rows, const Draw& draw) const {
        constexpr int at_once = 16;
        render::parallel_for((rows + at_once - 1) / at_once, [&](int band) {
            if (stop_.stop_requested()) throw DrawingStopped{};
            const int end = std::min(rows, (band + 1) * at_once);
            for (int row = band * at_once; row < end; ++row) draw(row);
        });
    }

    std::optional<Rgb8> mean_of_blocks(int x, int y, double across) const {
        const int samples = std::min(3, static_cast<int>(std::ceil(across)));  // to a side
        MeanColour mean;
        for (int i = 0; i < samples * samples; ++i) {
            const auto point = parallel_point(scene_, panes_, x + (i % samples + 0.5) / samples,
                                              y + (i / samples + 0.5) / samples);
            if (point) mean.add(blocks_->of(point->number));
        }
        if (mean.empty()) return std::nullopt;
        return mean.mean();
    }

    // Blocks of some pixels have a gap to the next, and those of many show their threads.
    std::optional<Rgb8> one_block(int x, int y) const {
        const double side = block_side(panes_), thread = side / scene_.shape.block;
        const auto point = parallel_point(scene_, panes_, x + 0.5, y + 0.5);
        if (!point || (side >= least_with_gap && at_its_end(*point, side))) return std::nullopt;
        const Rgb8 colour = blocks_->of(point->number);
        if (!shows_threads(scene_, panes_, style_)) return colour;
        const double column = point->across * scene_.shape.block;
        const double row = point->down * scene_.shape.block;
        const BlockPoint within{0, column - std::floor(column), row - std::floor(row)};
        if (thread >= least_with_gap && at_its_end(within, thread)) return std::nullopt;
        const bool useful = scene_.lookup
                                .cell(scene_.place(static_cast<std::size_t>(point->number)),
                                      static_cast<int>(column), static_cast<int>(row))
                                .has_value();
        return useful || colour == role::wasted ? colour : role::idle_thread;
    }

    // In the last pixel of something of so many pixels.
    static bool at_its_end(const BlockPoint& point, double side) {
        return (1 - std::max(point.across, point.down)) * side < 1;
    }

    // Calls colour(from, to) for each pixel of a pane: cells from `from` to just before `to`.
    template <typename Colour>
    void draw_cells(const PixelRect& pane, const Colour& colour) {
        const PaneView& view = panes_.views.cells;
        const auto edges = [&](double from, int pixels) {
            std::vector<int> cells;
            for (int pixel = 0; pixel <= pixels; ++pixel)
                cells.push_back(first_cell(scene_, pane, from, view.size, pixel));
            return cells;
        };
        const auto rows = edges(view.y, pane.height), columns = edges(view.x, pane.width);
        const bool gaps = cell_side(scene_, panes_) >= least_cell_with_gap;
        for_each_row(pane.height, [&](int row) {
            const auto y = static_cast<std::size_t>(row);
            for (std::size_t x = 0; x + 1 < columns.size(); ++x) {
                const Cell from{rows[y], columns[x]}, next{rows[y + 1], columns[x + 1]};
                if (!in_domain(scene_.shape, from)) continue;
                if (gaps && (next.row > from.row || next.column > from.column)) continue;
                const Cell to{std::max(next.row, from.row + 1),
                              std::max(next.column, from.column + 1)};
                image_.set(pane.x + static_cast<int>(x), pane.y + row, colour(from, to));
            }
        });
    }

    Rgb8 colour_of_block(Cell from, Cell to) const {
        if (const auto wrong = cells_.of_faults(from, to)) return *wrong;
        if (scene_.detailed()) return blocks_->of(static_cast<Count>(*scene_.block_of(from)));
        MeanColour mean;
        for_some_cells(scene_.shape, from, to,
                       [&](Cell cell) { mean.add(blocks_->of(scene_.lookup.block_of(cell))); });
        return mean.mean();
    }

    const TriangleScene& scene_;
    const TrianglePanes& panes_;
    const TriangleStyle& style_;
    const std::stop_token& stop_;
    std::optional<BlockColours> blocks_;
    CellColours cells_;
    render::Image image_;
};

// Writes texts into a picture of its panes.
class Labeller {
  public:
    Labeller(const render::Image& image, const TriangleScene& scene, const TrianglePanes& panes,
             const TriangleStyle& style)
        : scene_(scene), panes_(panes), style_(style), canvas_(image), text_(style.text_size) {}

    render::Image label() {
        draw_legend();
        render::Image image = canvas_.image();
        write_texts(image, texts_of(scene_, panes_, canvas_.size(), style_));
        return image;
    }

  private:
    // Colours first, in case that there is no room for all of it.
    void draw_legend() {
        int y = panes_.legend.y;
        const int line = line_height(style_) + 4, mark = text_.height() + 1;
        const int indent = mark + 10;
        for (const LegendEntry& entry : legend_of(scene_, panes_, style_)) {
            if (panes_.legend.width > 0)
                canvas_.fill({panes_.legend.x, y, mark, mark}, entry.colour);
            y = draw_lines(entry.text, indent, y, line);
        }
        if (!shows_threads(scene_, panes_, style_))
            y = draw_lines(idle_threads_text(scene_), indent, y, line);
        y = draw_lines(sentence_of(scene_), indent, y, line);
        if (scene_.missed + scene_.repeated == 0) draw_lines(verdict_of(scene_), indent, y, line);
    }

    // The y below them.
    int draw_lines(const std::string& text, int indent, int y, int line) {
        for (const auto& words : text_.lines_of(text, panes_.legend.width - indent)) {
            canvas_.text(text_, panes_.legend.x + indent, y, words, role::text);
            y += line;
        }
        return y;
    }

    const TriangleScene& scene_;
    const TrianglePanes& panes_;
    const TriangleStyle& style_;
    Canvas canvas_;
    Lettering text_;
};

}  // namespace

std::vector<PictureText> texts_of(const TriangleScene& scene, const TrianglePanes& panes,
                                  ImageSize size, const TriangleStyle& style) {
    std::vector<PictureText> texts;
    const int letters = letter_height(style);
    // Before the colon is what matters most.
    const auto add = [&](PixelRect room, const std::string& text, Rgb8 colour) {
        texts.push_back(
            {room, text, text.substr(0, text.find(':')), colour, static_cast<float>(letters)});
    };
    const auto title = [&](const PixelRect& pane, const std::string& text) {
        add({pane.x, pane.y - line_height(style), pane.width, letters}, text, role::quiet);
    };
    const int left = panes.parallel.x;
    add({left, pane_margin, size.width - left - pane_margin, letters}, style.head, role::text);
    title(panes.parallel, title_of_parallel(scene));
    title(panes.data, "data space: the block of each cell");
    title(panes.result, title_of_result(scene, style));
    return texts;
}

std::vector<LegendEntry> legend_of(const TriangleScene& scene, const TrianglePanes& panes,
                                   const TriangleStyle& style) {
    auto entries = BlockColours(scene, style).legend();
    if (shows_threads(scene, panes, style))
        entries.push_back({role::idle_thread, idle_threads_text(scene)});
    std::ranges::copy(CellColours(scene, style.coverage).legend(), std::back_inserter(entries));
    return entries;
}

int line_height(const TriangleStyle& style) {
    constexpr int space = 6;
    return letter_height(style) + space;
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
        auto image = TrianglePainter(scene, panes, style, stop).draw(size);
        if (style.labelled) label_triangle(image, scene, panes, style);
        return image;
    } catch (const DrawingStopped&) {
        return std::nullopt;
    }
}

void label_triangle(render::Image& image, const TriangleScene& scene, const TrianglePanes& panes,
                    const TriangleStyle& style) {
    image = Labeller(image, scene, panes, style).label();
}

bool redraw_values(render::Image& image, const TriangleScene& scene, const TrianglePanes& panes,
                   const TriangleStyle& style, const std::stop_token& stop) {
    try {
        image = TrianglePainter(scene, panes, style, stop).redraw(std::move(image));
        return true;
    } catch (const DrawingStopped&) {
        return false;
    }
}

}  // namespace mariani::app
