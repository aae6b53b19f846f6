// The expected values are worked out by hand; the arithmetic is in the comments.
#include "compute/model/cost_model.hpp"

#include <gtest/gtest.h>

namespace mariani {
namespace {

// Like the model's own example of three levels: n = 24, {1, 2, 3}, P = 0.25, lambda = 4, A = 10.
const CostParams params{24, 1, 2, 3, 0.25, 4, 10, 2, 5};

LevelStats level(std::int64_t regions, std::int64_t subdivided, std::int64_t iterations,
                 std::int64_t pixels_filled, double ms) {
    LevelStats stats;
    stats.regions = regions;
    stats.subdivided = subdivided;
    stats.iterations = iterations;
    stats.pixels_filled = pixels_filled;
    stats.ms = ms;
    return stats;
}

EngineStats frame() {
    EngineStats stats;
    stats.levels = {level(1, 1, 900, 0, 4), level(4, 1, 2000, 300, 3), level(4, 0, 1500, 100, 2)};
    stats.levels[0].pixels_iterated = 90;
    stats.levels[2].pixels_iterated = 86;
    stats.compute_ms = 10;
    return stats;
}

TEST(CostFitTest, TakesPFromTheLevelsThatMaySubdivide) {
    EXPECT_EQ(level_probabilities(frame()), (std::vector<double>{1, 0.25}));
    EXPECT_DOUBLE_EQ(fitted_probability(frame()), 0.4);  // (1 + 1) / (1 + 4)
    EXPECT_EQ(fitted_probability({}), 0);
}

TEST(CostFitTest, TakesTheOtherParametersFromRequestAndFrame) {
    FramePlan plan;
    plan.part = {0, 0, 32, 18};  // 576 pixels: n = 24
    plan.subdivision = {1, 2, 3};
    plan.dwell_limit = 700;
    const auto mean = fitted_params(plan, frame(), {2, 5}, MeanOrLimit::mean, 4);
    EXPECT_EQ(mean, (CostParams{24, 1, 2, 3, 0.4, 4, 25, 2, 5}));  // A = 4400 / 176
    EXPECT_EQ(fitted_params(plan, frame(), {2, 5}, MeanOrLimit::limit, 4).A, 700);
}

TEST(CostFitTest, TellsTheWorkByTerm) {
    const auto work = measured_work(frame(), params);
    ASSERT_EQ(work.size(), 3u);
    EXPECT_EQ(work[0].border, 900);
    EXPECT_EQ(work[0].subdivision, 40);  // 4 x 10 x 1
    EXPECT_EQ(work[1].fill, 300);
    EXPECT_EQ(work[1].leaves, 0);
    EXPECT_EQ(work[2].leaves, 1500);
    EXPECT_EQ(work[2].border, 0);
}

TEST(CostFitTest, TakesAnErrorApart) {
    const std::vector<double> probabilities{1, 0.25};
    const Cost cost = cost_of(params, probabilities);
    const auto comparison =
        compare(cost, Scheme::sbr, 0.01, measured_work(frame(), params), frame());
    // Predicted, in units: level 0: 20 x 10 + 1 x 40                        = 240
    //                      level 1: (10 x 10 + 0.25 x 40 + 0.75 x 29) x 2   = 263.5
    //                      level 2: 10 x 8 x 8 x 0.25                       = 160
    ASSERT_EQ(comparison.levels.size(), 3u);
    EXPECT_DOUBLE_EQ(comparison.levels[0].predicted_ms, 2.40);
    EXPECT_DOUBLE_EQ(comparison.levels[1].predicted_ms, 2.635);
    EXPECT_DOUBLE_EQ(comparison.levels[2].predicted_ms, 1.60);
    EXPECT_EQ(comparison.levels[1].measured_ms, 3);
    EXPECT_DOUBLE_EQ(comparison.predicted_ms, 6.635);
    EXPECT_DOUBLE_EQ(comparison.error(), 6.635 / 10 - 1);
    // Border: level 0 was 900 of 96 x 10 = 960:  2.00 ms x (900 / 960 - 1)   = -0.125
    //         level 1 was 2000 of 48 x 10 x 4 = 1920: 2.00 x (2000 / 1920 - 1) = 0.08333...
    EXPECT_NEAR(comparison.by_term.border, -0.125 + 1.0 / 12, 1e-12);
    // Fill: level 1 was 300 of 0.75 x 144 x 4 = 432: 0.435 ms x (300 / 432 - 1)
    EXPECT_NEAR(comparison.by_term.fill, 0.435 * (300.0 / 432 - 1), 1e-12);
    // Leaves: 1500 of 576 x 10 x 0.25 = 1440: 1.60 x (1500 / 1440 - 1)
    EXPECT_NEAR(comparison.by_term.leaves, 1.60 / 24, 1e-12);
    EXPECT_NEAR(comparison.by_term.subdivision, 0, 1e-12);  // 1 and 1 of them, as predicted
    EXPECT_NEAR(comparison.predicted_ms + comparison.by_term.total() + comparison.unexplained_ms,
                comparison.measured_ms, 1e-12);
}

TEST(CostFitTest, FitsLambdaToFramesWithNothingButSubdivisions) {
    FramePlan plan;
    plan.part = {0, 0, 24, 24};
    plan.subdivision = {1, 2, 3};
    // With lambda = 1 the subdivisions take 1 x 10 x 1 + 0.25 x 10 x 2 x 1 = 15 units, 0.15 ms.
    EngineStats bare = frame();
    bare.compute_ms = 0.6;
    EXPECT_NEAR(fitted_lambda(plan, bare, params, 0.01), 4, 1e-12);
    bare.levels.resize(1);
    EXPECT_THROW(fitted_lambda(plan, bare, params, 0.01), std::invalid_argument);
}

}  // namespace
}  // namespace mariani
