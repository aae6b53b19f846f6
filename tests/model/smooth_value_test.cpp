#include "compute/model/smooth_value.hpp"

#include <random>

#include <gtest/gtest.h>

namespace mariani {
namespace {

double sum_of(DwellAndFraction pixel) {
    return pixel.dwell + double{pixel.fraction};
}

TEST(SmoothValueTest, KeepsTheDwellAndTheirSumTo256ths) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> fraction(-0.9F, 2.99F);
    for (const std::uint32_t limit : {500U, max_smooth_limit})
        for (int i = 0; i < 100'000; ++i) {
            const DwellAndFraction pixel{1 + static_cast<std::uint32_t>(random()) % (limit - 1),
                                         fraction(random)};
            const std::uint32_t value = to_smooth_value(pixel, limit);
            const auto back = from_smooth_value(value);
            ASSERT_EQ(back.dwell, pixel.dwell) << pixel.fraction;
            ASSERT_NEAR(sum_of(back), sum_of(pixel), 1.0 / 512);
            ASSERT_NEAR(double{1} * value / smooth_unit, sum_of(pixel), 1.0 / 200);
            ASSERT_EQ(to_smooth_value(back, limit), value);
        }
}

TEST(SmoothValueTest, KeepsTheInsideAndWhatIsUnknown) {
    EXPECT_EQ(to_smooth_value({512, 0}, 512), 512 * smooth_unit);
    EXPECT_EQ(from_smooth_value(512 * smooth_unit), (DwellAndFraction{512, 0}));
    EXPECT_EQ(to_smooth_value({unknown_dwell, 0}, 512), unknown_dwell);
    EXPECT_EQ(from_smooth_value(unknown_dwell).dwell, unknown_dwell);
}

// Far outside fractions are negative, and next to c = -2 they are large.
TEST(SmoothValueTest, AnEscapedPixelStaysOneWhateverItsFraction) {
    for (const float fraction : {-50.0F, -3.7F, 2.999F, 3.0F, 5.75F, 49.0F, 1e30F, -1e30F, NAN})
        for (const std::uint32_t dwell : {0U, 1U, 250U, 498U, 499U}) {
            const auto back = from_smooth_value(to_smooth_value({dwell, fraction}, 500));
            EXPECT_LT(back.dwell, 500U) << dwell << " and " << fraction;
            EXPECT_GE(sum_of(back), 0) << dwell << " and " << fraction;
        }
    EXPECT_NEAR(sum_of(from_smooth_value(to_smooth_value({3, 5.75F}, 500))), 8.75, 1.0 / 512);
}

}  // namespace
}  // namespace mariani
