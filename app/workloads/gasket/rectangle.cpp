#include "app/workloads/gasket/rectangle.hpp"

#include "app/workloads/colour_between.hpp"
#include "app/workloads/gasket/picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

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

}  // namespace

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
                between(dead_colour, alive_colour,
                        static_cast<double>(living) / static_cast<double>(shown * boxes.cells)));
        }
    return image;
}

}  // namespace mariani::app
