#include "compute/workloads/mandelbrot/cpu/lanes.hpp"

#include "compute/cpu/highway.hpp"

// The order matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute/workloads/mandelbrot/cpu/lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "compute/workloads/mandelbrot/cpu/lanes-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

template <typename T>
bool iterate_here(const Canvas<T>& canvas, std::span<const PixelRun> runs,
                  std::span<std::int64_t> iterations) {
#if HWY_NATIVE_FMA
    return canvas.elements.shortcuts ? Lanes<T, true>(canvas, runs, iterations).run()
                                     : Lanes<T, false>(canvas, runs, iterations).run();
#else
    return cpu::iterate_one_by_one(canvas, runs, iterations);
#endif
}

bool iterate_f32(const Canvas<float>& canvas, std::span<const PixelRun> runs,
                 std::span<std::int64_t> iterations) {
    return iterate_here(canvas, runs, iterations);
}

bool iterate_f64(const Canvas<double>& canvas, std::span<const PixelRun> runs,
                 std::span<std::int64_t> iterations) {
    return iterate_here(canvas, runs, iterations);
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::mandelbrot {

HWY_EXPORT(iterate_f32);
HWY_EXPORT(iterate_f64);

bool iterate(const Canvas<float>& canvas, std::span<const PixelRun> runs,
             std::span<std::int64_t> iterations) {
    return HWY_DYNAMIC_DISPATCH(iterate_f32)(canvas, runs, iterations);
}

bool iterate(const Canvas<double>& canvas, std::span<const PixelRun> runs,
             std::span<std::int64_t> iterations) {
    return HWY_DYNAMIC_DISPATCH(iterate_f64)(canvas, runs, iterations);
}

}  // namespace mariani::mandelbrot
#endif
