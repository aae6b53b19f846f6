#include "app/workloads/gasket_rectangle.hpp"

#include "app/workloads/colour_between.hpp"
#include "app/workloads/gasket_picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace mariani::app {
namespace {

// Cells that follow each other in compact order are boxes of the rectangle if they share all but
// an even number of digits.
struct Boxes {
    std::uint32_t side = 1;           // k^(m/2) places of the rectangle
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

render::Rgb8 colour_of(const Boxes& boxes, Span columns, Span rows, const gasket::State& state) {
    std::uint64_t cells = 0, alive = 0;
    for (std::size_t y = rows.begin; y < rows.end; ++y)
        for (std::size_t x = columns.begin; x < columns.end; ++x) {
            const std::uint64_t begin = (boxes.x[x] + boxes.y[y]) * boxes.cells;
            cells += boxes.cells;
            alive += state.population(begin, begin + boxes.cells);
        }
    return between(dead_colour, alive_colour,
                   static_cast<double>(alive) / static_cast<double>(cells));
}

}  // namespace

ImageSize rectangle_size(const gasket::Shape& shape, int width) {
    const double height = static_cast<double>(width) * shape.compact.y / shape.compact.x;
    return {width, std::max(1, static_cast<int>(std::lround(height)))};
}

render::Image draw_rectangle(const gasket::Shape& shape, const gasket::State& state,
                             ImageSize size) {
    const double pixel = std::min(static_cast<double>(shape.compact.x) / size.width,
                                  static_cast<double>(shape.compact.y) / size.height);
    const Boxes boxes = boxes_of(shape, pixel);
    const auto columns = spans(boxes.x.size(), size.width);
    const auto rows = spans(boxes.y.size(), size.height);
    render::Image image(size, render::PixelFormat::rgb);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            image.set(x, y,
                      colour_of(boxes, columns[static_cast<std::size_t>(x)],
                                rows[static_cast<std::size_t>(y)], state));
    return image;
}

}  // namespace mariani::app
