#include "compute/cpu/highway.hpp"
#include "compute/workloads/mandelbrot/cpu/lanes.hpp"

// The order matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute/workloads/mandelbrot/cpu/exterior_row.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "compute/workloads/mandelbrot/cpu/exterior-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

template <typename T>
void find_here(const ExteriorRow<T>& row) {
#if HWY_NATIVE_FMA
    find_in_vectors(row);
#else
    find_one_by_one(row);
#endif
}

void find_f32(const ExteriorRow<float>& row) {
    find_here(row);
}

void find_f64(const ExteriorRow<double>& row) {
    find_here(row);
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::mandelbrot {

HWY_EXPORT(find_f32);
HWY_EXPORT(find_f64);

void find_exterior(const ExteriorRow<float>& row) {
    HWY_DYNAMIC_DISPATCH(find_f32)(row);
}

void find_exterior(const ExteriorRow<double>& row) {
    HWY_DYNAMIC_DISPATCH(find_f64)(row);
}

}  // namespace mariani::mandelbrot
#endif
