// The launches by which a volume in a device's memory is seen. Each puts its kernels into the
// stream and returns without waiting for them.
#pragma once

#include "compute/workloads/volume/cuda/launches.hpp"
#include "compute/workloads/volume/paint.hpp"
#include "compute/workloads/volume/sight.hpp"

namespace mariani::volume::cuda {

// A plane's dwells, row by row.
void launch_plane(const Plan& plan, const DwellStore& volume, const Plane& plane,
                  std::uint32_t* dwells, const Stream& stream);
// The same in colours, which lie in the device's memory.
void launch_painted_plane(const Plan& plan, const DwellStore& volume, const Plane& plane,
                          ImageSize size, const std::uint32_t* colours, std::uint8_t* rgb,
                          const Stream& stream);

// Three axes of a volume, and where in them something is solid.
struct SeenSection {
    DwellStore dwells;
    Sides side;
    std::uint32_t solid = 0;
    Cells first, last;
};
SeenSection seen_section(const Plan& plan, const DwellStore& volume, const Look& look,
                         const Cells& first, const Cells& last);

// Into the cells, which are all 0.
void launch_solid(const SeenSection& section, const Stream& stream);
void launch_sights(const SeenSection& section, const Camera& camera, Sight* sights,
                   const Stream& stream);
void launch_painted_sights(const SeenSection& section, const Camera& camera, const Scenery& scenery,
                           const std::uint32_t* colours, std::uint8_t* rgb, float* depths,
                           const Stream& stream);

}  // namespace mariani::volume::cuda
