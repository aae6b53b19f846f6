// What a frame has where the processor can read it.
#include "compute/cuda/buffer_pool.hpp"
#include "compute/cuda/device_fields.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/side_task.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

namespace mariani::cuda {
namespace {

template <typename T>
void copy(const T* from, T* to, std::size_t count, SideTask& side_task) {
    check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost,
                          side_task.stream().get()),
          "copy a frame to the host");
}

__global__ void widen(const std::uint16_t* from, std::uint32_t* to, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i];
}

// Dwells of 2 bytes have 4 in host memory. The device widens them, in a small part of the time that
// their way to the host takes.
void copy_widened(const std::uint16_t* from, std::uint32_t* to, std::size_t count,
                  SideTask& side_task) {
    constexpr BlockSize block{256, 1};
    constexpr std::size_t max_count = SideTask::piece_bytes / sizeof(std::uint32_t);
    auto* const piece = side_task.piece<std::uint32_t>();
    for (std::size_t done = 0; done < count; done += max_count) {
        const std::size_t some = std::min(max_count, count - done);
        const auto blocks = static_cast<std::int64_t>((some - 1) / block.width + 1);
        launch("widen dwells", side_task.stream(), {blocks, block}, widen, from + done, piece,
               some);
        copy(piece, to + done, some, side_task);
    }
}

template <typename T>
const T* values_of(const Field& field) {
    return static_cast<const T*>(field.values().get());
}

// copying(from, to, count, side_task) begins the copy.
template <typename From, typename To, typename Copying>
Field copied(const Field& field, const Copying& copying) {
    const auto count = static_cast<std::size_t>(pixel_count(field.extent()));
    SideTask side_task(field.place().device);
    const auto values = host_memory<To>(count);
    copying(values_of<From>(field), values.get(), count, side_task);
    side_task.wait();
    return {field.extent(), values};
}

template <typename T>
Field copied(const Field& field) {
    return copied<T, T>(field, copy<T>);
}

}  // namespace

Field host_copy(const Field& field) {
    switch (field.type()) {
        case ElementType::uint8:
            return copied<std::uint8_t>(field);
        case ElementType::uint16:
            return copied<std::uint16_t, std::uint32_t>(field, copy_widened);
        case ElementType::uint32:
            return copied<std::uint32_t>(field);
        default:
            return copied<float>(field);
    }
}

std::shared_ptr<const std::vector<Region>> DeviceRegions::on_host() const {
    const auto count = static_cast<std::size_t>(count_);
    SideTask side_task(device_);
    const auto fetched = host_memory<Region>(count);
    copy(regions_.get(), fetched.get(), count, side_task);
    side_task.wait();
    auto regions = std::make_shared<std::vector<Region>>(fetched.get(), fetched.get() + count);
    std::ranges::sort(*regions, [](const Region& a, const Region& b) {
        return std::tie(a.level, a.rect.y, a.rect.x) < std::tie(b.level, b.rect.y, b.rect.x);
    });
    return regions;
}

std::uint32_t value_at(const Field& field, std::size_t at) {
    SideTask side_task(field.place().device);
    if (field.type() == ElementType::uint16) {
        side_task.fetch(values_of<std::uint16_t>(field) + at, sizeof(std::uint16_t));
        return side_task.on_host<std::uint16_t>();
    }
    side_task.fetch(values_of<std::uint32_t>(field) + at, sizeof(std::uint32_t));
    return side_task.on_host<std::uint32_t>();
}

void overwrite(const Field& dwells, std::size_t at, std::span<const std::uint32_t> values) {
    SideTask side_task(dwells.place().device);
    const auto write = [&](const auto* to, const auto& from) {
        check(cudaMemcpyAsync(const_cast<void*>(static_cast<const void*>(to)), from.data(),
                              from.size() * sizeof(*to), cudaMemcpyHostToDevice,
                              side_task.stream().get()),
              "write dwells to the device");
        side_task.wait();
    };
    if (dwells.type() == ElementType::uint16)
        write(values_of<std::uint16_t>(dwells) + at,
              std::vector<std::uint16_t>(values.begin(), values.end()));
    else
        write(values_of<std::uint32_t>(dwells) + at, values);
}

}  // namespace mariani::cuda
