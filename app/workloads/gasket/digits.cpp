#include "app/workloads/gasket/digits.hpp"

#include <cmath>

namespace mariani::app {

using gasket::Cell;
using gasket::Shape;

namespace {

// Eq. 2 at one level.
std::uint32_t printed_h(Cell offset) {
    return offset.x + offset.y;
}

// Whether it gives the copies their numbers, as it does for the gasket.
bool has_printed_h(const Shape& shape) {
    if (shape.base != 2 || shape.copies != 3) return false;
    for (std::uint32_t copy = 0; copy < shape.copies; ++copy)
        if (printed_h({shape.offset_x[copy], shape.offset_y[copy]}) != copy) return false;
    return true;
}

// The digit of what is left of a cell's coordinates.
GasketDigit digit_of(const Shape& shape, Cell rest) {
    GasketDigit digit;
    digit.offset = {rest.x % shape.base, rest.y % shape.base};
    const std::uint8_t copy = shape.digit_at[digit.offset.y * shape.base + digit.offset.x];
    digit.copy = copy != Shape::hole;
    if (digit.copy)
        digit.h = copy;
    else if (has_printed_h(shape))
        digit.h = printed_h(digit.offset);
    return digit;
}

}  // namespace

GasketPlace place_of(const Shape& shape, Cell cell) {
    GasketPlace place;
    place.cell = cell;
    bool follows = true;                // all digits so far have an h
    std::uint32_t box = 1, weight = 1;  // s^m, k^floor(m/2)
    Cell rest = cell, lambda_sum, nu_sum;
    for (int m = 0; m < shape.level; ++m) {
        GasketDigit digit = digit_of(shape, rest);
        if (!digit.copy) place.hole = m;
        digit.lambda = {box * digit.offset.x, box * digit.offset.y};
        lambda_sum = {lambda_sum.x + digit.lambda.x, lambda_sum.y + digit.lambda.y};
        (m % 2 == 0 ? digit.nu.x : digit.nu.y) = weight * digit.h.value_or(0);
        follows = follows && digit.h;
        if (follows) nu_sum = {nu_sum.x + digit.nu.x, nu_sum.y + digit.nu.y};
        digit.lambda_sum = lambda_sum;
        digit.nu_sum = nu_sum;
        place.digits.push_back(digit);
        box *= shape.base;
        if (m % 2 == 1) weight *= shape.copies;
        rest = {rest.x / shape.base, rest.y / shape.base};
    }
    place.member = !place.hole;
    if (place.member) {
        place.compact = nu(shape, cell);
        place.number = nu1(shape, cell);
    } else if (follows) {
        place.printed = nu_sum;
    }
    return place;
}

std::optional<Cell> cell_at(const gasket::BoardView& view, ImageSize picture, std::uint32_t side,
                            double x, double y) {
    const double pixel = cells_per_pixel(view, picture);
    const double across = std::floor(view.center_x + (x - 0.5 * picture.width) * pixel);
    const double down = std::floor(view.center_y + (y - 0.5 * picture.height) * pixel);
    const double limit = side;
    if (!(across >= 0 && across < limit && down >= 0 && down < limit)) return std::nullopt;
    return Cell{static_cast<std::uint32_t>(across), static_cast<std::uint32_t>(down)};
}

}  // namespace mariani::app
