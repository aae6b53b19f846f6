#include "app/workloads/gasket/picture.hpp"

#include "app/workloads/colours.hpp"
#include "app/workloads/gasket/colours.hpp"
#include "app/workloads/strokes.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace mariani::app {
namespace {

// Cells that follow each other in compact order are boxes of the rectangle if they share all but
// an even number of digits.
struct Boxes {
    std::uint32_t side = 1;           // k^floor(m/2) places of the rectangle
    std::uint64_t cells = 1;          // k^m
    std::vector<std::uint64_t> x, y;  // of each column and row of boxes: their share of the number
};

// The numbers of all boxes along one side, whose digits are every second one of the box's number.
std::vector<std::uint64_t> shares(std::uint32_t boxes, std::uint32_t copies, std::uint64_t first) {
    std::vector<std::uint64_t> all;
    for (std::uint32_t box = 0; box < boxes; ++box) {
        std::uint64_t share = 0, weight = first;
        for (std::uint32_t rest = box; rest > 0; rest /= copies) {
            share += weight * (rest % copies);
            weight *= std::uint64_t{copies} * copies;
        }
        all.push_back(share);
    }
    return all;
}

// The largest no larger than a pixel.
Boxes boxes_of(const gasket::Shape& shape, double pixel) {
    Boxes boxes;
    for (int m = 2; m <= shape.level; m += 2) {
        if (static_cast<double>(boxes.side) * shape.copies > pixel) break;
        boxes.side *= shape.copies;
        boxes.cells *= std::uint64_t{shape.copies} * shape.copies;
    }
    boxes.x = shares(shape.compact.x / boxes.side, shape.copies, 1);
    boxes.y = shares(shape.compact.y / boxes.side, shape.copies, shape.copies);
    return boxes;
}

struct Span {
    std::size_t begin = 0, end = 0;
    std::size_t count() const { return end - begin; }
};

// The boxes whose middles lie in each pixel, at least one: of small pixels that in their middle.
std::vector<Span> spans(std::size_t boxes, int pixels) {
    std::vector<Span> all;
    const double boxes_a_pixel = static_cast<double>(boxes) / pixels;
    for (int pixel = 0; pixel < pixels; ++pixel) {
        const auto from = [&](int at) {
            return static_cast<std::size_t>(std::ceil(std::max(at * boxes_a_pixel - 0.5, 0.0)));
        };
        Span span{from(pixel), std::min(from(pixel + 1), boxes)};
        if (span.begin >= span.end) {
            span.begin = static_cast<std::size_t>((pixel + 0.5) * boxes_a_pixel);
            span.end = span.begin + 1;
        }
        all.push_back(span);
    }
    return all;
}

// Those that each pixel shows, row by row.
std::vector<std::uint32_t> numbers_of(const Boxes& boxes, const std::vector<Span>& columns,
                                      const std::vector<Span>& rows) {
    std::vector<std::uint32_t> numbers;
    for (const Span& row : rows)
        for (const Span& column : columns)
            for (std::size_t y = row.begin; y < row.end; ++y)
                for (std::size_t x = column.begin; x < column.end; ++x)
                    numbers.push_back(static_cast<std::uint32_t>(boxes.x[x] + boxes.y[y]));
    return numbers;
}

// From cells to the pixels of some rows of the picture.
class InRows {
  public:
    InRows(const gasket::BoardView& view, ImageSize picture, int first)
        : view_(view),
          pixels_(1 / cells_per_pixel(view, picture)),
          middle_{0.5 * picture.width, 0.5 * picture.height - first} {}

    double pixels() const { return pixels_; }  // to a cell
    PlotPoint at(double x, double y) const {
        return {middle_.x + pixels_ * (x - view_.center_x),
                middle_.y + pixels_ * (y - view_.center_y)};
    }

  private:
    gasket::BoardView view_;
    double pixels_;
    PlotPoint middle_;
};

void fill_clipped(render::Image& image, double left, double top, double right, double bottom,
                  render::Rgb8 colour) {
    const auto pixel = [](double at, int side) {
        return static_cast<int>(std::clamp(std::round(at), 0.0, static_cast<double>(side)));
    };
    const auto [width, height] = image.size();
    const int x = pixel(left, width), y = pixel(top, height);
    const PixelRect rect{x, y, pixel(right, width) - x, pixel(bottom, height) - y};
    if (rect.width > 0 && rect.height > 0) fill(image, rect, colour);
}

// The pixels within its sides.
void outline_box(render::Image& image, PlotPoint from, PlotPoint to, render::Rgb8 colour) {
    fill_clipped(image, from.x, from.y, to.x, from.y + 1, colour);
    fill_clipped(image, from.x, to.y - 1, to.x, to.y, colour);
    fill_clipped(image, from.x, from.y, from.x + 1, to.y, colour);
    fill_clipped(image, to.x - 1, from.y, to.x, to.y, colour);
}

}  // namespace

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
            render::Rgb8 colour = role::ground;
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
    render::Rgb8 its_colour = role::dead;
    const auto colour_of = [&](const Pixel& pixel) {
        if (pixel != std::exchange(last, pixel))
            its_colour =
                between(role::dead, role::alive,
                        static_cast<double>(pixel.alive) / static_cast<double>(pixel.cells));
        return its_colour;
    };
    return image_of(pixels, first, colour_of, [](gasket::Cell) { return role::hole; });
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

ImageSize rectangle_size(const gasket::Shape& shape, int width) {
    const double height = static_cast<double>(width) * shape.compact.y / shape.compact.x;
    return {width, std::max(1, static_cast<int>(std::lround(height)))};
}

render::Image draw_rectangle(const gasket::Shape& shape, const gasket::Snapshot& state,
                             ImageSize size) {
    const double pixel = std::min(static_cast<double>(shape.compact.x) / size.width,
                                  static_cast<double>(shape.compact.y) / size.height);
    const Boxes boxes = boxes_of(shape, pixel);
    const auto columns = spans(boxes.x.size(), size.width);
    const auto rows = spans(boxes.y.size(), size.height);
    const auto alive = state.populations(boxes.cells, numbers_of(boxes, columns, rows));
    auto next = alive.begin();
    render::Image image(size, render::PixelFormat::rgb);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const auto shown = columns[static_cast<std::size_t>(x)].count() *
                               rows[static_cast<std::size_t>(y)].count();
            const auto end = next + static_cast<std::ptrdiff_t>(shown);
            const auto living = std::accumulate(next, end, std::uint64_t{0});
            next = end;
            image.set(
                x, y,
                between(role::dead, role::alive,
                        static_cast<double>(living) / static_cast<double>(shown * boxes.cells)));
        }
    return image;
}

void outline_tiles(render::Image& rows, int first, const GasketTiles& tiles,
                   const gasket::BoardView& view, ImageSize picture) {
    const InRows place(view, picture, first);
    auto boxes = tiles.boxes;
    std::ranges::stable_sort(boxes, std::greater(), &GasketBox::depth);
    for (const GasketBox& box : boxes) {
        const double x = box.corner.x, y = box.corner.y, side = box.side;
        outline_box(rows, place.at(x, y), place.at(x + side, y + side),
                    render::level_colour(box.depth));
    }
    const PixelRect clip{0, 0, rows.size().width, rows.size().height};
    const double radius = std::clamp(0.2 * place.pixels(), 1.0, 5.0);
    for (const auto& [x, y] : tiles.contacts) {
        const PlotPoint middle = place.at(x + 0.5, y + 0.5);
        dot(rows, clip, middle, radius + 1, role::casing);
        dot(rows, clip, middle, radius, role::text);
    }
}

}  // namespace mariani::app
