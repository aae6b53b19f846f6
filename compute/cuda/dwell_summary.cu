// The spread of a frame's dwells, counted where they lie.
#include "compute/cuda/block.cuh"
#include "compute/cuda/dwell_plane.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/side_task.hpp"

#include <algorithm>
#include <numeric>

namespace mariani::cuda {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

struct Counted {
    std::uint32_t min;  // `none` until an escaped pixel is seen
    std::uint32_t max;
    std::uint32_t histogram[DwellBins::count];
};

struct Values {
    DwellPlane dwells;
    Count count;
    std::uint32_t limit;
};

// Calls use(dwell) for the escaped pixels; all threads of the grid together take each one once.
template <typename Use>
__device__ void for_each_escaped(const Values& values, const Use& use) {
    const Count stride = Count{gridDim.x} * blockDim.x;
    for (Count i = Count{blockIdx.x} * blockDim.x + threadIdx.x; i < values.count; i += stride) {
        const std::uint32_t dwell = values.dwells.load(i);
        if (dwell < values.limit) use(dwell);
    }
}

__global__ void find_range(Values values, Counted* counted) {
    __shared__ std::uint32_t block_min, block_max;
    if (first_thread()) {
        block_min = none;
        block_max = 0;
    }
    __syncthreads();
    std::uint32_t lowest = none, highest = 0;
    for_each_escaped(values, [&](std::uint32_t dwell) {
        lowest = min(lowest, dwell);
        highest = max(highest, dwell);
    });
    atomicMin(&block_min, lowest);
    atomicMax(&block_max, highest);
    __syncthreads();
    if (!first_thread()) return;
    atomicMin(&counted->min, block_min);
    atomicMax(&counted->max, block_max);
}

__global__ void fill_histogram(Values values, Counted* counted) {
    __shared__ std::uint32_t bins[DwellBins::count];
    for (unsigned bin = threadIdx.x; bin < DwellBins::count; bin += blockDim.x) bins[bin] = 0;
    __syncthreads();
    const std::uint32_t lowest = counted->min;
    for_each_escaped(values, [&](std::uint32_t dwell) {
        atomicAdd(&bins[DwellBins::place(dwell - lowest).bin], 1U);
    });
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < DwellBins::count; bin += blockDim.x)
        if (bins[bin] != 0) atomicAdd(&counted->histogram[bin], bins[bin]);
}

void reset(Counted* counted, const Stream& stream) {
    check(cudaMemsetAsync(counted, 0, sizeof(Counted), stream.get()), "reset a histogram");
    check(cudaMemsetAsync(&counted->min, 0xFF, sizeof(none), stream.get()), "reset a histogram");
}

DwellSummary summary_of(const Counted& counted) {
    DwellSummary summary;
    if (counted.min == none) return summary;
    summary.min = counted.min;
    summary.max = counted.max;
    std::ranges::copy(counted.histogram, summary.histogram.begin());
    summary.escaped =
        std::accumulate(summary.histogram.begin(), summary.histogram.end(), std::int64_t{0});
    summary.high = high_of(summary);
    return summary;
}

}  // namespace

DwellSummary summarise(const Field& dwells, std::uint32_t dwell_limit) {
    constexpr BlockSize block{256, 1};
    const int device = dwells.place().device;
    const std::int64_t pixels = pixel_count(dwells.extent());
    SideTask side_task(device);
    const Values values{plane_of(dwells), static_cast<Count>(pixels), dwell_limit};
    auto* counted = side_task.on_device<Counted>();
    int multiprocessors = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
          "describe the device");
    const auto grid = [&](auto kernel) {
        const std::int64_t max_blocks = (pixels + block.width - 1) / block.width;
        return Grid{std::min(max_blocks, resident_blocks(kernel, block, multiprocessors)), block};
    };
    reset(counted, side_task.stream());
    launch("range of the dwells", side_task.stream(), grid(find_range), find_range, values,
           counted);
    launch("histogram", side_task.stream(), grid(fill_histogram), fill_histogram, values, counted);
    side_task.fetch(sizeof(Counted));
    return summary_of(side_task.on_host<Counted>());
}

}  // namespace mariani::cuda
