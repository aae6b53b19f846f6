// Distances and normals of a frame whose dwells are known, in bands of rows whose height follows
// the time that they take.
#pragma once

#include "compute/cuda/block.cuh"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/painter.hpp"
#include "compute/subdivision/elements.hpp"

#include <algorithm>
#include <cstdint>

namespace mariani::cuda {

// A pixel per thread, row by row.
template <subdivision::ExteriorElements E>
__global__ void exterior_band(const E elements, const ExteriorSurface surface,
                              const PixelRect band) {
    const std::int64_t pixel = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (pixel >= pixel_count(band) || is_set(surface.stop)) return;
    const int x = band.x + static_cast<int>(pixel % band.width);
    const int y = band.y + static_cast<int>(pixel / band.width);
    const std::size_t at = index(surface.part, x, y);
    const std::uint32_t dwell = surface.dwells.load(at);
    subdivision::ElementExterior exterior{0, 0};
    if (dwell < elements.dwell_limit)
        exterior = elements.exterior_of(x, y, dwell, [&] { return is_set(surface.stop); });
    surface.distances[at] = exterior.distance;
    surface.normals[at] = exterior.normal;
}

template <subdivision::ExteriorElements E>
bool paint_exterior_of(const E& elements, const ExteriorSurface& surface, Workspace& workspace) {
    constexpr BlockSize block{256, 1};
    const auto& facts = workspace.facts();
    const double steps =
        sizeof(typename E::Number) == 4 ? facts.steps_per_ms_f32 : facts.steps_per_ms_f64;
    LaunchSizer sizer(workspace.launch_ms(), steps / (2.0 * elements.dwell_limit));
    const PixelRect part = surface.part;
    double before_ms = 0;
    workspace.start_clock();
    for (int y = 0; y < part.height;) {
        PixelRect band = part;
        band.y += y;
        band.height = static_cast<int>(
            std::min<std::int64_t>(sizer.next() / part.width + 1, part.height - y));
        y += band.height;
        const std::int64_t blocks = (pixel_count(band) + block.width - 1) / block.width;
        launch("distances", workspace.stream(), {blocks, block}, exterior_band<E>, elements,
               surface, band);
        if (!workspace.wait()) return false;
        const double ms = workspace.frame_ms();
        sizer.learn(pixel_count(band), ms - before_ms);
        before_ms = ms;
    }
    return true;
}

// `Of<T>` are the elements computed with T, float or double. False when the frame was stopped.
template <template <typename> class Of>
bool paint_exterior(const ExteriorSurface& surface, const FramePlan& plan, Workspace& workspace) {
    return plan.precision == Precision::f32
               ? paint_exterior_of(Of<float>::of(plan), surface, workspace)
               : paint_exterior_of(Of<double>::of(plan), surface, workspace);
}

}  // namespace mariani::cuda
