// The engines with a byte for each cell: bounding box, lambda, nu, nu-mma and table.
#include "compute/workloads/gasket/cuda/cell_step.cuh"
#include "compute/workloads/gasket/cuda/grid.cuh"
#include "compute/workloads/gasket/cuda/kernels.hpp"
#include "compute/workloads/gasket/cuda/mma.cuh"
#include "compute/workloads/gasket/cuda/watch.cuh"
#include "compute/workloads/gasket/cuda_layouts.hpp"

#include <stdexcept>

namespace mariani::gasket::cuda {
namespace {

using mariani::cuda::DeviceMemory;
using mariani::cuda::Stream;

// A block and the ring around it in shared memory, where an engine copies them.
struct Padded {
    static constexpr std::uint32_t max_side = Method::max_rho + 2;
    std::uint8_t cell[max_side * max_side];
};

__device__ std::uint32_t padded_place(Cell at, std::uint32_t rho) {
    return (at.y + 1) * (rho + 2) + at.x + 1;
}

// From the box, beyond which all is dead.
__device__ void copy_from_box(const CellStep& step, Cell block, const BlockThread& thread,
                              Padded& padded) {
    const std::uint32_t side = step.layout.side(), rho = step.layout.rho(), wide = rho + 2;
    for (std::uint32_t i = thread.rank; i < wide * wide; i += blockDim.x) {
        // One less than 0 is far outside, too.
        const Cell at{block.x * rho + i % wide - 1, block.y * rho + i / wide - 1};
        const bool inside = at.x < side && at.y < side;
        padded.cell[i] = inside ? step.from[std::size_t{at.y} * side + at.x] : std::uint8_t{0};
    }
}

// The cells of a block, in the expanded layout.
template <bool copies, typename Watch>
__device__ void advance_at(const CellStep& step, Cell block, const Watch& watch) {
    __shared__ Padded padded;
    const CellLayout& layout = step.layout;
    const BlockThread thread = thread_of(layout);
    if (copies) {
        copy_from_box(step, block, thread, padded);
        __syncthreads();
    }
    if (!thread.has_cell || !is_member(layout.block, thread.at)) return;
    const std::uint32_t side = layout.side(), rho = layout.rho();
    const Cell cell{block.x * rho + thread.at.x, block.y * rho + thread.at.y};
    const std::size_t at = std::size_t{cell.y} * side + cell.x;
    step.to[at] = copies
                      ? next_inside(padded.cell + padded_place(thread.at, rho), rho + 2, step.rule)
                      : next_in_square(step.from, side, cell, step.rule);
    watch.count(at);
}

// A block of rho x rho threads for each of the box. Most are holes: they end as soon as they can.
template <bool copies, typename Watch>
__global__ void advance_box(const __grid_constant__ CellStep step, const Watch watch) {
    watch.begin();
    const CellLayout& layout = step.layout;
    const Cell block = in_box(layout.blocks, blockIdx.x);
    if (is_member(layout.blocks, block)) advance_at<copies>(step, block, watch);
    watch.end(layout.rho() * layout.rho());
}

// A block for each of the fractal's, where lambda puts it.
template <bool copies, typename Watch>
__global__ void advance_lambda(const __grid_constant__ CellStep step, const Watch watch) {
    watch.begin();
    const CellLayout& layout = step.layout;
    const std::uint32_t width = layout.blocks.compact.x;
    const Cell block = lambda_by_warp(layout.blocks, {blockIdx.x % width, blockIdx.x / width});
    advance_at<copies>(step, block, watch);
    watch.end(layout.rho() * layout.rho());
}

// The compact engines: where the bytes of a block's neighbours begin, or nowhere; in shared memory.
struct Begins {
    std::uint64_t of[directions];
};

// By nu, a warp for each neighbour.
struct ByDigits {
    static constexpr bool contacts_only = false;

    __device__ static Cell place(const CellLayout& layout) {
        const std::uint32_t width = layout.blocks.compact.x;
        return lambda_by_warp(layout.blocks, {blockIdx.x % width, blockIdx.x / width});
    }
    __device__ static void find(const CellStep& step, Cell block, Begins& begins) {
        const unsigned warps = blockDim.x / warp_size;
        for (unsigned direction = threadIdx.x / warp_size; direction < directions;
             direction += warps) {
            const auto beside =
                neighbour_of(block, static_cast<int>(direction), step.layout.blocks.side);
            Cell compact;
            const bool found = beside.inside && nu_by_warp(step.layout.blocks, beside.at, compact);
            if (threadIdx.x % warp_size == 0)
                begins.of[direction] = found ? step.layout.begin_at(compact) : nowhere;
        }
    }
};

// The same with one product of matrices for all eight: a warp for each column of digits, then the
// block's first warp.
struct ByTensorCores {
    static constexpr bool contacts_only = false;

    __device__ static Cell place(const CellLayout& layout) { return ByDigits::place(layout); }
    __device__ static void find(const CellStep& step, Cell block, Begins& begins) {
        __shared__ MmaMemory memory;
        __shared__ bool found[MmaMemory::size];
        const Shape& blocks = step.layout.blocks;
        const int warps = static_cast<int>(blockDim.x / warp_size);
        fill_weights(step.weights, blocks.level, memory);
        for (int column = static_cast<int>(threadIdx.x / warp_size); column < MmaMemory::size;
             column += warps) {
            const auto digit = digit_of_neighbour(blocks, block, column);
            const bool member = __all_sync(whole_warp, digit != Shape::hole);
            fill_column(step.weights, column, member ? digit : 0, memory);
            if (threadIdx.x % warp_size == 0) found[column] = member;
        }
        __syncthreads();
        if (threadIdx.x >= warp_size) return;
        multiply<float>(memory);
        if (threadIdx.x < directions)
            begins.of[threadIdx.x] =
                found[threadIdx.x]
                    ? step.layout.begin_at(memory.place(static_cast<int>(threadIdx.x)))
                    : nowhere;
    }

  private:
    // The digit that a lane takes; a hole's where there is no such neighbour.
    __device__ static std::uint32_t digit_of_neighbour(const Shape& blocks, Cell block,
                                                       int direction) {
        if (direction >= directions) return Shape::hole;
        const auto beside = neighbour_of(block, direction, blocks.side);
        return beside.inside ? digit_of_lane(blocks, beside.at) : Shape::hole;
    }
};

// By a table, and only those that touch the block.
struct ByTable {
    static constexpr bool contacts_only = true;

    __device__ static Cell place(const CellLayout& layout) {
        return lambda1(layout.blocks, blockIdx.x);
    }
    __device__ static void find(const CellStep& step, Cell block, Begins& begins) {
        if (threadIdx.x >= directions) return;
        std::uint64_t begin = nowhere;
        const auto beside =
            neighbour_of(block, static_cast<int>(threadIdx.x), step.layout.blocks.side);
        if (beside.inside && (step.needed >> threadIdx.x & 1U) != 0) {
            const std::uint32_t index = step.table.index_of(beside.at);
            if (index != ChunkTableView::not_member) begin = step.layout.begin_of(index);
        }
        begins.of[threadIdx.x] = begin;
    }
};

__device__ void copy_halo_cell(const CellStep& step, const HaloCell& cell, const Begins& begins,
                               Padded& padded) {
    const std::uint64_t begin = begins.of[cell.direction];
    padded.cell[cell.to] = begin == nowhere ? std::uint8_t{0} : step.from[begin + cell.from];
}

// A block's own cells, and of the ring what touches them or all.
template <bool contacts_only>
__device__ void copy_from_blocks(const CellStep& step, const Begins& begins,
                                 const BlockThread& thread, std::uint64_t at, Padded& padded) {
    const std::uint32_t rho = step.layout.rho();
    if (thread.has_cell) padded.cell[padded_place(thread.at, rho)] = step.from[at];
    if (contacts_only) {
        for (int i = static_cast<int>(thread.rank); i < step.contact_count;
             i += static_cast<int>(blockDim.x))
            copy_halo_cell(step, step.contacts[i], begins, padded);
    } else {
        for (std::uint32_t i = thread.rank; i < halo_cells(rho); i += blockDim.x)
            copy_halo_cell(step, halo_cell(i, rho), begins, padded);
    }
}

// The cell of a block at this place, which may be in a block beside it.
__device__ unsigned cell_in_blocks(const CellStep& step, const Begins& begins, std::uint64_t own,
                                   Cell at) {
    const std::uint32_t rho = step.layout.rho();
    // One less than 0 is large.
    const std::uint32_t column = at.x < rho ? 1 : at.x == rho ? 2 : 0;
    const std::uint32_t row = at.y < rho ? 1 : at.y == rho ? 2 : 0;
    const std::uint32_t place = 3 * row + column;
    const std::uint64_t begin = place == 4 ? own : begins.of[place < 4 ? place : place - 1];
    if (begin == nowhere) return 0;
    return step.from[begin + (at.y + rho) % rho * rho + (at.x + rho) % rho];
}

// The next state of a block's cell, whose neighbours are read where they are.
__device__ std::uint8_t next_in_blocks(const CellStep& step, const Begins& begins,
                                       std::uint64_t own, Cell cell) {
    const std::uint32_t rho = step.layout.rho();
    const std::uint8_t* from = step.from + own + cell.y * rho + cell.x;
    if (cell.x > 0 && cell.y > 0 && cell.x + 1 < rho && cell.y + 1 < rho)
        return next_inside(from, rho, step.rule);
    unsigned neighbours = 0;
    for (int direction = 0; direction < directions; ++direction) {
        const Direction to = direction_of(direction);
        neighbours += cell_in_blocks(
            step, begins, own,
            {cell.x + static_cast<std::uint32_t>(to.x), cell.y + static_cast<std::uint32_t>(to.y)});
    }
    return static_cast<std::uint8_t>(step.rule.next(*from != 0, neighbours));
}

template <typename Neighbours, bool copies, typename Watch>
__global__ void advance_compact(const __grid_constant__ CellStep step, const Watch watch) {
    __shared__ Begins begins;
    __shared__ Padded padded;
    watch.begin();
    const CellLayout& layout = step.layout;
    const BlockThread thread = thread_of(layout);
    const std::uint32_t rho = layout.rho(), wide = rho + 2;
    // Blocks are in the order of the grid in both compact layouts.
    const std::uint64_t own = std::uint64_t{blockIdx.x} * rho * rho;
    const std::uint64_t at = own + thread.at.y * rho + thread.at.x;
    Neighbours::find(step, Neighbours::place(layout), begins);
    if (copies && Neighbours::contacts_only)  // what is not copied is dead
        for (std::uint32_t i = thread.rank; i < wide * wide; i += blockDim.x) padded.cell[i] = 0;
    __syncthreads();
    if (copies) {
        copy_from_blocks<Neighbours::contacts_only>(step, begins, thread, at, padded);
        __syncthreads();
    }
    if (thread.has_cell && is_member(layout.block, thread.at)) {
        step.to[at] = copies
                          ? next_inside(padded.cell + padded_place(thread.at, rho), wide, step.rule)
                          : next_in_blocks(step, begins, own, thread.at);
        watch.count(at);
    }
    watch.end(rho * rho);
}

__global__ void pack_cells(const __grid_constant__ CellLayout layout, const std::uint64_t* words,
                           std::uint8_t* to) {
    for_each_item(layout.cells(), [&](std::uint64_t i) {
        to[layout.place_of(static_cast<std::uint32_t>(i))] =
            static_cast<std::uint8_t>(words[i / 64] >> i % 64 & 1U);
    });
}

__global__ void unpack_cells(const __grid_constant__ CellLayout layout, const std::uint8_t* from,
                             std::uint64_t* words) {
    for_each_item((layout.cells() + 63) / 64, [&](std::uint64_t i) {
        std::uint64_t bits = 0;
        for (std::uint64_t cell = i * 64; cell < layout.cells() && cell < i * 64 + 64; ++cell)
            bits |= std::uint64_t{from[layout.place_of(static_cast<std::uint32_t>(cell))]}
                    << cell % 64;
        words[i] = bits;
    });
}

template <typename Watch>
using Kernel = void (*)(CellStep, Watch);

template <bool copies, typename Watch>
Kernel<Watch> kernel_of(EngineKind kind) {
    switch (kind) {
        case EngineKind::bb:
            return advance_box<copies, Watch>;
        case EngineKind::lambda:
            return advance_lambda<copies, Watch>;
        case EngineKind::table:
            return advance_compact<ByTable, copies, Watch>;
        case EngineKind::nu_mma:
            return advance_compact<ByTensorCores, copies, Watch>;
        default:
            return advance_compact<ByDigits, copies, Watch>;
    }
}

class CellKernels final : public StepKernels {
  public:
    CellKernels(EngineKind kind, const Problem& problem, const Method& method)
        : kind_(kind), copies_(copies_blocks(kind, method)) {
        step_.layout = cell_layout_of(kind, problem, method);
        step_.rule = problem.rule;
        const auto& [blocks, block, order] = step_.layout;
        grid_ = grid_of(step_.layout, kind == EngineKind::lambda ? BlockOrder::rectangle : order);
        if (kind == EngineKind::nu_mma) step_.weights = exact_weights(blocks).value();
        if (kind != EngineKind::table) return;
        const ChunkTable table(blocks);
        const auto contact_cells = contacts(block);
        table_ = copied(table.values());
        contacts_ = copied(contact_cells);
        step_.table = table.view(table_.as<std::uint32_t>());
        step_.contacts = contacts_.as<HaloCell>();
        step_.contact_count = static_cast<int>(contact_cells.size());
        for (const auto& cell : contact_cells) step_.needed |= 1U << cell.direction;
    }

    std::uint64_t cells() const override { return step_.layout.cells(); }
    std::size_t bytes() const override { return step_.layout.bytes(); }

    void advance(const Stream& stream, const void* from, void* to, int steps) const override {
        if (steps != 1) throw std::invalid_argument("this engine takes one step at a time");
        launch(stream, from, to, Unwatched{});
    }

    std::uint32_t tile_side() const override { return step_.layout.rho(); }
    const BlockGrid& grid() const override { return grid_; }
    std::uint64_t places() const override { return step_.layout.bytes(); }
    void watch(const Stream& stream, const void* from, void* to, BlockRecord* records,
               std::uint32_t* visits) const override {
        launch(stream, from, to, Watched{records, visits});
    }
    void add_visits(std::span<const std::uint32_t> visits, StepTrace& trace) const override {
        gasket::add_visits(step_.layout, visits, trace);
    }

    void pack(const Stream& stream, const std::uint64_t* words, void* to) const override {
        mariani::cuda::launch("lay out a state", stream, grid_over(cells()), pack_cells,
                              step_.layout, words, static_cast<std::uint8_t*>(to));
    }

    void unpack(const Stream& stream, const void* from, std::uint64_t* words) const override {
        mariani::cuda::launch("collect a state", stream, grid_over((cells() + 63) / 64),
                              unpack_cells, step_.layout, static_cast<const std::uint8_t*>(from),
                              words);
    }

  private:
    template <typename Watch>
    void launch(const Stream& stream, const void* from, void* to, const Watch& watch) const {
        CellStep step = step_;
        step.from = static_cast<const std::uint8_t*>(from);
        step.to = static_cast<std::uint8_t*>(to);
        const std::uint32_t rho = step.layout.rho();
        const auto threads = (rho * rho + warp_size - 1) / warp_size * warp_size;
        mariani::cuda::launch(
            "Life on cells", stream, {grid_.count, {static_cast<int>(threads), 1}},
            copies_ ? kernel_of<true, Watch>(kind_) : kernel_of<false, Watch>(kind_), step, watch);
    }

    EngineKind kind_;
    bool copies_;
    CellStep step_{};
    BlockGrid grid_;
    DeviceMemory table_, contacts_;
};

}  // namespace

std::unique_ptr<StepKernels> make_cell_kernels(EngineKind kind, const Problem& problem,
                                               const Method& method) {
    return std::make_unique<CellKernels>(kind, problem, method);
}

}  // namespace mariani::gasket::cuda
