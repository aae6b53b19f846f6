#include "compute/cpu/highway.hpp"
#include "compute/workloads/mandelbrot/cpu/lanes.hpp"

// The order matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute/workloads/mandelbrot/cpu/julia_row.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "compute/workloads/mandelbrot/cpu/julia-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

void iterate_here(const JuliaRow& row) {
#if HWY_NATIVE_FMA
    run_in_vectors(row);
#else
    run_one_by_one(row);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::mandelbrot {

HWY_EXPORT(iterate_here);

void iterate(const JuliaRow& row) {
    HWY_DYNAMIC_DISPATCH(iterate_here)(row);
}

}  // namespace mariani::mandelbrot
#endif
