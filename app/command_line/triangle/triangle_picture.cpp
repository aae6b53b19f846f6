#include "app/command_line/triangle/triangle_picture.hpp"

#include "app/command_line/triangle/triangle_commands.hpp"
#include "app/measure/plots/drawing.hpp"
#include "app/measure/plots/text_stamp.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>

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
constexpr Rgb8 partial{255, 176, 0}, wasted{205, 38, 46}, repeated{232, 40, 200}, missed{0, 0, 0};
constexpr Rgb8 near{24, 24, 30}, far{236, 238, 244}, apart{222, 226, 234}, touching{205, 38, 46};
constexpr Rgb8 once{186, 196, 208}, dim{96, 96, 104};
constexpr int margin = 24, gap = 28, side = 640;  // of a pane, in pixels

Rgb8 between(Rgb8 from, Rgb8 to, double t) {
    const auto mix = [t](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + t * (b - a)));
    };
    return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b)};
}

struct Visited {
    std::uint32_t last = 0;  // the number of the last block that was there
    std::uint32_t times = 0;
    bool operator==(const Visited&) const = default;
};

class TrianglePainter {
  public:
    TrianglePainter(const Plan& plan, const std::vector<std::byte>& output)
        : plan_(plan),
          shape_(triangle::shape_of(plan)),
          output_(output),
          passes_(triangle::passes_of(plan)),
          blocks_(triangle::waste_of(plan).blocks) {
        triangle::for_each_block(plan_, [this](const BlockPlace& place, auto cells) {
            places_.push_back(place);
            for (const Cell& cell : cells) {
                Visited& visited = at(cell);
                visited.last = static_cast<std::uint32_t>(place.number);
                ++visited.times;
            }
        });
    }

    render::Image draw() {
        const int line = text_.height() + 6;
        const int top = margin + line + gap / 2 + line;
        image_ = render::Image({2 * side + gap + 2 * margin, top + 2 * side + gap + line + margin},
                               render::PixelFormat::rgb);
        fill(image_, {0, 0, image_.size().width, image_.size().height}, paper);
        const int right = margin + side + gap, below = top + side + gap + line;
        auto head = triangle_head(plan_);
        head.pop_back();
        text_.draw(image_, margin, margin, choice_of(plan_.map).label.data() + (": " + head), ink);
        text_.draw(image_, margin, top - line, parallel_title(), dim);
        text_.draw(image_, right, top - line, "data space: the block of each cell", dim);
        text_.draw(image_, right, below - line, result_title(), dim);
        draw_parallel_space(margin, top);
        draw_cells(right, top, [this](Cell from, Cell to) { return colour_of_block(from, to); });
        draw_cells(right, below, [this](Cell from, Cell to) { return colour_of_result(from, to); });
        draw_legend(margin, below);
        return std::move(image_);
    }

  private:
    Visited& at(Cell cell) {
        if (visits_.empty())
            visits_.resize(static_cast<std::size_t>(triangle::triangle_number(shape_.side)));
        return visits_[static_cast<std::size_t>(triangle::triangle_number(cell.row) + cell.column)];
    }

    Rgb8 colour_of(const BlockPlace& place) const {
        if (place.use == BlockUse::wasted) return wasted;
        if (place.use == BlockUse::partial) return partial;
        return between(first_block, last_block,
                       static_cast<double>(place.number) / static_cast<double>(blocks_));
    }

    std::string parallel_title() const {
        const bool row = passes_.front().rows == 1 && passes_.front().columns > 1;
        return fmt::format("parallel space: {} {} of {} blocks in all{}", passes_.size(),
                           passes_.size() == 1 ? "launch" : "launches", blocks_,
                           row ? ", rows wrapped" : "");
    }

    std::string result_title() const {
        if (plan_.test == Task::edm) return "distances, near dark and far light";
        if (plan_.test == Task::collision) return "contacts";
        return "visits: once grey, missed black, more often magenta";
    }

    // How a launch is drawn: rows that are too long are wrapped.
    static int drawn_columns(const triangle::Pass& pass) {
        if (pass.rows > 1) return pass.columns;
        return static_cast<int>(std::ceil(std::sqrt(static_cast<double>(pass.columns))));
    }
    static int drawn_rows(const triangle::Pass& pass) {
        if (pass.rows > 1) return pass.rows;
        const int columns = drawn_columns(pass);
        return (pass.columns + columns - 1) / columns;
    }

    // Launches stand below each other, so that all fit.
    void draw_parallel_space(int left, int top) {
        constexpr double between_passes = 4;
        int columns = 1, rows = 0;
        for (const auto& pass : passes_) {
            columns = std::max(columns, drawn_columns(pass));
            rows += drawn_rows(pass);
        }
        const double gaps = between_passes * static_cast<double>(passes_.size() - 1);
        const double scale = std::min(static_cast<double>(side) / columns, (side - gaps) / rows);
        std::vector<double> tops;
        double y = top;
        for (const auto& pass : passes_) {
            tops.push_back(y);
            y += drawn_rows(pass) * scale + between_passes;
        }
        for (const BlockPlace& place : places_) {
            const auto pass = static_cast<std::size_t>(place.pass);
            const int wrap = drawn_columns(passes_[pass]);
            const int column = place.column % wrap, row = place.row + place.column / wrap;
            draw_block(left + column * scale, tops[pass] + row * scale, scale, colour_of(place));
        }
    }

    // Blocks of some pixels have a gap to the next.
    void draw_block(double x, double y, double size, Rgb8 colour) {
        const auto begin_x = static_cast<int>(std::lround(x)),
                   begin_y = static_cast<int>(std::lround(y));
        const auto end_x = static_cast<int>(std::lround(x + size));
        const auto end_y = static_cast<int>(std::lround(y + size));
        const int seam = size >= 5 ? 1 : 0;
        fill(image_,
             {begin_x, begin_y, std::max(1, end_x - begin_x - seam),
              std::max(1, end_y - begin_y - seam)},
             colour);
    }

    // Calls colour(from, to) for each pixel of a pane: cells from `from` to just before `to`.
    template <typename Colour>
    void draw_cells(int left, int top, const Colour& colour) {
        const auto cell_at = [this](int pixel) {
            return static_cast<int>(Count{pixel} * shape_.side / side);
        };
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                const Cell from{cell_at(y), cell_at(x)};
                const Cell to{std::max(cell_at(y + 1), from.row + 1),
                              std::max(cell_at(x + 1), from.column + 1)};
                if (in_domain(shape_, from)) image_.set(left + x, top + y, colour(from, to));
            }
    }

    // Any cell of the range for which it is true.
    template <typename Is>
    bool any_cell(Cell from, Cell to, const Is& is) {
        for (int row = from.row; row < to.row; ++row)
            for (int column = from.column; column < to.column; ++column)
                if (in_domain(shape_, {row, column}) && is(Cell{row, column})) return true;
        return false;
    }

    Rgb8 colour_of_visits(Cell from, Cell to, Rgb8 right) {
        if (any_cell(from, to, [this](Cell cell) { return at(cell).times > 1; })) return repeated;
        if (any_cell(from, to, [this](Cell cell) { return at(cell).times == 0; })) return missed;
        return right;
    }

    Rgb8 colour_of_block(Cell from, Cell to) {
        const Visited visited = at(from);
        return colour_of_visits(from, to,
                                visited.times == 0 ? missed : colour_of(places_[visited.last]));
    }

    template <typename T>
    T value(Count at) const {
        T value;
        std::memcpy(&value, output_.data() + static_cast<std::size_t>(at) * sizeof(T), sizeof(T));
        return value;
    }

    Rgb8 colour_of_result(Cell from, Cell to) {
        if (plan_.test == Task::edm) {
            const double farthest = std::sqrt(static_cast<double>(plan_.features));
            return between(near, far,
                           value<float>(triangle::value_at(shape_, plan_.layout, from)) / farthest);
        }
        if (plan_.test != Task::collision) return colour_of_visits(from, to, once);
        const bool touch = any_cell(from, to, [this](Cell cell) {
            const auto word = value<std::uint32_t>(triangle::contact_word(shape_, cell));
            return (word & triangle::contact_bit(cell)) != 0;
        });
        return touch ? touching : apart;
    }

    void draw_legend(int x, int y) {
        struct Entry {
            Rgb8 colour;
            std::string text;
        };
        const auto count = [this](BlockUse use) {
            return std::ranges::count(places_, use, &BlockPlace::use);
        };
        const auto percent = [this](Count blocks) {
            return 100 * static_cast<double>(blocks) / static_cast<double>(blocks_);
        };
        const auto entry = [&](BlockUse use, Rgb8 colour, const char* text) {
            return Entry{colour, fmt::format(fmt::runtime(text), count(use), percent(count(use)))};
        };
        const Count threads = triangle::waste_of(plan_).threads_wasted;
        const std::array entries{
            entry(BlockUse::useful, between(first_block, last_block, 0.5),
                  "useful, from the first (dark) to the last (light): {} blocks, {:.1f} %"),
            entry(BlockUse::partial, partial,
                  "partial, on the diagonal or an edge: {} blocks, {:.1f} %"),
            entry(BlockUse::wasted, wasted, "wasted: {} blocks, {:.1f} %"),
        };
        const int line = text_.height() + 10;
        for (const auto& [colour, text] : entries) {
            fill(image_, {x, y + 2, 14, 14}, colour);
            text_.draw(image_, x + 24, y, text, ink);
            y += line;
        }
        text_.draw(image_, x + 24, y, fmt::format("threads without a cell: {}", threads), ink);
        text_.draw(image_, x + 24, y + line, verdict(), ink);
    }

    std::string verdict() {
        Count missing = 0, more = 0;
        for (int row = 0; row < shape_.side; ++row)
            for (int column = 0; column <= row; ++column) {
                if (!in_domain(shape_, {row, column})) continue;
                const auto times = at({row, column}).times;
                missing += times == 0;
                more += times > 1;
            }
        const Count cells = triangle::cell_count(shape_);
        if (missing + more == 0) return fmt::format("each of the {} cells once", cells);
        return fmt::format("wrong: of {} cells {} missed, {} visited more than once", cells,
                           missing, more);
    }

    const Plan& plan_;
    const triangle::Shape shape_;
    const std::vector<std::byte>& output_;
    const std::vector<triangle::Pass> passes_;
    const Count blocks_;
    std::vector<BlockPlace> places_;
    std::vector<Visited> visits_;  // of each cell of the triangle
    TextStamp text_;
    render::Image image_;
};

}  // namespace

render::Image draw_triangle(const Plan& plan, const std::vector<std::byte>& output) {
    return TrianglePainter(plan, output).draw();
}

}  // namespace mariani::app
