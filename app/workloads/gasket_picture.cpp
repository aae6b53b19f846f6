#include "app/workloads/gasket_picture.hpp"

#include "app/workloads/colour_between.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mariani::app {
namespace {

using render::Rgb8;

}  // namespace

gasket::BoardView whole_board(const gasket::Shape& shape, ImageSize size) {
    const double side = shape.side;
    return {side / 2, side / 2,
            side * std::max(1.0, static_cast<double>(size.height) / size.width)};
}

GasketPicture::GasketPicture(const gasket::Problem& problem, const gasket::State& state,
                             const gasket::BoardView& view, ImageSize size)
    : state_(state), pixel_(cells_per_pixel(view, size)), size_(size) {
    const auto shape = shape_of(problem.fractal, problem.level);
    const int level = shown_level(view, size, shape);
    boxes_ = shape_of(problem.fractal, problem.level - level);
    box_cells_ = shape.cells / boxes_.cells;
    box_side_ = static_cast<double>(shape.side / boxes_.side);
    left_ = view.center_x - pixel_ * size.width / 2;
    top_ = view.center_y - view.height / 2;
}

// Those whose middles lie in the pixel, so that each belongs to one pixel; of a pixel smaller than
// a cell the cell in its middle. Empty outside the fractal's box.
GasketPicture::Boxes GasketPicture::boxes_of(int pixel, double first) const {
    const auto clamped = [this](double box) {
        return static_cast<std::uint32_t>(std::clamp(box, 0.0, static_cast<double>(boxes_.side)));
    };
    if (pixel_ < 1) {
        const double cell = std::floor(first + (pixel + 0.5) * pixel_);
        return {clamped(cell), clamped(cell + 1)};
    }
    const auto from = [&](int at) { return std::ceil((first + at * pixel_) / box_side_ - 0.5); };
    return {clamped(from(pixel)), clamped(from(pixel + 1))};
}

template <typename Use>
void GasketPicture::for_each_box(Boxes columns, Boxes rows, const Use& use) const {
    for (std::uint32_t y = rows.begin; y < rows.end; ++y)
        for (std::uint32_t x = columns.begin; x < columns.end; ++x) {
            if (!is_member(boxes_, {x, y})) continue;
            const std::uint64_t begin = nu1(boxes_, {x, y}) * box_cells_;
            use(begin, begin + box_cells_);
        }
}

Rgb8 GasketPicture::colour_of(Boxes columns, Boxes rows) const {
    if (columns.begin == columns.end || rows.begin == rows.end) return beyond_box;
    std::uint64_t members = 0, alive = 0;
    for_each_box(columns, rows, [&](std::uint64_t begin, std::uint64_t end) {
        members += end - begin;
        alive += state_.population(begin, end);
    });
    if (members == 0) return hole_colour;
    return between(dead_colour, alive_colour,
                   static_cast<double>(alive) / static_cast<double>(members));
}

std::vector<CellSpan> GasketPicture::cells_of(int x, int y) const {
    std::vector<CellSpan> cells;
    for_each_box(boxes_of(x, left_), boxes_of(y, top_),
                 [&](std::uint64_t begin, std::uint64_t end) {
                     cells.push_back({begin, end});
                 });
    return cells;
}

render::Image GasketPicture::rows(int first, int count) const {
    render::Image image({size_.width, count}, render::PixelFormat::rgb);
    std::vector<Boxes> columns;
    for (int x = 0; x < size_.width; ++x) columns.push_back(boxes_of(x, left_));
    for (int y = 0; y < count; ++y) {
        const Boxes rows = boxes_of(first + y, top_);
        for (int x = 0; x < size_.width; ++x)
            image.set(x, y, colour_of(columns[static_cast<std::size_t>(x)], rows));
    }
    return image;
}

}  // namespace mariani::app
