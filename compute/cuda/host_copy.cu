// What a frame has where the processor can read it.
#include "compute/cuda/buffer_pool.hpp"
#include "compute/cuda/check.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/errand.hpp"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/regions.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

namespace mariani::cuda {
namespace {

// Pinned memory is copied to four times as fast, but taken from all other programs: more than a
// window or a poster's part needs is not asked for.
constexpr std::size_t most_pinned = std::size_t{256} << 20;

template <typename T>
std::shared_ptr<T[]> host_memory(std::size_t count) {
    if (count * sizeof(T) > most_pinned) return std::make_shared_for_overwrite<T[]>(count);
    return pinned_pool().take<T>(static_cast<std::int64_t>(count));
}

template <typename T>
void copy(const T* from, T* to, std::size_t count, const Errand& errand) {
    check(
        cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost, errand.stream().get()),
        "copy a frame to the host");
}

__global__ void widen(const std::uint16_t* from, std::uint32_t* to, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i];
}

// Dwells of 2 bytes have 4 in host memory. The device widens them, in a small part of the time that
// their way to the host takes.
void copy_widened(const std::uint16_t* from, std::uint32_t* to, std::size_t count, Errand& errand) {
    constexpr BlockSize block{256, 1};
    constexpr std::size_t most = Errand::piece_bytes / sizeof(std::uint32_t);
    auto* const piece = errand.piece<std::uint32_t>();
    for (std::size_t done = 0; done < count; done += most) {
        const std::size_t some = std::min(most, count - done);
        const auto blocks = static_cast<std::int64_t>((some - 1) / block.width + 1);
        launch("widen dwells", errand.stream(), {blocks, block}, widen, from + done, piece, some);
        copy(piece, to + done, some, errand);
    }
}

class CopiedDwells final : public DwellImage {
  public:
    explicit CopiedDwells(const DwellSpan& span) : part_(span.part) {
        const auto count = static_cast<std::size_t>(pixel_count(span.part));
        Errand errand(span.device);
        dwells_ = host_memory<std::uint32_t>(count);
        if (span.fractions) fractions_ = host_memory<float>(count);
        if (span.narrow)
            copy_widened(span.narrow, dwells_.get(), count, errand);
        else
            copy(span.dwells, dwells_.get(), count, errand);
        if (span.fractions) copy(span.fractions, fractions_.get(), count, errand);
        errand.wait();
    }
    DwellSpan span() const override { return {part_, dwells_.get(), fractions_.get()}; }

  private:
    PixelRect part_;
    std::shared_ptr<std::uint32_t[]> dwells_;
    std::shared_ptr<float[]> fractions_;
};

}  // namespace

std::shared_ptr<const DwellImage> host_copy(const DwellSpan& span) {
    return std::make_shared<CopiedDwells>(span);
}

RegionMap host_copy(RegionMap map) {
    const auto count = static_cast<std::size_t>(pixel_count(map.size));
    Errand errand(map.device);
    const auto kinds = host_memory<RegionKind>(count);
    copy(map.kinds.get(), kinds.get(), count, errand);
    errand.wait();
    map.kinds = kinds;
    map.memory = MemoryKind::host;
    return map;
}

std::shared_ptr<const std::vector<Region>> DeviceRegions::on_host() const {
    const auto count = static_cast<std::size_t>(count_);
    Errand errand(device_);
    const auto fetched = host_memory<Region>(count);
    copy(regions_.get(), fetched.get(), count, errand);
    errand.wait();
    auto regions = std::make_shared<std::vector<Region>>(fetched.get(), fetched.get() + count);
    std::ranges::sort(*regions, [](const Region& a, const Region& b) {
        return std::tie(a.level, a.rect.y, a.rect.x) < std::tie(b.level, b.rect.y, b.rect.x);
    });
    return regions;
}

std::uint32_t dwell_at(const DwellSpan& span, std::size_t at) {
    Errand errand(span.device);
    if (span.narrow) {
        errand.fetch(span.narrow + at, sizeof(std::uint16_t));
        return errand.on_host<std::uint16_t>();
    }
    errand.fetch(span.dwells + at, sizeof(std::uint32_t));
    return errand.on_host<std::uint32_t>();
}

void overwrite(const DwellSpan& span, std::size_t at, std::span<const std::uint32_t> dwells) {
    Errand errand(span.device);
    const auto write = [&](const auto* to, const auto& values) {
        check(cudaMemcpyAsync(const_cast<void*>(static_cast<const void*>(to)), values.data(),
                              values.size() * sizeof(*to), cudaMemcpyHostToDevice,
                              errand.stream().get()),
              "write dwells to the device");
        errand.wait();
    };
    if (span.narrow)
        write(span.narrow + at, std::vector<std::uint16_t>(dwells.begin(), dwells.end()));
    else
        write(span.dwells + at, dwells);
}

}  // namespace mariani::cuda
