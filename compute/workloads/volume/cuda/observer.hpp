// What a camera sees of a volume in a device's memory. Each launch puts its kernels into the stream
// and returns without waiting for them.
#pragma once

#include "compute/cuda/handles.hpp"
#include "compute/workloads/volume/cuda/launches.hpp"
#include "compute/workloads/volume/paint.hpp"
#include "compute/workloads/volume/sight.hpp"

#include <optional>
#include <span>
#include <utility>
#include <vector>

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

// Remembers where something solid is. Its device is current in all calls; all wait for the stream.
class Observer {
  public:
    explicit Observer(const Plan& plan) : plan_(plan) {}

    // The volume is another one.
    void forget() { known_.reset(); }

    // Row by row.
    std::vector<std::uint32_t> plane(const DwellStore& volume, const Plane& plane,
                                     const Stream& stream) const;
    DwellSummary summary(const DwellStore& volume, std::span<const Plane> planes,
                         const Stream& stream) const;
    std::vector<std::uint8_t> paint(const DwellStore& volume, const Plane& plane, ImageSize size,
                                    DwellColours colours, const Stream& stream) const;
    std::vector<Sight> look(const DwellStore& volume, const Look& look, const Stream& stream);
    PaintedSpace paint(const DwellStore& volume, const Look& look, const Scenery& scenery,
                       DwellColours colours, const Stream& stream);

  private:
    struct Lattice {
        Lattice(const Sides& side, std::uint32_t count);
        Cells cells() const;

        std::uint32_t lattice;
        mariani::cuda::DeviceMemory table, solid;
    };

    SeenSection seen(const DwellStore& volume, const Look& look, const Stream& stream);
    template <typename T>
    std::vector<T> fetched(const mariani::cuda::DeviceMemory& from, std::size_t count,
                           const Stream& stream) const;
    const std::uint32_t* lay_out(DwellColours colours, const Stream& stream) const;

    Plan plan_;
    std::optional<Lattice> first_, last_;  // once something was seen
    std::optional<std::pair<std::uint32_t, int>> known_;
    mutable mariani::cuda::DeviceMemory answer_, depths_, colours_;
    mutable mariani::cuda::PinnedMemory staging_;  // of answers on their way
};

}  // namespace mariani::volume::cuda
