#include "compute/workloads/volume/work_model.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::volume {
namespace {

TEST(VolumeWorkModelTest, InTwoAxesItIsTheSeeds) {
    for (const double P : {0.3, 0.7, 0.83})
        for (const double B : {4.0, 32.0}) {
            CostParams params;
            params.n = 16384, params.g = 8, params.r = 4, params.B = B, params.P = P;
            EXPECT_NEAR(omega(params, 2), cost_of(params).omega(), 1e-9 * omega(params, 2));
        }
}

// Values of an independent program.
TEST(VolumeWorkModelTest, InThreeAxesSubdivisionPaysLess) {
    CostParams params;
    params.lambda = 100, params.A = 256;
    const auto best = [&](double n, double P) {
        params.n = n, params.P = P;
        return best_omega(params, 3)->omega;
    };
    EXPECT_NEAR(best(1024, 0.7), 4.6, 0.05);
    EXPECT_NEAR(best(1024, 0.83), 2.0, 0.05);
    EXPECT_NEAR(best(512, 0.7), 3.3, 0.05);
    EXPECT_NEAR(best(512, 0.83), 1.7, 0.05);
}

TEST(VolumeWorkModelTest, WhatTheModelDoesNotCoverIsRefused) {
    CostParams params;
    params.n = 4, params.g = 8;
    EXPECT_THROW(omega(params, 3), std::invalid_argument);
    params.n = 1;
    EXPECT_FALSE(best_omega(params, 3).has_value());
}

}  // namespace
}  // namespace mariani::volume
