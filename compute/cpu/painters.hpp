// The painters of a workload's elements, in both precisions.
#pragma once

#include "compute/cpu/ask.hpp"
#include "compute/cpu/dp.hpp"
#include "compute/cpu/ex.hpp"

namespace mariani::cpu {

// `Of<T>` are the elements computed with T, float or double.
template <template <typename> class Of>
constexpr Painters painters_of() {
    return {[](const Surface& surface, const FramePlan& plan, ThreadPool& thread_pool) {
                return plan.precision == Precision::f32
                           ? paint_ex<Of<float>>(surface, plan, thread_pool)
                           : paint_ex<Of<double>>(surface, plan, thread_pool);
            },
            [](const Surface& surface, const FramePlan& plan, ThreadPool& thread_pool) {
                return plan.precision == Precision::f32
                           ? paint_dp<Of<float>>(surface, plan, thread_pool)
                           : paint_dp<Of<double>>(surface, plan, thread_pool);
            },
            [](const Surface& surface, const FramePlan& plan, ThreadPool& thread_pool) {
                return plan.precision == Precision::f32
                           ? paint_ask<Of<float>>(surface, plan, thread_pool)
                           : paint_ask<Of<double>>(surface, plan, thread_pool);
            }};
}

}  // namespace mariani::cpu
