// The map of a frame's regions, painted where they lie.
#include "compute/cuda/block.cuh"
#include "compute/cuda/device_fields.hpp"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/side_task.hpp"
#include "compute/model/host_device.hpp"

#include <algorithm>
#include <span>

namespace mariani::cuda {
namespace {

constexpr BlockSize block{256, 1};
constexpr int warp_size = 32;
constexpr std::int64_t small_pixels = 2048;  // what one warp paints
constexpr int strips = 32;                   // that a larger region is cut into

// A byte for each position of both axes, and the maximum side, for each level.
struct LevelMarks {
    std::uint8_t* bytes;
    int* sides;
    ImageSize image;

    MARIANI_HOST_DEVICE std::size_t stride() const {
        return static_cast<std::size_t>(image.width) + static_cast<std::size_t>(image.height) + 2;
    }
    MARIANI_HOST_DEVICE std::uint8_t* columns(int level) const {
        return bytes + stride() * static_cast<std::size_t>(level);
    }
    MARIANI_HOST_DEVICE std::uint8_t* rows(int level) const {
        return columns(level) + image.width + 1;
    }
};

struct MapJob {
    const Region* regions;
    std::int64_t count;
    RegionKind* kinds;
    LevelMarks marks;
    std::uint32_t* large;  // regions that are left to the next kernel
    unsigned* large_count;
};

__device__ void mark(const LevelMarks& marks, const Region& region) {
    const PixelRect& rect = region.rect;
    std::uint8_t* const columns = marks.columns(region.level);
    std::uint8_t* const rows = marks.rows(region.level);
    columns[rect.x] = columns[rect.x + rect.width] = 1;
    rows[rect.y] = rows[rect.y + rect.height] = 1;
    const int side = min(rect.width, rect.height);
    if (marks.sides[region.level] < side) atomicMax(&marks.sides[region.level], side);
}

// Paints some rows of a region, `threads` of them together.
__device__ void paint(const MapJob& job, const Region& region, int first, int end, int rank,
                      int threads) {
    const PixelRect& rect = region.rect;
    const RegionKind kind = kind_of(region);
    const int pixels = (end - first) * rect.width;
    for (int i = rank; i < pixels; i += threads) {
        const int x = rect.x + i % rect.width, y = rect.y + first + i / rect.width;
        job.kinds[static_cast<std::size_t>(y) * static_cast<std::size_t>(job.marks.image.width) +
                  static_cast<std::size_t>(x)] = kind;
    }
}

// A warp for each region: marks it, and paints it or leaves it to the next kernel.
__global__ void map_small(const MapJob job) {
    const int lane = static_cast<int>(threadIdx.x) % warp_size;
    const std::int64_t warps = std::int64_t{gridDim.x} * (blockDim.x / warp_size);
    std::int64_t at = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / warp_size;
    for (; at < job.count; at += warps) {
        const Region& region = job.regions[at];
        if (lane == 0) mark(job.marks, region);
        if (region.outcome == Outcome::subdivided) continue;
        if (pixel_count(region.rect) <= small_pixels)
            paint(job, region, 0, region.rect.height, lane, warp_size);
        else if (lane == 0)
            job.large[atomicAdd(job.large_count, 1U)] = static_cast<std::uint32_t>(at);
    }
}

// A block for each strip of a large region.
__global__ void map_large(const MapJob job) {
    const std::int64_t pieces = std::int64_t{*job.large_count} * strips;
    for (std::int64_t piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
        const Region& region = job.regions[job.large[piece / strips]];
        const int strip = static_cast<int>(piece % strips);
        const int height = region.rect.height;
        paint(job, region, static_cast<int>(std::int64_t{height} * strip / strips),
              static_cast<int>(std::int64_t{height} * (strip + 1) / strips),
              static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x));
    }
}

// Device memory for one map's work: what the host gets of it first.
class Scratch {
  public:
    Scratch(BufferPool& pool, int levels, ImageSize image)
        : levels_(static_cast<std::size_t>(levels)),
          image_(image),
          bytes_(pool.take<std::byte>(static_cast<std::int64_t>(size()))) {}

    std::size_t result_bytes() const { return header_bytes() + marks_of({}).stride() * levels_; }
    std::byte* begin() const { return bytes_.get(); }

    LevelMarks marks_of(const std::byte* begin) const {
        auto* first = const_cast<std::byte*>(begin);
        return {reinterpret_cast<std::uint8_t*>(first + header_bytes()),
                reinterpret_cast<int*>(first), image_};
    }
    unsigned* large_count() const {
        return reinterpret_cast<unsigned*>(begin() + levels_ * sizeof(int));
    }
    std::uint32_t* large() const {
        return reinterpret_cast<std::uint32_t*>(begin() + aligned(result_bytes()));
    }

  private:
    static std::size_t aligned(std::size_t bytes) { return (bytes + 15) / 16 * 16; }
    std::size_t header_bytes() const { return aligned((levels_ + 1) * sizeof(int)); }
    // Those that are not small tile the picture.
    std::size_t size() const {
        const auto max_large = static_cast<std::size_t>(pixel_count(image_) / small_pixels + 1);
        return aligned(result_bytes()) + max_large * sizeof(std::uint32_t);
    }

    std::size_t levels_;
    ImageSize image_;
    std::shared_ptr<std::byte[]> bytes_;
};

void launch_kernels(const MapJob& job, const SideTask& side_task, int device) {
    int multiprocessors = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
          "describe the device");
    const std::int64_t warps = (job.count * warp_size + block.width - 1) / block.width;
    const auto max_blocks = resident_blocks(map_small, block, multiprocessors);
    launch("region map", side_task.stream(),
           {std::clamp<std::int64_t>(warps, 1, max_blocks), block}, map_small, job);
    launch("region map, large", side_task.stream(), {multiprocessors * 2, block}, map_large, job);
}

std::vector<LevelCuts> cuts_of(const LevelMarks& marks, int levels) {
    std::vector<LevelCuts> cuts;
    const auto width = static_cast<std::size_t>(marks.image.width) + 1;
    const auto height = static_cast<std::size_t>(marks.image.height) + 1;
    for (int level = 0; level < levels && marks.sides[level] > 0; ++level)
        cuts.push_back({marks.sides[level], cuts_at(std::span(marks.columns(level), width)),
                        cuts_at(std::span(marks.rows(level), height))});
    return cuts;
}

}  // namespace

RegionMap DeviceRegions::map(ImageSize image) const {
    SideTask side_task(device_);
    const auto pixels = static_cast<std::size_t>(pixel_count(image));
    const auto kinds = pool_->take<RegionKind>(static_cast<std::int64_t>(pixels));
    const Scratch scratch(*pool_, levels_, image);
    const auto results =
        pinned_pool().take<std::byte>(static_cast<std::int64_t>(scratch.result_bytes()));
    check(cudaMemsetAsync(kinds.get(), no_region, pixels, side_task.stream().get()), "begin a map");
    check(cudaMemsetAsync(scratch.begin(), 0, scratch.result_bytes(), side_task.stream().get()),
          "begin a map");
    launch_kernels({regions_.get(), count_, kinds.get(), scratch.marks_of(scratch.begin()),
                    scratch.large(), scratch.large_count()},
                   side_task, device_);
    check(cudaMemcpyAsync(results.get(), scratch.begin(), scratch.result_bytes(),
                          cudaMemcpyDeviceToHost, side_task.stream().get()),
          "fetch a map's cuts");
    side_task.wait();
    return {Field(whole(image), kinds, {MemoryKind::cuda, device_}),
            cuts_of(scratch.marks_of(results.get()), levels_)};
}

}  // namespace mariani::cuda
