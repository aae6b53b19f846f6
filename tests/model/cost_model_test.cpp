// The expected values are worked out by hand from Eqs. 1-25 of the paper; the arithmetic is in the
// comments.
#include "compute/model/cost_model.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani {
namespace {

// n = 16, {g, r, B} = {2, 2, 2}: n / (g B) = 4, so tau = 2: one level that subdivides, then leaves.
const CostParams two_levels{16, 2, 2, 2, 0.5, 2, 8, 3, 4};

// n = 24, {1, 2, 3}: n / (g B) = 8, so tau = 3; no ceiling is exact.
const CostParams three_levels{24, 1, 2, 3, 0.25, 4, 10, 2, 5};

TEST(CostModelTest, WorkOfTwoLevels) {
    const Cost cost = cost_of(two_levels);
    EXPECT_DOUBLE_EQ(cost.work_ex, 2048);  // 16^2 x 8
    ASSERT_EQ(cost.levels.size(), 2u);
    // Level 0: 4 regions with 4 x 16 / 2 = 32 border pixels and 64 pixels.
    EXPECT_DOUBLE_EQ(cost.levels[0].work.border, 1024);     // 32 x 8 x 4
    EXPECT_DOUBLE_EQ(cost.levels[0].work.subdivision, 32);  // 0.5 x 2 x 8 x 4
    EXPECT_DOUBLE_EQ(cost.levels[0].work.fill, 128);        // 0.5 x 64 x 4
    EXPECT_DOUBLE_EQ(cost.levels[0].work.leaves, 0);
    EXPECT_DOUBLE_EQ(cost.levels[1].regions, 8);         // 4 x 4 x 0.5
    EXPECT_DOUBLE_EQ(cost.levels[1].work.leaves, 1024);  // 16^2 x 8 x 0.5
    EXPECT_DOUBLE_EQ(cost.total.work.total(), 2208);     // 1024 + 32 + 128 + 1024
    EXPECT_DOUBLE_EQ(cost.omega(), 2048.0 / 2208.0);
}

TEST(CostModelTest, TimeOfTwoLevels) {
    const Cost cost = cost_of(two_levels);
    EXPECT_DOUBLE_EQ(cost.time_ex, 176);  // ceil(256 / 12) x 8 = 22 x 8
    // SBR, level 0, in ceil(4 / 3) = 2 rounds:
    EXPECT_DOUBLE_EQ(cost.levels[0].time_sbr.border, 128);      // ceil(32 / 4) x 8 x 2
    EXPECT_DOUBLE_EQ(cost.levels[0].time_sbr.subdivision, 16);  // 0.5 x 2 x 8 x 2
    EXPECT_DOUBLE_EQ(cost.levels[0].time_sbr.fill, 16);         // 0.5 x ceil(64 / 4) x 2
    // Level 1: 8 x ceil(16 / 4) x ceil(16 / 3) x 0.5 = 8 x 4 x 6 x 0.5
    EXPECT_DOUBLE_EQ(cost.levels[1].time_sbr.leaves, 96);
    EXPECT_DOUBLE_EQ(cost.total.time_sbr.total(), 256);
    EXPECT_DOUBLE_EQ(cost.speedup_sbr(), 0.6875);  // 176 / 256
    // MBR: the query and the subdivision as before, the rest on all 12 cores.
    EXPECT_DOUBLE_EQ(cost.levels[0].time_mbr.border, 128);
    EXPECT_DOUBLE_EQ(cost.levels[0].time_mbr.subdivision, 16);
    EXPECT_DOUBLE_EQ(cost.levels[0].time_mbr.fill, 11);    // 0.5 x 22
    EXPECT_DOUBLE_EQ(cost.levels[1].time_mbr.leaves, 88);  // 8 x 22 x 0.5
    EXPECT_DOUBLE_EQ(cost.speedup_mbr(), 176.0 / 243.0);
}

TEST(CostModelTest, ThreeLevels) {
    const Cost cost = cost_of(three_levels);
    ASSERT_EQ(cost.levels.size(), 3u);
    // Level 0: (96 x 10 + 0.25 x 4 x 10 + 0.75 x 576) x 1           = 960 + 10 + 432 = 1402
    // Level 1: (48 x 10 + 10 + 0.75 x 144) x 4 x 0.25               = 480 + 10 + 108 = 598
    // Level 2: 576 x 10 x 0.25^2                                    = 360
    EXPECT_DOUBLE_EQ(cost.total.work.total(), 2360);
    EXPECT_DOUBLE_EQ(cost.omega(), 5760.0 / 2360.0);
    // Ex: ceil(576 / 10) x 10                                       = 580
    // SBR 0: (ceil(96 / 5) x 10 + 10 + 0.75 x ceil(576 / 5)) x 1    = 200 + 10 + 87 = 297
    // SBR 1: (ceil(48 / 5) x 10 + 10 + 0.75 x ceil(144 / 5)) x 2 x 0.25 = 131.75 x 0.5 = 65.875
    // SBR 2: 10 x ceil(36 / 5) x ceil(16 / 2) x 0.0625              = 10 x 8 x 8 / 16 = 40
    EXPECT_DOUBLE_EQ(cost.time_ex, 580);
    EXPECT_DOUBLE_EQ(cost.total.time_sbr.total(), 402.875);
    // MBR 0: (200 + 10) x 1 + 0.75 x 58                             = 253.5
    // MBR 1: ((100 + 10) x 2 + 43.5) x 0.25                         = 65.875
    // MBR 2: 10 x 0.0625 x 58                                       = 36.25
    EXPECT_DOUBLE_EQ(cost.total.time_mbr.total(), 355.625);
    EXPECT_DOUBLE_EQ(cost.speedup_sbr(), 580 / 402.875);
    EXPECT_DOUBLE_EQ(cost.speedup_mbr(), 580 / 355.625);
}

TEST(CostModelTest, EachLevelMayHaveAProbabilityOfItsOwn) {
    // Level 0 with 0.5: 960 + 0.5 x 4 x 10 + 0.5 x 576 = 960 + 20 + 288 = 1268
    // Level 1 with 0.25, reached with 0.5: 598 x 4 x 0.5                  = 1196
    // Level 2: 5760 x 0.5 x 0.25                                          = 720
    const std::array probabilities{0.5, 0.25};
    const Cost cost = cost_of(three_levels, probabilities);
    EXPECT_DOUBLE_EQ(cost.total.work.total(), 3184);
    EXPECT_DOUBLE_EQ(cost.levels[1].regions, 2);  // 1 x 4 x 0.5
    EXPECT_DOUBLE_EQ(cost.levels[2].regions, 2);  // 1 x 16 x 0.5 x 0.25
}

TEST(CostModelTest, ASingleLevelIsEx) {
    // n / (g B) = 2, so tau = 1: nothing but the last level, W = n^2 A.
    const Cost cost = cost_of({8, 2, 2, 2, 0.9, 100, 5, 1, 1});
    EXPECT_DOUBLE_EQ(cost.omega(), 1);
    EXPECT_DOUBLE_EQ(cost.speedup_mbr(), 1);
}

TEST(CostModelTest, DepthIsExactAtPowers) {
    EXPECT_EQ(subdivision_depth({1000, 1, 10, 1}), 3);
    EXPECT_EQ(subdivision_depth({999, 1, 10, 1}), 2);
    EXPECT_EQ(subdivision_depth({65536, 2, 2, 2}), 14);
    EXPECT_EQ(subdivision_depth({59049, 1, 3, 1}), 10);
}

std::string refused(CostParams params) {
    return why_invalid(params).value_or("allowed");
}

TEST(CostModelTest, SaysWhereItHoldsNot) {
    CostParams params;
    EXPECT_EQ(refused(params), "allowed");
    params.g = 64;
    params.B = 32;
    EXPECT_EQ(refused(params), "g B = 64 x 32 = 2048 and n is 1024: the model needs g B <= n");
    params.B = 16;
    EXPECT_EQ(refused(params),
              "g B = 64 x 16 = 1024 and n is 1024: the model needs tau = floor(log_r(n / (g B))) "
              ">= 1, that is g B r <= n");
    EXPECT_THROW(cost_of(params), std::invalid_argument);
    params.B = 8;
    EXPECT_EQ(refused(params), "allowed");
}

TEST(CostModelTest, RefusesWhatIsNoParameter) {
    EXPECT_EQ(refused({.P = 1.5}), "P is 1.5: it must be from 0 to 1");
    EXPECT_EQ(refused({.r = 1}), "r is 1: it must be greater than 1");
    EXPECT_EQ(refused({.lambda = -1}), "lambda is -1: it must be 0 or more");
    EXPECT_EQ(refused({.q = 0}), "q is 0: it must be greater than 0");
    EXPECT_EQ(refused({.n = std::numeric_limits<double>::quiet_NaN()}),
              "n is nan: it must be a number");
    EXPECT_EQ(refused({.P = 0, .lambda = 0}), "allowed");
}

TEST(CostModelTest, WithAPOfEachLevelOnlyValuesAreRefused) {
    CostParams params{.g = 64, .B = 32};
    EXPECT_FALSE(why_invalid(params, std::vector{0.5, 0.7})) << "the list determines the depth";
    EXPECT_EQ(why_invalid(params, std::vector{0.5, 1.7}), "P must be from 0 to 1 on each level");
    EXPECT_THROW(cost_of(params, std::vector{-0.1}), std::invalid_argument);
    params.q = 0;
    EXPECT_EQ(why_invalid(params, std::vector{0.5}), "q is 0: it must be greater than 0");
}

TEST(CostModelTest, BoundsWhatItIsAskedToAddUp) {
    EXPECT_EQ(refused({.n = 1e308}), "n is 1e+308: it must be at most 1e+15");
    EXPECT_EQ(refused({.g = 1e-300}), "g is 1e-300: it must be at least 1e-15");
    EXPECT_EQ(refused({.r = 1.0000001}),
              "r is 1.0000001, which gives more than 1000 levels, the limit of the model: choose a "
              "larger r");
    EXPECT_EQ(refused({.r = 1 + 1e-13}).substr(0, 4), "r is");
    for (const CostParams& largest :
         {CostParams{.n = 1e15, .g = 1e-15, .r = 2, .B = 1e-15, .lambda = 1e15, .A = 1e15},
          CostParams{.n = 1e15, .g = 1, .r = 1e15, .B = 1, .lambda = 1e15, .A = 1e15}})
        EXPECT_TRUE(std::isfinite(cost_of(largest).total.work.total()));
}

// What the paper says about its Figs. 3 and 4.

TEST(CostModelTest, TheOptimumHasASmallRAndALargerBForTimeThanForWork) {
    for (const double n : {4096.0, 16384.0, 65536.0}) {
        const CostParams params{.n = n, .P = 0.7};
        const auto work = optimum(params, CostGoal::omega).value();
        const auto sbr = optimum(params, CostGoal::speedup_sbr).value();
        const auto mbr = optimum(params, CostGoal::speedup_mbr).value();
        for (const auto& best : {work, sbr, mbr}) EXPECT_EQ(best.r, 2);
        EXPECT_EQ(work.B, 8);
        EXPECT_EQ(sbr.B, 64);
        EXPECT_EQ(mbr.B, 64);
        EXPECT_EQ(mbr.g, 2);
        CostParams less = params;
        less.P = 0.5;
        EXPECT_EQ(optimum(less, CostGoal::speedup_sbr).value().B, 32);
    }
}

TEST(CostModelTest, TheOptimumKeepsWhatItIsToldTo) {
    const CostParams params{.n = 65536, .g = 64};
    EXPECT_EQ(optimum(params, CostGoal::speedup_mbr, &CostParams::g).value().g, 64);
    EXPECT_EQ(optimum(params, CostGoal::speedup_mbr).value().g, 2);
}

TEST(CostModelTest, ItIsNowhereDefinedForASmallPicture) {
    EXPECT_FALSE(optimum({.n = 4}, CostGoal::omega));
    EXPECT_TRUE(optimum({.n = 8}, CostGoal::omega));  // {2, 2, 2}
}

TEST(CostModelTest, NothingGainsMoreThanA) {
    for (const double n : {64.0, 1024.0, 65536.0})
        for (const double P : {0.0, 0.01, 0.3, 0.7, 1.0})
            for (const double A : {1.0, 16.0, 512.0})
                for (const double lambda : {0.0, 100.0})
                    for (const CostGoal goal : cost_goals) {
                        const CostParams params{.n = n, .P = P, .lambda = lambda, .A = A};
                        const auto best = optimum(params, goal);
                        ASSERT_TRUE(best);
                        EXPECT_LE(gain(cost_of(*best), goal), A) << n << " " << P << " " << lambda;
                    }
}

TEST(CostModelTest, MbrIsPredictedAtLeastAsFastAsSbrAtItsBest) {
    for (const double n : {1024.0, 8192.0, 65536.0})
        for (const double P : {0.3, 0.7}) {
            const CostParams params{.n = n, .P = P};
            EXPECT_GE(cost_of(*optimum(params, CostGoal::speedup_mbr)).speedup_mbr(),
                      cost_of(*optimum(params, CostGoal::speedup_sbr)).speedup_sbr());
        }
}

}  // namespace
}  // namespace mariani
