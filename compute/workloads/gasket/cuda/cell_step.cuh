// What the kernels with a byte for each cell share.
#pragma once

#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/cuda/grid.cuh"
#include "compute/workloads/gasket/mma.hpp"
#include "compute/workloads/gasket/rule.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <cstdint>

namespace mariani::gasket::cuda {

struct CellStep {
    CellLayout layout;
    Rule rule;
    const std::uint8_t* from;
    std::uint8_t* to;
    // For the engine table:
    ChunkTableView table;
    const HaloCell* contacts;
    int contact_count;
    std::uint32_t needed;  // bit d: there are contacts in direction d
    MmaWeights weights;    // of nu-mma
};

inline constexpr std::uint64_t nowhere = ~std::uint64_t{0};

// A thread's cell within its block of rho x rho; blocks have whole warps, so some have none.
struct BlockThread {
    std::uint32_t rank;
    Cell at;
    bool has_cell;
};
__device__ inline BlockThread thread_of(const CellLayout& layout) {
    const std::uint32_t rank = threadIdx.x, rho = layout.rho();
    return {rank, in_box(layout.block, rank), rank < rho * rho};
}

__device__ inline std::uint32_t power(std::uint32_t base, int exponent) {
    std::uint32_t result = 1;
    for (int i = 0; i < exponent; ++i) result *= base;
    return result;
}

// lambda by a warp: a lane for each digit, then a sum. Known to all lanes.
__device__ inline Cell lambda_by_warp(const Shape& shape, Cell compact) {
    const int m = static_cast<int>(threadIdx.x % warp_size);
    Cell part;
    if (m < shape.level) {
        const std::uint32_t digits = m % 2 == 0 ? compact.x : compact.y;
        const std::uint32_t digit = digits / power(shape.copies, m / 2) % shape.copies;
        const std::uint32_t box = power(shape.base, m);
        part = {box * shape.offset_x[digit], box * shape.offset_y[digit]};
    }
    return {warp_sum(part.x), warp_sum(part.y)};
}

// The digit of a cell that a lane takes, or Shape::hole; 0 beyond the level.
__device__ inline std::uint32_t digit_of_lane(const Shape& shape, Cell cell) {
    const int m = static_cast<int>(threadIdx.x % warp_size);
    if (m >= shape.level) return 0;
    const std::uint32_t box = power(shape.base, m);
    return lowest_digit(shape, {cell.x / box, cell.y / box});
}

// nu by a warp, likewise; false for a hole.
__device__ inline bool nu_by_warp(const Shape& shape, Cell cell, Cell& compact) {
    const int m = static_cast<int>(threadIdx.x % warp_size);
    const std::uint32_t digit = digit_of_lane(shape, cell);
    if (!__all_sync(whole_warp, digit != Shape::hole)) return false;
    const std::uint32_t part = m < shape.level ? digit * power(shape.copies, m / 2) : 0;
    compact = {warp_sum(m % 2 == 0 ? part : 0), warp_sum(m % 2 == 0 ? 0 : part)};
    return true;
}

}  // namespace mariani::gasket::cuda
