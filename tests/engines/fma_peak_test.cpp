#include "compute/cpu/engines.hpp"

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

TEST(FmaPeak, IsThatOfARealCore) {
    for (const auto& target : cpu::simd_targets()) {
        cpu::use_simd_target(target);
        for (const auto precision : {Precision::f32, Precision::f64}) {
            const double peak = cpu::measure_fma_peak(precision);
            EXPECT_GT(peak, 1e6) << target;
            EXPECT_LT(peak, 1e13) << target;
        }
    }
    cpu::use_simd_target("");
}

}  // namespace
}  // namespace mariani::tests
