// The two steps of a subdivision by a block: how many points are in each quadrant, and moving them
// there. A warp has a stretch of its own of the points, so that they keep their order.
#pragma once

#include "compute/cuda/warp.cuh"
#include "compute/workloads/points/cuda/division.hpp"

#include <cstdint>

namespace mariani::points::cuda {

using mariani::cuda::full_mask;
using mariani::cuda::is_set;
using mariani::cuda::lane_id;
using mariani::cuda::warp_lanes;

// Points [begin, end) of a buffer, and the centre that they are told apart by.
struct Stretch {
    const Point* from;
    std::uint32_t begin, end;
    Point centre;
};

__device__ inline Stretch whole_of(const PointBuffers& points, const Node& node) {
    return {points.at(node.cell.level), node.begin, node.end, centre_of(node.cell)};
}
__device__ inline Stretch piece_of(const PointBuffers& points, const Node& node,
                                   std::uint32_t piece) {
    Stretch stretch = whole_of(points, node);
    stretch.begin += piece * piece_points;
    stretch.end = min(stretch.end, stretch.begin + piece_points);
    return stretch;
}
__device__ inline Stretch own_part(const Stretch& stretch) {
    const std::uint32_t part =
        (stretch.end - stretch.begin + blockDim.x - 1) / blockDim.x * warp_lanes;
    Stretch own = stretch;
    own.begin = min(stretch.end, stretch.begin + threadIdx.x / warp_lanes * part);
    own.end = min(stretch.end, own.begin + part);
    return own;
}

// The points that each of a block's warps has in each quadrant, or where it puts them.
struct WarpShares {
    std::uint32_t of[4][mariani::cuda::max_threads / warp_lanes];
};
__device__ inline WarpShares& warp_shares() {
    __shared__ WarpShares shares;
    return shares;
}

// Calls use(begin, end) for parts of a warp's own points until a stop, which all lanes see.
template <typename Use>
__device__ void until_stopped(const Stretch& own, const unsigned& stop, const Use& use) {
    constexpr std::uint32_t stop_points = 1 << 12;
    for (std::uint32_t begin = own.begin; begin < own.end; begin += stop_points) {
        if (__any_sync(full_mask, is_set(&stop) ? 1 : 0) != 0) return;
        use(begin, min(own.end, begin + stop_points));
    }
}

// Counts all the block's points, in all its threads; and those of each warp, in the shares. By all
// threads of the block. Of no use once it is stopped.
__device__ inline Quadrants count_quadrants(const Stretch& stretch, const unsigned& stop) {
    const Stretch own = own_part(stretch);
    const auto lane = static_cast<std::uint32_t>(lane_id());
    std::uint32_t right = 0, low = 0, both = 0;
    until_stopped(own, stop, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t at = begin + lane; at < end; at += warp_lanes) {
            const std::uint32_t quadrant = quadrant_of(own.from[at], own.centre);
            right += quadrant & 1;
            low += quadrant >> 1;
            both += quadrant & quadrant >> 1;
        }
    });
    right = mariani::cuda::warp_reduce_sum(right);
    low = mariani::cuda::warp_reduce_sum(low);
    both = mariani::cuda::warp_reduce_sum(both);
    auto& shares = warp_shares().of;
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    __syncthreads();  // those before may still be read
    if (lane == 0) {
        shares[0][warp] = own.end - own.begin - right - low + both;
        shares[1][warp] = right - both;
        shares[2][warp] = low - both;
        shares[3][warp] = both;
    }
    __syncthreads();
    Quadrants sums{};
    for (std::uint32_t each = 0; each < blockDim.x / warp_lanes; ++each)
        for (int q = 0; q < 4; ++q) sums.of[q] += shares[q][each];
    return sums;
}

// Moves the points that were counted last, each quadrant's to begin[q] on. By all threads of the
// block.
__device__ inline void scatter_quadrants(const Stretch& stretch, const Quadrants& begin, Point* to,
                                         const unsigned& stop) {
    auto& shares = warp_shares().of;
    __syncthreads();
    if (threadIdx.x < 4) {
        std::uint32_t at = begin.of[threadIdx.x];
        for (std::uint32_t warp = 0; warp < blockDim.x / warp_lanes; ++warp) {
            const std::uint32_t share = shares[threadIdx.x][warp];
            shares[threadIdx.x][warp] = at;
            at += share;
        }
    }
    __syncthreads();
    const Stretch own = own_part(stretch);
    const auto lane = static_cast<std::uint32_t>(lane_id());
    std::uint32_t place = shares[lane & 3][threadIdx.x / warp_lanes];  // of quadrant lane & 3
    until_stopped(own, stop, [&](std::uint32_t from, std::uint32_t end) {
        for (std::uint32_t strip = from; strip < end; strip += warp_lanes) {
            const bool has = strip + lane < end;
            const Point point = has ? own.from[strip + lane] : own.centre;
            const std::uint32_t quadrant = quadrant_of(point, own.centre);
            const unsigned all = __ballot_sync(full_mask, has ? 1 : 0);
            const unsigned right = __ballot_sync(full_mask, quadrant & 1);
            const unsigned low = __ballot_sync(full_mask, quadrant & 2);
            const auto lanes_in = [&](std::uint32_t q) {
                return ((q & 1) != 0 ? right : ~right) & ((q & 2) != 0 ? low : ~low) & all;
            };
            const std::uint32_t first = mariani::cuda::from_lane(place, static_cast<int>(quadrant));
            const int before = __popc(mariani::cuda::lanes_before(lanes_in(quadrant)));
            if (has) to[first + static_cast<std::uint32_t>(before)] = point;
            place += static_cast<std::uint32_t>(__popc(lanes_in(lane & 3)));
        }
    });
}

__device__ inline Borders borders_from(const Node& node, const Quadrants& counts) {
    Borders borders{{node.begin}};
    for (int q = 1; q < 4; ++q) borders.begin[q] = borders.begin[q - 1] + counts.of[q - 1];
    return borders;
}
__device__ inline Quadrants begins_of(const Borders& borders) {
    return {{borders.begin[0], borders.begin[1], borders.begin[2], borders.begin[3]}};
}

}  // namespace mariani::points::cuda
