#include "compute/workloads/volume/cuda/observer.hpp"

#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"

#include <cstddef>
#include <memory>

namespace mariani::volume::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::DeviceMemory;
using mariani::cuda::PinnedMemory;

}  // namespace

// By way of memory that the device writes at its full speed.
template <typename T>
std::vector<T> Observer::fetched(const DeviceMemory& from, std::size_t count,
                                 const Stream& stream) const {
    const std::size_t bytes = count * sizeof(T);
    if (staging_.size() < bytes) staging_ = PinnedMemory(bytes);
    check(cudaMemcpyAsync(staging_.as<char>(), from.as<char>(), bytes, cudaMemcpyDeviceToHost,
                          stream.get()),
          "copy to the host");
    check(cudaStreamSynchronize(stream.get()), "copy to the host");
    return {staging_.as<T>(), staging_.as<T>() + count};
}

Observer::Lattice::Lattice(const Sides& side, std::uint32_t count)
    : lattice(count), solid(static_cast<std::size_t>(power(count, space_axes))) {
    const auto host = cell_table(side, count);
    table = DeviceMemory(host.size() * sizeof(host.front()));
    table.fill_from(host.data());
}

Cells Observer::Lattice::cells() const {
    return {lattice, table.as<std::uint16_t>(), solid.as<std::uint8_t>()};
}

std::vector<std::uint32_t> Observer::plane(const DwellStore& volume, const Plane& plane,
                                           const Stream& stream) const {
    const auto count = static_cast<std::size_t>(pixel_count(plane.size(plan_)));
    answer_.reserve(count * sizeof(std::uint32_t));
    launch_plane(plan_, volume, plane, answer_.as<std::uint32_t>(), stream);
    return fetched<std::uint32_t>(answer_, count, stream);
}

DwellSummary Observer::summary(const DwellStore& volume, std::span<const Plane> planes,
                               const Stream& stream) const {
    std::int64_t count = 0;
    for (const Plane& plane : planes) count += pixel_count(plane.size(plan_));
    answer_.reserve(static_cast<std::size_t>(count) * sizeof(std::uint32_t));
    auto* dwells = answer_.as<std::uint32_t>();
    for (const Plane& plane : planes) {
        launch_plane(plan_, volume, plane, dwells, stream);
        dwells += pixel_count(plane.size(plan_));
    }
    check(cudaStreamSynchronize(stream.get()), "read planes");  // summarise() has its own stream
    const std::shared_ptr<const std::uint32_t[]> all(answer_.as<std::uint32_t>(), [](auto*) {});
    const Field field({0, 0, static_cast<int>(count), 1}, all, {MemoryKind::cuda, plan_.device});
    return mariani::cuda::summarise(field, plan_.dwell_limit);
}

// The colours in the device's memory.
const std::uint32_t* Observer::lay_out(DwellColours colours, const Stream& stream) const {
    colours_.reserve(colours.size_bytes());
    check(cudaMemcpyAsync(colours_.as<char>(), colours.data(), colours.size_bytes(),
                          cudaMemcpyHostToDevice, stream.get()),
          "copy colours to it");
    return colours_.as<std::uint32_t>();
}

std::vector<std::uint8_t> Observer::paint(const DwellStore& volume, const Plane& plane,
                                          ImageSize size, DwellColours colours,
                                          const Stream& stream) const {
    const std::size_t bytes = 3 * static_cast<std::size_t>(pixel_count(size));
    answer_.reserve(bytes);
    launch_painted_plane(plan_, volume, plane, size, lay_out(colours, stream),
                         answer_.as<std::uint8_t>(), stream);
    return fetched<std::uint8_t>(answer_, bytes, stream);
}

// Where in the section something is solid is known then.
SeenSection Observer::seen(const DwellStore& volume, const Look& look, const Stream& stream) {
    if (!first_) {
        const auto [first, last] = stepped_lattices(plan_);
        first_.emplace(plan_.side, first);
        last_.emplace(plan_.side, last);
    }
    const auto section = seen_section(plan_, volume, look, first_->cells(), last_->cells());
    const std::pair wanted(look.solid, look.section);
    if (known_ != wanted) {
        known_.reset();
        for (const Lattice* each : {&*first_, &*last_})
            check(cudaMemsetAsync(each->solid.as<char>(), 0, each->solid.size(), stream.get()),
                  "clear memory");
        launch_solid(section, stream);
        known_ = wanted;
    }
    return section;
}

std::vector<Sight> Observer::look(const DwellStore& volume, const Look& look,
                                  const Stream& stream) {
    const auto section = seen(volume, look, stream);
    const auto count = static_cast<std::size_t>(pixel_count(look.camera.size));
    answer_.reserve(count * sizeof(Sight));
    launch_sights(section, look.camera, answer_.as<Sight>(), stream);
    return fetched<Sight>(answer_, count, stream);
}

PaintedSpace Observer::paint(const DwellStore& volume, const Look& look, const Scenery& scenery,
                             DwellColours colours, const Stream& stream) {
    const auto section = seen(volume, look, stream);
    const auto pixels = static_cast<std::size_t>(pixel_count(look.camera.size));
    answer_.reserve(3 * pixels);
    depths_.reserve(pixels * sizeof(float));
    launch_painted_sights(section, look.camera, scenery, lay_out(colours, stream),
                          answer_.as<std::uint8_t>(), depths_.as<float>(), stream);
    return {fetched<std::uint8_t>(answer_, 3 * pixels, stream),
            fetched<float>(depths_, pixels, stream)};
}

}  // namespace mariani::volume::cuda
