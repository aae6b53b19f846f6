// Iterating pixels with the best vector instructions of the machine.
#include "compute/cpu/canvas.hpp"
#include "compute/cpu/highway.hpp"

// The order matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute/cpu/lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "compute/cpu/lanes-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mariani::cpu {
namespace HWY_NAMESPACE {

template <typename T>
bool iterate_here(const Canvas<T>& canvas, std::span<const PixelRun> runs,
                  std::span<std::int64_t> iterations) {
#if HWY_NATIVE_FMA
    return canvas.shortcuts ? Lanes<T, true>(canvas, runs, iterations).run()
                            : Lanes<T, false>(canvas, runs, iterations).run();
#else
    return iterate_scalar(canvas, runs, iterations);
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
}  // namespace mariani::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::cpu {

HWY_EXPORT(iterate_f32);
HWY_EXPORT(iterate_f64);

template <>
bool iterate<float>(const Canvas<float>& canvas, std::span<const PixelRun> runs,
                    std::span<std::int64_t> iterations) {
    return HWY_DYNAMIC_DISPATCH(iterate_f32)(canvas, runs, iterations);
}

template <>
bool iterate<double>(const Canvas<double>& canvas, std::span<const PixelRun> runs,
                     std::span<std::int64_t> iterations) {
    return HWY_DYNAMIC_DISPATCH(iterate_f64)(canvas, runs, iterations);
}

}  // namespace mariani::cpu
#endif
