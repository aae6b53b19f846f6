// DP: a block subdivides a node and launches four blocks for its children; dp-mbr has a block for
// each 4096 points of a node, the last one to count launches those that move, and the last one to
// move launches the children. Each launch is checked here, on the device; what one that fails would
// have done, the block does itself.
#include "compute/cuda/launch.hpp"
#include "compute/cuda/launch_pool.cuh"
#include "compute/cuda/warp.cuh"
#include "compute/workloads/points/cuda/quadrants.cuh"

namespace mariani::points::cuda {
namespace {

using mariani::cuda::arrives_last;
using mariani::cuda::max_threads;

struct Job {
    DpMemory memory;
    SplitRule rule;
    std::uint32_t slots;
    unsigned pool;
    bool in_pieces;
};

// By all threads of the block, which all see the same.
__device__ bool is_stopped(const Job& job) {
    return __syncthreads_or(is_set(&job.memory.control->stop) ? 1 : 0) != 0;
}

// What a block does between its making and its end, as part of a level.
class LevelTime {
  public:
    __device__ LevelTime(const Job& job, std::uint32_t level)
        : times_(threadIdx.x == 0 ? job.memory.times : nullptr), level_(level) {
        if (times_ != nullptr) atomicMin(&times_->begin_ns[level_], mariani::cuda::clock_ns());
    }
    __device__ ~LevelTime() {
        if (times_ != nullptr) atomicMax(&times_->end_ns[level_], mariani::cuda::clock_ns());
    }
    LevelTime(const LevelTime&) = delete;
    LevelTime& operator=(const LevelTime&) = delete;

  private:
    LevelTimes* times_;
    std::uint32_t level_;
};

// By all threads of the block, after what they stored: whether launch(), by one of them, was made.
template <typename Launch>
__device__ bool launches(const Job& job, const Launch& launch) {
    __threadfence();
    __syncthreads();
    const bool made =
        threadIdx.x == 0 && mariani::cuda::launch_within(job.memory.control->pool, job.pool, [&] {
            launch();
            return cudaGetLastError();
        });
    return __syncthreads_or(made ? 1 : 0) != 0;
}

__global__ void __launch_bounds__(max_threads)
    divide_children(const Job job, const Node node, const Borders borders, const unsigned number);
__global__ void __launch_bounds__(max_threads) count_pieces(const Job job, const Node node);
__global__ void __launch_bounds__(max_threads)
    move_pieces(const Job job, const Node node, const Borders borders);

// Lists the children of a node whose points are moved, and launches a block for each. Whether they
// are left to this block.
__device__ bool leaves_children(const Job& job, const Node& node, const Borders& borders) {
    __shared__ unsigned first;
    if (threadIdx.x == 0) first = atomicAdd(&job.memory.control->nodes, 4U);
    __syncthreads();
    const unsigned number = first / 4;
    if (threadIdx.x < 4)
        job.memory.nodes[1 + first + threadIdx.x] = child_of(node, borders, threadIdx.x);
    return !launches(job, [&] {
        divide_children<<<4, blockDim.x, 0, cudaStreamFireAndForget>>>(job, node, borders, number);
    });
}

// A leaf's points, into the first buffer if they are not there.
__device__ void settle(const Job& job, const Node& leaf) {
    constexpr std::uint32_t stop_points = 1 << 16;
    const Point* const from = job.memory.points.at(leaf.cell.level);
    Point* const to = job.memory.points.first;
    if (from == to) return;
    for (std::uint32_t part = leaf.begin; part < leaf.end; part += stop_points) {
        if (is_set(&job.memory.control->stop)) return;
        const std::uint32_t end = min(leaf.end, part + stop_points);
        for (std::uint32_t at = part + threadIdx.x; at < end; at += blockDim.x) to[at] = from[at];
    }
}

// All of a node's points by this block.
__device__ Borders partition(const Job& job, const Node& node) {
    const unsigned& stop = job.memory.control->stop;
    const Stretch stretch = whole_of(job.memory.points, node);
    const Borders borders = borders_from(node, count_quadrants(stretch, stop));
    scatter_quadrants(stretch, begins_of(borders), job.memory.points.below(node.cell.level), stop);
    return borders;
}

// Whether the children, which have these borders, are left to this block.
__device__ bool divide(const Job& job, const Node& node, Borders& borders) {
    const LevelTime time(job, node.cell.level);
    if (!is_subdivided(job.rule, node)) {
        settle(job, node);
        return false;
    }
    if (job.in_pieces && point_count(node) > piece_points && launches(job, [&] {
            count_pieces<<<piece_count(node), blockDim.x, 0, cudaStreamFireAndForget>>>(job, node);
        }))
        return false;
    borders = partition(job, node);
    return !is_stopped(job) && leaves_children(job, node, borders);
}

// All below a node whose children are left to this block, depth first; a launch is tried again for
// each node on the way.
__device__ void divide_below(const Job& job, const Node& node, const Borders& borders) {
    struct Step {
        Node node;
        Borders borders;
        std::uint32_t next;
    };
    Step path[max_depth];
    int at = 0;
    path[0] = {node, borders, 0};
    while (at >= 0) {
        if (path[at].next == 4) {
            --at;
            continue;
        }
        if (is_stopped(job)) return;
        const Node child = child_of(path[at].node, path[at].borders, path[at].next++);
        Borders of_child;
        if (divide(job, child, of_child)) path[++at] = {child, of_child, 0};
    }
}

__device__ void divide_whole(const Job& job, const Node& node) {
    Borders borders;
    if (divide(job, node, borders)) divide_below(job, node, borders);
}

// What follows when all points of a node are moved.
__device__ void go_on_below(const Job& job, const Node& node, const Borders& borders) {
    if (leaves_children(job, node, borders)) divide_below(job, node, borders);
}

__global__ void __launch_bounds__(max_threads) divide_root(const Job job, const Node root) {
    if (threadIdx.x == 0) job.memory.nodes[0] = root;
    divide_whole(job, root);
}

// A child: four of them are the grid of a launch, whose last block makes room in the pool.
__global__ void __launch_bounds__(max_threads)
    divide_children(const Job job, const Node node, const Borders borders, const unsigned number) {
    if (!is_stopped(job)) divide_whole(job, child_of(node, borders, blockIdx.x));
    if (arrives_last(job.memory.ended[number]) && threadIdx.x == 0)
        mariani::cuda::leave(job.memory.control->pool);
}

// From how many points each piece has in a quadrant to where it puts them. By one block.
__device__ Borders scan_pieces(const Job& job, const Node& node) {
    Borders borders;
    std::uint32_t at = node.begin;
    for (std::uint32_t q = 0; q < 4; ++q) {
        volatile std::uint32_t* const shares = job.memory.shares + q * job.slots + slot_of(node);
        borders.begin[q] = at;
        for (std::uint32_t begin = 0; begin < gridDim.x; begin += blockDim.x) {
            const std::uint32_t piece = begin + threadIdx.x;
            const auto sum = mariani::cuda::block_sum(piece < gridDim.x ? shares[piece] : 0);
            if (piece < gridDim.x) shares[piece] = at + sum.before;
            at += sum.all;
        }
    }
    return borders;
}

__device__ void move_points(const Job& job, const Node& node, const Borders& borders) {
    if (launches(job, [&] {
            move_pieces<<<gridDim.x, blockDim.x, 0, cudaStreamFireAndForget>>>(job, node, borders);
        }))
        return;
    partition(job, node);
    if (!is_stopped(job)) go_on_below(job, node, borders);
}

__global__ void __launch_bounds__(max_threads) count_pieces(const Job job, const Node node) {
    const LevelTime time(job, node.cell.level);
    const std::uint32_t slot = slot_of(node);
    const Quadrants own =
        count_quadrants(piece_of(job.memory.points, node, blockIdx.x), job.memory.control->stop);
    if (threadIdx.x < 4)
        job.memory.shares[threadIdx.x * job.slots + slot + blockIdx.x] = own.of[threadIdx.x];
    if (!arrives_last(job.memory.arrived[slot])) return;
    if (!is_stopped(job)) move_points(job, node, scan_pieces(job, node));
    if (threadIdx.x == 0) mariani::cuda::leave(job.memory.control->pool);
}

__global__ void __launch_bounds__(max_threads)
    move_pieces(const Job job, const Node node, const Borders borders) {
    const LevelTime time(job, node.cell.level);
    const unsigned& stop = job.memory.control->stop;
    const std::uint32_t slot = slot_of(node);
    if (!is_stopped(job)) {
        const Stretch piece = piece_of(job.memory.points, node, blockIdx.x);
        count_quadrants(piece, stop);
        Quadrants at;
        for (std::uint32_t q = 0; q < 4; ++q)
            at.of[q] = job.memory.shares[q * job.slots + slot + blockIdx.x];
        scatter_quadrants(piece, at, job.memory.points.below(node.cell.level), stop);
    }
    if (!arrives_last(job.memory.arrived[slot])) return;
    if (!is_stopped(job)) go_on_below(job, node, borders);
    if (threadIdx.x == 0) mariani::cuda::leave(job.memory.control->pool);
}

}  // namespace

void launch_dp(const Plan& plan, const DpMemory& memory, const Stream& stream) {
    const Job job{memory, plan.rule, static_cast<std::uint32_t>(slot_count(plan.count)),
                  static_cast<unsigned>(plan.pool), plan.engine == EngineKind::dp_mbr};
    mariani::cuda::launch("root", stream, {1, {plan.block, 1}}, divide_root, job,
                          Node{{}, 0, static_cast<std::uint32_t>(plan.count)});
}

}  // namespace mariani::points::cuda
