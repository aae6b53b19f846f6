// The lists of regions: the first, and from each the next.
#include "compute/cuda/launch.hpp"
#include "compute/cuda/warp.cuh"
#include "compute/workloads/volume/cuda/launches.hpp"

#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

namespace mariani::volume::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::DeviceMemory;

constexpr int threads = 256;
constexpr BlockSize block{threads, 1};

mariani::cuda::Grid grid_of(Index count) {
    return {(count + threads - 1) / threads, block};
}
__device__ Index own_index() {
    return Index{blockIdx.x} * threads + threadIdx.x;
}

__global__ void write_first(const Code code, std::uint32_t* words, const Index count) {
    const Index i = own_index();
    if (i < count) code.store(words, i, code.first(static_cast<std::uint64_t>(i)));
}

// By all threads of a block.
__global__ void write_boxes(const Code code, const Sides side, const LevelMemory level,
                            const Twins twins, Control* control) {
    const Index entry = own_index();
    const std::uint32_t lattice = code.lattice(level.level);
    Cell cell;
    if (entry < level.count) cell = code.decode(code.load(level.words, entry), level.level);
    const bool chosen = entry < level.count && twins.first_of(cell, code.axes, lattice) == cell;
    const unsigned at =
        mariani::cuda::reserve_in_block(&control->chosen[level.level], chosen ? 1 : 0);
    if (!chosen) return;
    const Box box = box_of(side, code.axes, lattice, cell);
    std::memcpy(&level.boxes[at], &box, sizeof(box));
    level.entries[at] = static_cast<std::uint32_t>(entry);
}

// What became of an entry's region, or of its first twin.
__device__ std::uint8_t outcome_of(const Code& code, const LevelMemory& level, const Twins& twins,
                                   const std::uint8_t* cells, Index entry) {
    if (!twins.any()) return level.outcomes[entry];
    const std::uint32_t lattice = code.lattice(level.level);
    const Cell cell = code.decode(code.load(level.words, entry), level.level);
    const Cell first = twins.first_of(cell, code.axes, lattice);
    if (!(first == cell)) level.outcomes[entry] = cells[cell_number(first, code.axes, lattice)];
    return level.outcomes[entry];
}

__global__ void tally(const Code code, const LevelMemory level, const Twins twins,
                      const std::uint8_t* cells, const bool by_arrival, Control* control) {
    const Index entry = own_index();
    const int outcome =
        entry < level.count ? outcome_of(code, level, twins, cells, entry) : no_region;
    for (int each = 0; each < outcomes; ++each) {
        const int found = __syncthreads_count(outcome == each);
        if (threadIdx.x == 0 && found > 0)
            atomicAdd(&control->tally[level.level][each], static_cast<Count>(found));
    }
    const unsigned subdivided = outcome == static_cast<int>(Outcome::subdivided) ? 1 : 0;
    const unsigned arrived =
        by_arrival ? mariani::cuda::reserve_in_block(&control->arrived[level.level], subdivided)
                   : subdivided;
    if (entry < level.count) level.ranks[entry] = arrived;
}

__global__ void write_children(const Code code, const LevelMemory level, std::uint32_t* words) {
    const Index i = own_index();
    const Index entry = i / code.children;
    if (entry >= level.count) return;
    if (level.outcomes[entry] != static_cast<std::uint8_t>(Outcome::subdivided)) return;
    const auto j = static_cast<std::uint32_t>(i % code.children);
    code.store(words, Index{level.ranks[entry]} * code.children + j,
               code.append(code.load(level.words, entry), j, level.level));
}

__global__ void load_entries(const Code code, const std::uint32_t* words, const Index count,
                             std::uint64_t* entries) {
    const Index i = own_index();
    if (i < count) entries[i] = code.load(words, i);
}
__global__ void store_entries(const Code code, const std::uint64_t* entries, const Index count,
                              std::uint32_t* words) {
    const Index i = own_index();
    if (i < count) code.store(words, i, entries[i]);
}

}  // namespace

void launch_first_list(const Code& code, std::uint32_t* words, Index count, const Stream& stream) {
    mariani::cuda::launch("first list", stream, grid_of(count), write_first, code, words, count);
}

void launch_boxes(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream) {
    mariani::cuda::launch("boxes", stream, grid_of(level.count), write_boxes, code_of(plan),
                          plan.side, level, memory.twins, memory.control);
}

void launch_tally(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                  const Stream& stream) {
    mariani::cuda::launch("tally", stream, grid_of(level.count), tally, code_of(plan), level,
                          memory.twins, memory.cells, plan.order == Order::arrival, memory.control);
}

void launch_children(const Code& code, const LevelMemory& level, std::uint32_t* words,
                     const Stream& stream) {
    mariani::cuda::launch("children", stream, grid_of(level.count * code.children), write_children,
                          code, level, words);
}

void launch_ranks(const LevelMemory& level, DeviceMemory& scratch, const Stream& stream) {
    std::size_t bytes = 0;
    check(cub::DeviceScan::ExclusiveSum(nullptr, bytes, level.ranks, level.ranks, level.count,
                                        stream.get()),
          "prepare a scan");
    scratch.reserve(bytes);
    check(cub::DeviceScan::ExclusiveSum(scratch.as<void>(), bytes, level.ranks, level.ranks,
                                        level.count, stream.get()),
          "scan");
    stream.count_launch();
}

void launch_sort(const Code& code, std::uint32_t* words, Index count, DeviceMemory& scratch,
                 const Stream& stream) {
    std::size_t bytes = 0;
    const std::uint64_t* const none = nullptr;
    check(cub::DeviceRadixSort::SortKeys(nullptr, bytes, none, static_cast<std::uint64_t*>(nullptr),
                                         count, 0, 64, stream.get()),
          "prepare a sort");
    const auto entries = static_cast<std::size_t>(count) * sizeof(std::uint64_t);
    scratch.reserve(2 * entries + bytes);
    auto* const from = scratch.as<std::uint64_t>();
    auto* const to = from + count;
    mariani::cuda::launch("entries", stream, grid_of(count), load_entries, code, words, count,
                          from);
    check(cub::DeviceRadixSort::SortKeys(to + count, bytes, from, to, count, 0, 64, stream.get()),
          "sort");
    stream.count_launch();
    mariani::cuda::launch("entries", stream, grid_of(count), store_entries, code, to, count, words);
}

}  // namespace mariani::volume::cuda
