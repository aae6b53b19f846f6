// What a warp finds out about a region whose border is known.
#pragma once

#include "compute/cuda/border.cuh"
#include "compute/cuda/lists.hpp"
#include "compute/cuda/subdivision.cuh"
#include "compute/cuda/warp.cuh"

namespace mariani::cuda {

// subdivision::fills, for a border with one dwell.
template <subdivision::Elements E>
__device__ __noinline__ bool fills_uniform(const Job<E>& job, PixelRect rect, std::uint32_t dwell) {
    const auto& elements = job.canvas.elements;
    const auto fill = elements.fill_of(dwell, rect);
    if (fill != subdivision::Fill::if_proven) return fill == subdivision::Fill::yes;
    unsigned proofs = subdivision::all_proofs;
    for (int k = lane_id(); k < ring_pixels(rect); k += warp_lanes) {
        const Pixel pixel = ring_pixel(rect, k);
        proofs &= elements.proofs_at(pixel.x, pixel.y);
    }
    return warp_reduce_and(proofs) != 0;
}

// The range of all lanes, in all of them.
__device__ inline subdivision::BorderRange warp_reduce_range(subdivision::BorderRange range) {
    for (int offset = warp_lanes / 2; offset > 0; offset /= 2) {
        range.min = min(range.min, __shfl_xor_sync(full_mask, range.min, offset));
        range.max = max(range.max, __shfl_xor_sync(full_mask, range.max, offset));
    }
    return range;
}

// The lowest and highest dwell on a border; dwell_at(x, y) reads them. Unless the whole range is
// wanted, it is enough to see that there are two.
template <typename DwellAt>
__device__ subdivision::BorderRange border_range(PixelRect rect, bool whole,
                                                 const DwellAt& dwell_at) {
    constexpr int pixels_between_votes = 8 * warp_lanes;
    const int count = ring_pixels(rect);
    subdivision::BorderRange own;
    for (int begin = 0; begin < count; begin += pixels_between_votes) {
        const int end = min(begin + pixels_between_votes, count);
        for (int k = begin + lane_id(); k < end; k += warp_lanes) {
            const Pixel pixel = ring_pixel(rect, k);
            own.take(dwell_at(pixel.x, pixel.y));
        }
        const std::uint32_t first = from_lane(own.min, 0);
        const bool differs = own.min <= own.max && (own.min != first || own.max != first);
        if (!whole && __any_sync(full_mask, differs)) break;
    }
    return warp_reduce_range(own);
}

// What is seldom called is not inlined, so that the instructions of the rest stay at hand.
template <subdivision::Elements E>
__device__ __noinline__ void fill_fractions_by_warp(const Canvas<E>& canvas, PixelRect rect,
                                                    PixelRect region, std::uint32_t dwell) {
    if (!empty(rect)) fill_fractions(canvas, rect, region, dwell, {lane_id(), warp_lanes});
}

// Room for some entries of the list of regions: the first one's place, or not_kept.
template <subdivision::Elements E>
__device__ std::uint32_t take_records(const Job<E>& job, int count) {
    Count first = 0;
    if (lane_id() == 0) first = atomicAdd(&job.control->regions_kept, static_cast<Count>(count));
    first = from_lane(first, 0);
    const bool room = first + static_cast<Count>(count) <= job.region_capacity;
    return room ? static_cast<std::uint32_t>(first) : not_kept;
}

// By a single lane; leaves alone the iterations.
template <subdivision::Elements E>
__device__ void write_record(const Job<E>& job, std::uint32_t record, PixelRect rect, int level,
                             subdivision::BorderRange range, Outcome outcome) {
    Region& region = job.regions[record];
    region.rect = rect;
    region.border_min = range.min;
    region.border_max = range.max;
    region.level = static_cast<std::uint8_t>(level);
    region.outcome = outcome;
}

// By single lanes.
template <subdivision::Elements E>
__device__ void add_iterations(const Job<E>& job, std::uint32_t record, Count iterations) {
    if (record == not_kept || iterations == 0) return;
    atomicAdd(reinterpret_cast<Count*>(&job.regions[record].iterations), iterations);
}

// Where the regions of a tile's level are in the list of regions; shared by a warp's lanes. Only
// used where that list is kept.
class TileRecords {
  public:
    // Takes records for the regions of a level. The lane's row of regions, and as a column and a
    // row of pixels the column and the row of regions that hold it.
    template <subdivision::Elements E>
    __device__ __noinline__ void open(const Job<E>& job, unsigned regions, int column, int row) {
        const int lane = lane_id(), own = __popc(regions), before = warp_exclusive_sum(own);
        const std::uint32_t first = take_records(job, warp_reduce_sum(own));
        const std::uint32_t mine =
            first == not_kept ? not_kept : first + static_cast<std::uint32_t>(before);
        column_[lane] = static_cast<std::uint8_t>(column);
        row_[lane] = static_cast<std::uint8_t>(row);
        if (lane < max_tile_regions) {
            regions_[lane] = static_cast<std::uint16_t>(regions);
            first_[lane] = mine;
        }
        for (int i = 0; mine != not_kept && i < own; ++i)
            job.regions[mine + static_cast<std::uint32_t>(i)].iterations = 0;
        __syncwarp();
    }

    __device__ std::uint32_t of_region(int column, int row) const {
        if (first_[row] == not_kept) return not_kept;
        const unsigned before = regions_[row] & ((1U << column) - 1);
        return first_[row] + static_cast<std::uint32_t>(__popc(before));
    }
    __device__ std::uint32_t of_pixel(int x, int y) const { return of_region(column_[x], row_[y]); }

  private:
    std::uint8_t column_[max_tile_side];
    std::uint8_t row_[max_tile_side];
    std::uint16_t regions_[max_tile_regions];
    std::uint32_t first_[max_tile_regions];
};

}  // namespace mariani::cuda
