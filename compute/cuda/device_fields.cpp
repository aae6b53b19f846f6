#include "compute/cuda/device_fields.hpp"

#include "compute/cuda/handles.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace mariani::cuda {
namespace {

constexpr std::uint16_t unknown_narrow = 0xFFFF;

std::uint32_t widened(std::uint16_t dwell) {
    return dwell == unknown_narrow ? unknown_dwell : dwell;
}

}  // namespace

void Growth::begin(const DeviceFields& fields, const FramePlan& plan, GrowingFrame& growing,
                   const Stream& stream) {
    const Field dwells = fields.dwells();
    check(cudaMemsetAsync(fields.dwell_plane().memory, 0xFF,
                          static_cast<std::size_t>(dwells.bytes()), stream.get()),
          "mark the pixels as unknown");
    growing.begin(plan, nullptr, nullptr);
}

void Growth::report(const DeviceFields& fields, const FramePlan& plan, GrowingFrame& growing,
                    const Workspace& workspace) {
    if (!growing.wanted()) return;
    const Field dwells = fields.dwells();
    const auto pixels = static_cast<std::size_t>(pixel_count(plan.part));
    std::vector<std::uint32_t> values(pixels);
    if (dwells.type() == ElementType::uint16) {
        const auto* narrow = fetch<std::uint16_t>(dwells, workspace);
        std::transform(narrow, narrow + pixels, values.begin(), widened);
    } else {
        std::copy_n(fetch<std::uint32_t>(dwells, workspace), pixels, values.begin());
    }
    GrowingPicture picture{plan, field_of(plan.part, std::move(values)), {}};
    if (const Field fractions = fields.fractions()) {
        const auto* fetched = fetch<float>(fractions, workspace);
        picture.fractions = field_of(plan.part, std::vector<float>(fetched, fetched + pixels));
    }
    growing.publish(std::move(picture));
}

template <typename T>
const T* Growth::fetch(const Field& field, const Workspace& workspace) {
    const auto bytes = static_cast<std::size_t>(field.bytes());
    if (memory_.size() < bytes) memory_ = PinnedMemory(bytes);
    workspace.fetch(memory_.as<void>(), field.values().get(), bytes);
    return memory_.as<T>();
}

}  // namespace mariani::cuda
