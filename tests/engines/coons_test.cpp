#include "compute/subdivision/border.hpp"

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

// A function of the column plus one of the row plus their product is reproduced without loss.
TEST(Coons, InterpolatesASumOfBothAxesAndTheirProductExactly) {
    const PixelRect rect{3, 5, 9, 17};
    const auto value = [](int x, int y) {
        return static_cast<float>(x * x + 2 * y * y + 3 * x * y);
    };
    for (int y = rect.y + 1; y < rect.y + rect.height - 1; ++y)
        for (int x = rect.x + 1; x < rect.x + rect.width - 1; ++x)
            EXPECT_FLOAT_EQ(subdivision::coons(rect, x, y, value), value(x, y)) << x << "," << y;
}

}  // namespace
}  // namespace mariani::tests
