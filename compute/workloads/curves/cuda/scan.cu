// Count, scan, fill in one pass over the lines: a thread counts a line, a block learns from those
// before it where the vertices of its lines begin, and a warp places those of its 32 lines, a lane
// a vertex.
#include "compute/cuda/launch.hpp"
#include "compute/cuda/look_back.cuh"
#include "compute/cuda/warp.cuh"
#include "compute/workloads/curves/cuda/launches.hpp"
#include "compute/workloads/curves/cuda/recording.cuh"

namespace mariani::curves::cuda {
namespace {

using mariani::cuda::Known;
using mariani::cuda::lane_id;
using mariani::cuda::tell;
using mariani::cuda::warp_lanes;
using mariani::cuda::word_of;

constexpr int tile_warps = tile_lines / warp_lanes;

// A line with vertices, where these begin, and the last one's number.
struct alignas(16) Row {
    Line line;
    std::uint32_t first;
    float last;
};
static_assert(sizeof(Row) == 32);

// 32 vertices: a bit for each that is a line's first, and how many lines begin before them.
struct alignas(8) Heads {
    unsigned bits;
    int before;
};

// The lines of a warp. With the bits up to its own counted, a lane knows the line of its vertex
// without a search.
struct Warp {
    Row rows[warp_lanes];
    float reciprocals[warp_lanes];  // of the rows' last
    Heads heads[warp_lanes];
};

__device__ void keep_row(Warp& warp, const Line& line, std::uint32_t count, std::uint32_t first) {
    const Shares shares(max(count, 2U) - 1);
    warp.rows[lane_id()] = {line, first, shares.last};
    warp.reciprocals[lane_id()] = shares.reciprocal;
}

// Marks the lines that begin in a window of 32 times 32 vertices. Returns how many have begun by
// its end.
__device__ int mark_heads(Warp& warp, std::uint32_t head, bool begins, int begun) {
    Heads& own = warp.heads[lane_id()];
    __syncwarp();
    own.bits = 0;
    __syncwarp();
    if (begins) atomicOr(&warp.heads[head / warp_lanes].bits, 1U << head % warp_lanes);
    __syncwarp();
    const int count = __popc(own.bits);
    own.before = begun + mariani::cuda::warp_exclusive_sum(count);
    begun = mariani::cuda::from_lane(own.before + count, warp_lanes - 1);
    __syncwarp();
    return begun;
}

// Stores are aligned: a lane's vertices are those of its number modulo 32.
__device__ void place_vertices(Warp& warp, const Line& line, std::uint32_t count,
                               std::uint32_t own_first, Point* vertices) {
    constexpr std::uint32_t window_vertices = warp_lanes * warp_lanes;
    const auto lane = static_cast<std::uint32_t>(lane_id());
    const unsigned up_to_lane = ~0U >> (warp_lanes - 1 - lane_id());
    const std::uint32_t begin = mariani::cuda::from_lane(own_first, 0);
    const std::uint32_t end = mariani::cuda::from_lane(own_first + count, warp_lanes - 1);
    keep_row(warp, line, count, own_first);
    int begun = 0;
    for (std::uint32_t window = begin / warp_lanes * warp_lanes; window < end;
         window += window_vertices) {
        const std::uint32_t head = own_first - window;  // of one before it, far above
        begun = mark_heads(warp, head, count != 0 && head < window_vertices, begun);
        const std::uint32_t window_end = min(end, window + window_vertices);
        const Heads* heads = warp.heads;
        for (std::uint32_t at = window + lane; at < window_end; at += warp_lanes, ++heads) {
            const int owner = heads->before + __popc(heads->bits & up_to_lane) - 1;
            if (at < begin) continue;
            const Row row = warp.rows[owner];
            const Shares shares(row.last, warp.reciprocals[owner]);
            vertices[at] = point_at(row.line, shares(at - row.first));
        }
    }
}

// Tiles begin in the order of their numbers, whatever the order of their blocks: those that a tile
// waits for are under way.
__device__ std::uint32_t next_tile(ScanState& state) {
    __shared__ std::uint32_t tile;
    if (threadIdx.x == 0) tile = atomicAdd(&state.begun, 1U);
    __syncthreads();
    return tile;
}

// The last tile leaves the state to the next run. At a tile's end, so that none waits for it.
__device__ void end_tile(ScanState& state) {
    if (threadIdx.x != 0 || atomicAdd(&state.ended, 1U) + 1 != gridDim.x) return;
    state.begun = state.ended = 0;
    state.run = (state.run + 1) & mariani::cuda::runs_apart;
}

// Two blocks fill a multiprocessor of those GPUs that have room for 2048 threads in it, one the
// others.
#if defined(__CUDA_ARCH__) && \
    (__CUDA_ARCH__ == 800 || __CUDA_ARCH__ / 100 == 9 || __CUDA_ARCH__ / 100 == 10)
constexpr int blocks_beside = 2;
#else
constexpr int blocks_beside = 1;
#endif

// A warp places the vertices of all its lines together: each has the same times.
template <bool recorded>
__global__ void __launch_bounds__(tile_lines, blocks_beside)
    place_tiles(const CountRule rule, const std::uint32_t lines, const ScanMemory memory) {
    __shared__ Warp warps[tile_warps];
    __shared__ std::uint32_t vertices_before_tile;
    const unsigned run = memory.state->run;
    const std::uint32_t tile = next_tile(*memory.state);
    const std::uint32_t i = tile * tile_lines + threadIdx.x;
    Line line{};
    Count count{0, false};
    if (i < lines) {
        line = memory.lines[i];
        count = count_of(rule, line);
    }
    const int cut = __syncthreads_count(count.cut ? 1 : 0);
    const auto sum = mariani::cuda::block_sum(count.vertices);
    if (threadIdx.x < warp_lanes) {
        if (lane_id() == 0) tell(memory.tiles[tile], word_of(run, Known::own, sum.all));
        __syncwarp();
        const std::uint32_t before = mariani::cuda::sum_before(memory.tiles, tile, run);
        if (lane_id() == 0) {
            tell(memory.tiles[tile], word_of(run, Known::all, before + sum.all));
            vertices_before_tile = before;
            if (cut != 0) atomicAdd(&memory.control->cut_lines, static_cast<Total>(cut));
            if (tile == gridDim.x - 1) memory.control->vertices = before + sum.all;
        }
    }
    __syncthreads();
    const std::uint32_t first = vertices_before_tile + sum.before;
    if (i < lines) memory.offsets[i] = first;
    const auto place = [&] {
        if (static_cast<std::int64_t>(vertices_before_tile) + sum.all <= memory.capacity)
            place_vertices(warps[threadIdx.x / warp_lanes], line, count.vertices, first,
                           memory.vertices);
    };
    if constexpr (recorded)
        record_placing(memory.records, i, i < lines, place);
    else
        place();
    end_tile(*memory.state);
}

}  // namespace

void launch_scan(const Plan& plan, const ScanMemory& memory, const Stream& stream) {
    const mariani::cuda::Grid tiles{tile_count(plan), {tile_lines, 1}};
    mariani::cuda::launch("count, scan, fill", stream, tiles,
                          memory.records == nullptr ? place_tiles<false> : place_tiles<true>,
                          plan.rule, static_cast<std::uint32_t>(plan.lines), memory);
}

}  // namespace mariani::curves::cuda
