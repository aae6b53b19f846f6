#include "app/workloads/gasket_picture.hpp"

#include "app/workloads/colour_between.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace mariani::app {

gasket::BoardView whole_board(const gasket::Shape& shape, ImageSize size) {
    const double side = shape.side;
    return {side / 2, side / 2,
            side * std::max(1.0, static_cast<double>(size.height) / size.width)};
}

GasketPicture::GasketPicture(const gasket::Problem& problem, const gasket::BoardView& view,
                             ImageSize size)
    : pixel_(cells_per_pixel(view, size)), size_(size) {
    const auto shape = shape_of(problem.fractal, problem.level);
    const int level = shown_level(view, size, shape);
    boxes_ = shape_of(problem.fractal, problem.level - level);
    box_cells_ = shape.cells / boxes_.cells;
    box_side_ = static_cast<double>(shape.side / boxes_.side);
    const double left = view.center_x - pixel_ * size.width / 2;
    const double top = view.center_y - view.height / 2;
    for (int x = 0; x < size.width; ++x) columns_.push_back(boxes_of(x, left));
    for (int y = 0; y < size.height; ++y) rows_.push_back(boxes_of(y, top));
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

// Those that show any of the boxes.
GasketPicture::Pixels GasketPicture::pixels_of(const std::vector<Boxes>& boxes, Pixels among,
                                               Boxes wanted) {
    const auto first = boxes.begin() + among.begin, last = boxes.begin() + among.end;
    const auto begin =
        std::partition_point(first, last, [&](Boxes each) { return each.end <= wanted.begin; });
    const auto end =
        std::partition_point(begin, last, [&](Boxes each) { return each.begin < wanted.end; });
    return {static_cast<int>(begin - boxes.begin()), static_cast<int>(end - boxes.begin())};
}

void GasketPicture::find_boxes(const Copy& copy, Pixels among_rows,
                               std::vector<ShownBox>& found) const {
    const auto& [x, y] = copy.corner;
    const Pixels columns = pixels_of(columns_, {0, size_.width}, {x, x + copy.side});
    const Pixels rows = pixels_of(rows_, among_rows, {y, y + copy.side});
    if (columns.empty() || rows.empty()) return;
    if (copy.level == 0) {
        found.push_back({copy.number, columns, rows});
        return;
    }
    const std::uint32_t side = copy.side / boxes_.base;
    for (std::uint32_t digit = 0; digit < boxes_.copies; ++digit)
        find_boxes({copy.level - 1,
                    side,
                    copy.number * boxes_.copies + digit,
                    {x + side * boxes_.offset_x[digit], y + side * boxes_.offset_y[digit]}},
                   rows, found);
}

render::Image GasketPicture::rows(const gasket::Snapshot& state, int first, int count) const {
    struct Pixel {
        std::uint64_t cells = 0, alive = 0;
    };
    std::vector<ShownBox> boxes;
    find_boxes({boxes_.level, boxes_.side, 0, {}}, {first, first + count}, boxes);
    std::vector<std::uint32_t> numbers;
    for (const ShownBox& box : boxes) numbers.push_back(box.number);
    const auto alive = state.populations(box_cells_, numbers);

    const auto width = static_cast<std::size_t>(size_.width);
    std::vector<Pixel> pixels(width * static_cast<std::size_t>(count));
    const auto pixel_at = [&](int x, int y) -> Pixel& {
        return pixels[static_cast<std::size_t>(y - first) * width + static_cast<std::size_t>(x)];
    };
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (int y = boxes[i].rows.begin; y < boxes[i].rows.end; ++y)
            for (int x = boxes[i].columns.begin; x < boxes[i].columns.end; ++x) {
                pixel_at(x, y).cells += box_cells_;
                pixel_at(x, y).alive += alive[i];
            }

    render::Image image({size_.width, count}, render::PixelFormat::rgb);
    for (int y = first; y < first + count; ++y)
        for (int x = 0; x < size_.width; ++x) {
            const auto& [cells, living] = pixel_at(x, y);
            const bool beyond = columns_[static_cast<std::size_t>(x)].empty() ||
                                rows_[static_cast<std::size_t>(y)].empty();
            image.set(x, y - first,
                      beyond ? beyond_box
                      : cells == 0
                          ? hole_colour
                          : between(dead_colour, alive_colour,
                                    static_cast<double>(living) / static_cast<double>(cells)));
        }
    return image;
}

std::vector<CellSpan> GasketPicture::cells_of(int x, int y) const {
    std::vector<CellSpan> cells;
    if (x < 0 || y < 0 || x >= size_.width || y >= size_.height) return cells;
    const Boxes columns = columns_[static_cast<std::size_t>(x)];
    const Boxes rows = rows_[static_cast<std::size_t>(y)];
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
        for (std::uint32_t column = columns.begin; column < columns.end; ++column) {
            if (!is_member(boxes_, {column, row})) continue;
            const std::uint64_t begin = nu1(boxes_, {column, row}) * box_cells_;
            cells.push_back({begin, begin + box_cells_});
        }
    return cells;
}

}  // namespace mariani::app
