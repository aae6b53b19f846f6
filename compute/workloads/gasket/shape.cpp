#include "compute/workloads/gasket/shape.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace mariani::gasket {

Shape shape_of(const Fractal& fractal, int level) {
    validate(fractal);
    if (level < 0 || level > max_level(fractal))
        throw std::invalid_argument("the level r of the fractal " + fractal.name +
                                    " must be from 0 to " + std::to_string(max_level(fractal)) +
                                    ", not " + std::to_string(level));
    Shape shape;
    shape.base = static_cast<std::uint32_t>(fractal.side);
    shape.copies = static_cast<std::uint32_t>(fractal.offsets.size());
    shape.level = level;
    for (int m = 0; m < level; ++m) {
        shape.side *= shape.base;
        shape.cells *= shape.copies;
        (m % 2 == 0 ? shape.compact.x : shape.compact.y) *= shape.copies;
    }
    std::fill(std::begin(shape.digit_at), std::end(shape.digit_at), Shape::hole);
    for (std::size_t digit = 0; digit < fractal.offsets.size(); ++digit) {
        const auto [x, y] = fractal.offsets[digit];
        shape.digit_at[y * fractal.side + x] = static_cast<std::uint8_t>(digit);
        shape.offset_x[digit] = static_cast<std::uint8_t>(x);
        shape.offset_y[digit] = static_cast<std::uint8_t>(y);
    }
    return shape;
}

}  // namespace mariani::gasket
