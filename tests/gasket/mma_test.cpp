// nu as a product of matrices: which weights are exact.
#include "compute/workloads/gasket/mma.hpp"

#include "compute/model/counter_hash.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace mariani::gasket {
namespace {

TEST(MmaTest, RoundsToHalves) {
    for (const float half : {0.0F, 1.0F, 2.0F, 0.5F, 2047.0F, 2048.0F, 2050.0F, 65504.0F})
        EXPECT_EQ(nearest_half(half), half);
    EXPECT_EQ(nearest_half(2187), 2188);  // 3^7
    EXPECT_EQ(nearest_half(2049), 2048);  // ties to even
    EXPECT_EQ(nearest_half(2051), 2052);
    EXPECT_EQ(nearest_half(65519), 65504);
    EXPECT_EQ(nearest_half(65520), std::numeric_limits<float>::infinity());
}

// Whether a product with these weights, and with sums in single precision, gives nu of a block.
bool gives_nu(const Shape& blocks, const MmaWeights& weights, std::uint32_t index) {
    float sums[2]{};
    std::uint32_t digits = index;
    for (int m = 0; m < blocks.level; ++m, digits /= blocks.copies) {
        const float b = weights.factor[m] * static_cast<float>(digits % blocks.copies);
        EXPECT_EQ(nearest_half(b), b);
        EXPECT_EQ(nearest_half(weights.weight[m]), weights.weight[m]);
        sums[m % 2] += weights.weight[m] * b;
    }
    const Cell right = in_rectangle(blocks, index);
    return sums[0] == static_cast<float>(right.x) && sums[1] == static_cast<float>(right.y);
}

TEST(MmaTest, ExactWeightsGiveNuForEveryFractal) {
    for (const auto& fractal : named_fractals()) {
        const Shape blocks = shape_of(fractal, max_exact_level(fractal));
        const auto weights = exact_weights(blocks);
        ASSERT_TRUE(weights) << fractal.name;
        for (std::uint64_t i = 0; i < 200'000; ++i) {
            const auto index = static_cast<std::uint32_t>(counter_hash(3, i) % blocks.cells);
            ASSERT_TRUE(gives_nu(blocks, *weights, index)) << fractal.name << " " << index;
        }
        ASSERT_TRUE(gives_nu(blocks, *weights, static_cast<std::uint32_t>(blocks.cells - 1)));
    }
}

TEST(MmaTest, ExactLevelsEndWhereHalvesDo) {
    EXPECT_EQ(max_exact_level(*find_fractal("gasket")), 16);  // as many digits as A has columns
    EXPECT_EQ(max_exact_level(*find_fractal("cantor")), 16);
    for (const auto& fractal : named_fractals()) {
        const int most = max_exact_level(fractal);
        if (most < max_level(fractal)) {
            EXPECT_FALSE(exact_weights(shape_of(fractal, most + 1))) << fractal.name;
        }
    }
}

std::uint64_t count_one_by_one(const Shape& blocks, MmaForm form) {
    const MmaWeights weights = published_weights(blocks);
    std::uint64_t wrong = 0;
    for (std::uint32_t i = 0; i < blocks.cells; ++i) {
        const auto [x, y] = product(blocks, weights, i, form);
        const Cell right = in_rectangle(blocks, i);
        wrong += x != static_cast<float>(right.x) || y != static_cast<float>(right.y);
    }
    return wrong;
}

TEST(MmaTest, TheBlocksThatAreWrongAsPublishedAreCounted) {
    for (const auto& fractal : named_fractals())
        for (int level = 0; level <= max_level(fractal); ++level) {
            const Shape blocks = shape_of(fractal, level);
            if (blocks.cells > 2'000'000) break;
            for (const auto form : {MmaForm::printed, MmaForm::program})
                EXPECT_EQ(count_wrong_as_published(blocks, form), count_one_by_one(blocks, form))
                    << fractal.name << " " << level;
        }
}

// 3^7 = 2187 is no half, and counts digit 14: two of its three values are wrong then. Sums in half
// precision are wrong above 2048 already.
TEST(MmaTest, ThePrintedFormIsWrongFrom15LevelsOfBlocksOnAndTheProgramFrom13) {
    const Fractal& gasket = named_fractals().front();
    EXPECT_EQ(first_wrong_level(gasket, MmaForm::printed), 15);
    EXPECT_EQ(first_wrong_level(gasket, MmaForm::program), 13);
    for (const auto& [form, first] : {std::pair(MmaForm::printed, 15), {MmaForm::program, 13}}) {
        for (int level = 0; level < first; ++level)
            EXPECT_EQ(count_wrong_as_published(shape_of(gasket, level), form), 0U) << level;
        for (int level = first; level <= 16; ++level)
            EXPECT_GT(count_wrong_as_published(shape_of(gasket, level), form), 0U) << level;
    }
    const Shape blocks = shape_of(gasket, 15);
    EXPECT_EQ(3 * count_wrong_as_published(blocks, MmaForm::printed), 2 * blocks.cells);
}

TEST(MmaTest, FractalsOfFewLevelsAreNeverWrong) {
    EXPECT_FALSE(first_wrong_level(*find_fractal("candy"), MmaForm::printed));
    EXPECT_FALSE(first_wrong_level(*find_fractal("cantor"), MmaForm::program));
}

}  // namespace
}  // namespace mariani::gasket
