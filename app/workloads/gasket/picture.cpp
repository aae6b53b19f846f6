#include "app/workloads/gasket/picture.hpp"

#include "app/workloads/colour_between.hpp"
#include "app/workloads/gasket/step_colours.hpp"
#include "app/workloads/mean_colour.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

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

// Calls use(place) for each of its pixels in rows that begin with `first`.
template <typename Use>
void GasketPicture::for_each_pixel(const ShownBox& box, int first, const Use& use) const {
    for (int y = box.rows.begin; y < box.rows.end; ++y)
        for (int x = box.columns.begin; x < box.columns.end; ++x)
            use(static_cast<std::size_t>(y - first) * static_cast<std::size_t>(size_.width) +
                static_cast<std::size_t>(x));
}

std::vector<GasketPicture::ShownBox> GasketPicture::boxes_in(int first, int count) const {
    std::vector<ShownBox> boxes;
    find_boxes({boxes_.level, boxes_.side, 0, {}}, {first, first + count}, boxes);
    return boxes;
}

template <typename Pixel, typename ColourOf, typename HoleColour>
render::Image GasketPicture::image_of(const std::vector<Pixel>& pixels, int first,
                                      const ColourOf& colour_of, const HoleColour& of_hole) const {
    const int count = static_cast<int>(pixels.size()) / size_.width;
    const auto side = static_cast<std::uint32_t>(box_side_);
    render::Image image({size_.width, count}, render::PixelFormat::rgb);
    auto pixel = pixels.begin();
    auto byte = image.bytes().begin();
    for (int y = first; y < first + count; ++y) {
        const Boxes row = rows_[static_cast<std::size_t>(y)];
        for (const Boxes& column : columns_) {
            render::Rgb8 colour = beyond_box;
            if (!pixel->empty())
                colour = colour_of(*pixel);
            else if (!column.empty() && !row.empty())
                colour = of_hole(gasket::Cell{column.begin * side, row.begin * side});
            ++pixel;
            for (const std::uint8_t part : {colour.r, colour.g, colour.b}) *byte++ = part;
        }
    }
    return image;
}

render::Image GasketPicture::rows(const gasket::Snapshot& state, int first, int count) const {
    struct Pixel {
        std::uint64_t cells = 0, alive = 0;
        bool empty() const { return cells == 0; }
        bool operator==(const Pixel&) const = default;
    };
    const auto boxes = boxes_in(first, count);
    std::vector<std::uint32_t> numbers;
    numbers.reserve(boxes.size());
    for (const ShownBox& box : boxes) numbers.push_back(box.number);
    const auto alive = state.populations(box_cells_, numbers);
    std::vector<Pixel> pixels(pixels_in(count));
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for_each_pixel(boxes[i], first, [&](std::size_t pixel) {
            pixels[pixel].cells += box_cells_;
            pixels[pixel].alive += alive[i];
        });
    Pixel last{1, 0};  // neighbours are often alike
    render::Rgb8 its_colour = dead_colour;
    const auto colour_of = [&](const Pixel& pixel) {
        if (pixel != std::exchange(last, pixel))
            its_colour =
                between(dead_colour, alive_colour,
                        static_cast<double>(pixel.alive) / static_cast<double>(pixel.cells));
        return its_colour;
    };
    return image_of(pixels, first, colour_of, [](gasket::Cell) { return hole_colour; });
}

render::Image GasketPicture::rows(const GasketStepColours& colours, int first, int count) const {
    std::vector<MeanColour> pixels(pixels_in(count));
    for (const ShownBox& box : boxes_in(first, count)) {
        const std::uint64_t begin = box.number * box_cells_;
        const render::Rgb8 colour = colours.of_cells(begin, begin + box_cells_);
        for_each_pixel(box, first, [&](std::size_t pixel) { pixels[pixel].add(colour); });
    }
    return image_of(
        pixels, first, [](const MeanColour& pixel) { return pixel.mean(); },
        [&](gasket::Cell hole) { return colours.of_hole(hole); });
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
