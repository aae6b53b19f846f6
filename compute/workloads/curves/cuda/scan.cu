// Count, scan, fill: a thread counts a line, and a warp places the vertices of its 32 lines, a lane
// a vertex.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/curves/cuda/block_sums.cuh"
#include "compute/workloads/curves/cuda/launches.hpp"

namespace mariani::curves::cuda {
namespace {

using mariani::cuda::lane_id;
using mariani::cuda::warp_lanes;

constexpr int tile_warps = tile_lines / warp_lanes;
constexpr int scan_threads = 1024;

__device__ std::uint32_t own_line() {
    return blockIdx.x * tile_lines + threadIdx.x;
}

__global__ void __launch_bounds__(tile_lines)
    count_tiles(const CountRule rule, const std::uint32_t lines, const ScanMemory memory) {
    const std::uint32_t i = own_line();
    const Count count = i < lines ? count_of(rule, memory.lines[i]) : Count{0, false};
    const int cut = __syncthreads_count(count.cut ? 1 : 0);
    const BlockSum sum = block_sum(count.vertices);
    if (threadIdx.x != 0) return;
    memory.tiles[blockIdx.x] = sum.all;
    if (cut != 0) atomicAdd(&memory.control->cut_lines, static_cast<Total>(cut));
}

// By one block: each thread sums neighbouring tiles.
__global__ void __launch_bounds__(scan_threads)
    scan_tiles(const std::uint32_t tiles, const ScanMemory memory) {
    const std::uint32_t share = (tiles + scan_threads - 1) / scan_threads;
    const std::uint32_t begin = min(tiles, threadIdx.x * share), end = min(tiles, begin + share);
    std::uint32_t own = 0;
    for (std::uint32_t i = begin; i < end; ++i) own += memory.tiles[i];
    const BlockSum sum = block_sum(own);
    std::uint32_t before = sum.before;
    for (std::uint32_t i = begin; i < end; ++i) {
        const std::uint32_t tile = memory.tiles[i];
        memory.tiles[i] = before;
        before += tile;
    }
    if (threadIdx.x == 0) memory.control->vertices = sum.all;
}

// A line, and where its vertices begin.
struct alignas(16) Row {
    Line line;
    std::uint32_t count, first;
};
static_assert(sizeof(Row) == 32);

// Of a warp. A bit of `heads` is set where a line's vertices begin: with those before it counted, a
// lane knows the line of its vertex without a search.
struct Warp {
    Row rows[warp_lanes];
    unsigned heads[warp_lanes];
};

// Stores are aligned: a lane's vertices are those of its number modulo 32.
__device__ void place_vertices(Warp& warp, const Row& own, std::uint32_t begin, std::uint32_t end,
                               Point* vertices) {
    constexpr std::uint32_t window_vertices = warp_lanes * warp_lanes;
    const auto lane = static_cast<std::uint32_t>(lane_id());
    const unsigned up_to_lane = ~0U >> (warp_lanes - 1 - lane_id());
    warp.rows[lane] = own;
    int passed = 0;  // heads
    for (std::uint32_t window = begin / warp_lanes * warp_lanes; window < end;
         window += window_vertices) {
        __syncwarp();
        warp.heads[lane] = 0;
        __syncwarp();
        const std::uint32_t head = own.first - window;  // of one before it, far above
        if (own.count != 0 && head < window_vertices)
            atomicOr(&warp.heads[head / warp_lanes], 1U << head % warp_lanes);
        __syncwarp();
        for (int word = 0; word < warp_lanes; ++word) {
            const std::uint32_t first = window + static_cast<std::uint32_t>(word * warp_lanes);
            if (first >= end) break;
            const unsigned heads = warp.heads[word];
            const int line = passed + __popc(heads & up_to_lane) - 1;
            passed += __popc(heads);
            const std::uint32_t at = first + lane;
            if (at < begin || at >= end) continue;
            const Row row = warp.rows[line];
            vertices[at] = vertex_of(row.line, row.count, at - row.first);
        }
    }
}

__global__ void __launch_bounds__(tile_lines)
    fill_tiles(const CountRule rule, const std::uint32_t lines, const ScanMemory memory) {
    __shared__ Warp warps[tile_warps];
    if (memory.control->vertices > static_cast<Total>(memory.capacity)) return;
    const std::uint32_t i = own_line();
    Row own{};
    if (i < lines) {
        own.line = memory.lines[i];
        own.count = count_of(rule, own.line).vertices;
    }
    own.first = memory.tiles[blockIdx.x] + block_sum(own.count).before;
    if (i < lines) memory.offsets[i] = own.first;
    const std::uint32_t begin = mariani::cuda::from_lane(own.first, 0);
    const std::uint32_t end = mariani::cuda::from_lane(own.first + own.count, warp_lanes - 1);
    place_vertices(warps[threadIdx.x / warp_lanes], own, begin, end, memory.vertices);
}

}  // namespace

void launch_scan(const Plan& plan, const ScanMemory& memory, const Stream& stream) {
    const auto lines = static_cast<std::uint32_t>(plan.lines);
    const mariani::cuda::Grid tiles{tile_count(plan), {tile_lines, 1}};
    mariani::cuda::launch("count", stream, tiles, count_tiles, plan.rule, lines, memory);
    mariani::cuda::launch("scan", stream, {1, {scan_threads, 1}}, scan_tiles,
                          static_cast<std::uint32_t>(tiles.blocks), memory);
    mariani::cuda::launch("fill", stream, tiles, fill_tiles, plan.rule, lines, memory);
}

}  // namespace mariani::curves::cuda
