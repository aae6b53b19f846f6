// Where the regions of a tile's level are in the list of regions; shared by a warp's lanes. Only
// used where that list is kept.
#pragma once

#include "compute/cuda/lists.hpp"
#include "compute/cuda/warp_regions.cuh"

namespace mariani::cuda {

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
