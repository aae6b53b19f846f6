#include "app/workloads/gasket_digits.hpp"

#include <cmath>

namespace mariani::app {

using gasket::Cell;
using gasket::Shape;

GasketPlace place_of(const Shape& shape, Cell cell) {
    GasketPlace place;
    place.cell = cell;
    place.member = true;
    std::uint32_t box = 1, weight = 1;  // s^m, k^floor(m/2)
    Cell rest = cell, lambda_sum, nu_sum;
    for (int m = 0; m < shape.level; ++m) {
        GasketDigit digit;
        digit.offset = {rest.x % shape.base, rest.y % shape.base};
        digit.lambda = {box * digit.offset.x, box * digit.offset.y};
        lambda_sum = {lambda_sum.x + digit.lambda.x, lambda_sum.y + digit.lambda.y};
        const std::uint8_t copy = shape.digit_at[digit.offset.y * shape.base + digit.offset.x];
        if (copy == Shape::hole) {
            place.member = false;
            place.hole = m;
        } else {
            digit.copy = copy;
            (m % 2 == 0 ? digit.nu.x : digit.nu.y) = weight * copy;
            if (place.member) nu_sum = {nu_sum.x + digit.nu.x, nu_sum.y + digit.nu.y};
        }
        digit.lambda_sum = lambda_sum;
        digit.nu_sum = nu_sum;
        place.digits.push_back(digit);
        box *= shape.base;
        if (m % 2 == 1) weight *= shape.copies;
        rest = {rest.x / shape.base, rest.y / shape.base};
    }
    if (!place.member) return place;
    place.compact = nu(shape, cell);
    place.number = nu1(shape, cell);
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
