#include "compute/cpu/highway.hpp"
#include "compute/workloads/volume/cpu/voxel_iterator.hpp"

// The order matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute/workloads/volume/cpu/julibrot_lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "compute/workloads/volume/cpu/julibrot_lanes-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

template <typename T>
bool iterate_here(const volume::Julibrot<T>& julibrot, std::span<const volume::Voxel> voxels,
                  std::span<std::uint32_t> dwells, const std::stop_token& stop) {
#if HWY_NATIVE_FMA
    return JulibrotLanes<T>(julibrot, voxels, dwells, stop).run();
#else  // vectors would round differently
    constexpr size_t between_polls = 64;
    for (size_t i = 0; i < voxels.size(); ++i) {
        if (i % between_polls == 0 && stop.stop_requested()) return false;
        dwells[i] = julibrot.dwell_of(voxels[i], {}, [&] { return stop.stop_requested(); });
    }
    return !stop.stop_requested();
#endif
}

bool iterate_f32(const volume::Julibrot<float>& julibrot, std::span<const volume::Voxel> voxels,
                 std::span<std::uint32_t> dwells, const std::stop_token& stop) {
    return iterate_here(julibrot, voxels, dwells, stop);
}
bool iterate_f64(const volume::Julibrot<double>& julibrot, std::span<const volume::Voxel> voxels,
                 std::span<std::uint32_t> dwells, const std::stop_token& stop) {
    return iterate_here(julibrot, voxels, dwells, stop);
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::mandelbrot {

HWY_EXPORT(iterate_f32);
HWY_EXPORT(iterate_f64);

}  // namespace mariani::mandelbrot
namespace mariani::volume::cpu {

bool iterate_all(const Julibrot<float>& julibrot, std::span<const Voxel> voxels,
                 std::span<std::uint32_t> dwells, const std::stop_token& stop) {
    using namespace mandelbrot;
    return HWY_DYNAMIC_DISPATCH(iterate_f32)(julibrot, voxels, dwells, stop);
}

bool iterate_all(const Julibrot<double>& julibrot, std::span<const Voxel> voxels,
                 std::span<std::uint32_t> dwells, const std::stop_token& stop) {
    using namespace mandelbrot;
    return HWY_DYNAMIC_DISPATCH(iterate_f64)(julibrot, voxels, dwells, stop);
}

}  // namespace mariani::volume::cpu
#endif
