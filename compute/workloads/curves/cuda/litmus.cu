// The kernels of the litmus tests. Each launch is checked here, on the device.
#include "compute/cuda/block.cuh"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/warp.cuh"
#include "compute/workloads/curves/cuda/device_streams.cuh"
#include "compute/workloads/curves/cuda/litmus_launches.hpp"

namespace mariani::curves::cuda {
namespace {

using mariani::cuda::clock_ns;
using mariani::cuda::lane_id;
using mariani::cuda::warp_lanes;

constexpr std::uint64_t microsecond = 1000;            // in ns
constexpr std::uint64_t late = 8 * microsecond;        // a warp's write, after the warp's before it
constexpr std::uint64_t slow = 5 * microsecond;        // a child's write, after its begin
constexpr std::uint64_t patience = 500 * microsecond;  // of a parent that waits for a value
constexpr std::uint64_t traced = 50 * microsecond;     // the work of a traced kernel
constexpr std::uint64_t lasting = 5000 * microsecond;  // of one in a crowd
constexpr std::uint64_t hold = 100'000 * microsecond;  // the most that a launch stays pending

__device__ std::uint32_t own_index() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ void wait_until(std::uint64_t end) {
    while (clock_ns() < end) {
    }
}

template <typename V>
__device__ V as_it_is_now(const V& value) {
    return *static_cast<const volatile V*>(&value);
}

// By whole warps.
__device__ void note_read(LitmusBoard& board, bool seen) {
    const unsigned seen_by = __ballot_sync(mariani::cuda::full_mask, seen ? 1 : 0);
    if (lane_id() != 0) return;
    atomicAdd(&board.tried, Total{warp_lanes});
    atomicAdd(&board.met, static_cast<Total>(__popc(seen_by)));
}

__device__ void note_launch(LitmusBoard& board, cudaError_t error) {
    if (error == cudaSuccess) return;
    atomicAdd(&board.refused, Total{1});
    atomicCAS(&board.refusal, 0U, static_cast<unsigned>(error));
}

__global__ void read_own(const unsigned* cell, const unsigned value, LitmusBoard* board) {
    note_read(*board, *cell == value);
}

__global__ void read_all(const unsigned* cells, const unsigned value, LitmusBoard* board) {
    note_read(*board, cells[own_index()] == value);
}

__global__ void write_and_launch(unsigned* cells, const unsigned value, LitmusBoard* board) {
    unsigned* const cell = cells + own_index();
    *cell = value;
    note_launch(*board, in_stream(StreamMode::forget, [&](cudaStream_t stream) {
        read_own<<<1, warp_lanes, 0, stream>>>(cell, value, board);
    }));
}

// Each warp has other work first, of another length; the first has none, and launches.
__global__ void write_by_block(unsigned* cells, const unsigned value, const bool fenced,
                               LitmusBoard* board) {
    wait_until(clock_ns() + threadIdx.x / warp_lanes * late);
    cells[own_index()] = value;
    if (fenced) __syncthreads();
    if (threadIdx.x != 0) return;
    const unsigned* const first = cells + blockIdx.x * blockDim.x;
    note_launch(*board, in_stream(StreamMode::forget, [&](cudaStream_t stream) {
        read_all<<<1, blockDim.x, 0, stream>>>(first, value, board);
    }));
}

__global__ void write_slowly(unsigned* cell, const unsigned value) {
    wait_until(clock_ns() + slow);
    *cell = value;
}

__device__ void launch_writer(unsigned* cell, unsigned value, LitmusBoard* board) {
    note_launch(*board, in_stream(StreamMode::forget, [&](cudaStream_t stream) {
        write_slowly<<<1, 1, 0, stream>>>(cell, value);
    }));
}

__global__ void watch_child(unsigned* cells, const unsigned value, LitmusBoard* board) {
    unsigned* const cell = cells + own_index();
    launch_writer(cell, value, board);
    const std::uint64_t end = clock_ns() + patience;
    bool seen = false;
    while (!seen && clock_ns() < end) seen = as_it_is_now(*cell) == value;
    __syncwarp();
    note_read(*board, seen);
}

__global__ void launch_writers(unsigned* cells, const unsigned value, const bool with_tail,
                               LitmusBoard* board) {
    launch_writer(cells + own_index(), value, board);
    if (!with_tail || own_index() != 0) return;
    read_all<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(cells, value, board);
    note_launch(*board, cudaGetLastError());
}

// Level 0 is the host's launch.
__global__ void descend(const unsigned level, const unsigned most, const bool by_tails,
                        LitmusBoard* board) {
    if (level > 0) atomicAdd(&board->met, Total{1});
    if (level == most) return;
    const cudaStream_t stream = by_tails ? cudaStreamTailLaunch : cudaStreamFireAndForget;
    descend<<<1, 1, 0, stream>>>(level + 1, most, by_tails, board);
    note_launch(*board, cudaGetLastError());
}

// Until all launches were tried: so that as many as can be are pending by then.
__global__ void stay_pending(const unsigned wanted, const std::uint64_t end, LitmusBoard* board) {
    atomicAdd(&board->met, Total{1});
    while (as_it_is_now(board->attempts) < wanted && clock_ns() < end) {
    }
}

__global__ void fill_pool(LitmusBoard* board) {
    const unsigned wanted = gridDim.x * blockDim.x;
    note_launch(*board, in_stream(StreamMode::forget, [&](cudaStream_t stream) {
        stay_pending<<<1, 1, 0, stream>>>(wanted, clock_ns() + hold, board);
    }));
    atomicAdd(&board->tried, Total{1});
    atomicAdd(&board->attempts, 1U);
}

__global__ void trace_itself(LitmusTrace* trace, const std::uint64_t work) {
    const std::uint64_t begin = clock_ns();
    wait_until(begin + work);
    *trace = {begin, clock_ns()};
}

__global__ void launch_traced(const StreamMode streams, const std::uint64_t work,
                              LitmusTrace* traces, LitmusBoard* board) {
    LitmusTrace* const trace = traces + own_index();
    note_launch(*board, in_stream(streams, [&](cudaStream_t stream) {
        trace_itself<<<1, 1, 0, stream>>>(trace, work);
    }));
    atomicAdd(&board->tried, Total{1});
}

__global__ void take_blocks(unsigned** blocks, const unsigned value, LitmusBoard* board) {
    auto* const block = static_cast<unsigned*>(malloc(heap_block));
    blocks[own_index()] = block;
    if (block != nullptr)
        *block = value;
    else
        atomicAdd(&board->refused, Total{1});
}

__global__ void read_and_free(unsigned** blocks, const unsigned value, LitmusBoard* board) {
    unsigned* const block = blocks[own_index()];
    note_read(*board, block != nullptr && *block == value);
    free(block);
    blocks[own_index()] = nullptr;
}

StreamMode streams_of(Litmus kind) {
    switch (kind) {
        case Litmus::null_stream:
            return StreamMode::null;
        case Litmus::named_streams:
            return StreamMode::named;
        default:
            return StreamMode::forget;
    }
}

}  // namespace

LitmusShape shape_of(const LitmusCase& litmus) {
    switch (litmus.kind) {
        case Litmus::own_write:
        case Litmus::zero_copy:
        case Litmus::child_to_tail:
        case Litmus::child_to_next:
            return {8, 128};
        case Litmus::loose_writes:
        case Litmus::fenced_writes:
            return {32, 256};
        case Litmus::child_to_parent:
            return {8, 32};
        case Litmus::nesting:
        case Litmus::tails:
            return {1, 1};
        case Litmus::pool:
            return {2 * litmus.pool / 128, 128};
        case Litmus::crowd:
            return {4, 128};
        case Litmus::heap:
            return {32, 128};
        default:
            return {4, 16};
    }
}

void launch_litmus(const LitmusCase& litmus, const LitmusMemory& memory, unsigned round,
                   const Stream& stream) {
    const auto& [cells, blocks, traces, board] = memory;
    const LitmusShape shape = shape_of(litmus);
    const mariani::cuda::Grid grid{shape.blocks, {shape.threads, 1}};
    const unsigned value = round + 1;
    const auto launch = [&](auto* kernel, const auto&... arguments) {
        mariani::cuda::launch("litmus", stream, grid, kernel, arguments...);
    };
    switch (litmus.kind) {
        case Litmus::own_write:
        case Litmus::zero_copy:
            return launch(write_and_launch, cells, value, board);
        case Litmus::loose_writes:
            return launch(write_by_block, cells, value, false, board);
        case Litmus::fenced_writes:
            return launch(write_by_block, cells, value, true, board);
        case Litmus::child_to_parent:
            return launch(watch_child, cells, value, board);
        case Litmus::child_to_tail:
            return launch(launch_writers, cells, value, true, board);
        case Litmus::child_to_next:
            launch(launch_writers, cells, value, false, board);
            return launch(read_all, cells, value, board);
        case Litmus::nesting:
            return launch(descend, 0U, most_nested, false, board);
        case Litmus::tails:
            return launch(descend, 0U, most_tails, true, board);
        case Litmus::pool:
            return launch(fill_pool, board);
        case Litmus::heap:
            launch(take_blocks, blocks, value, board);
            return launch(read_and_free, blocks, value, board);
        default:
            return launch(launch_traced, streams_of(litmus.kind),
                          litmus.kind == Litmus::crowd ? lasting : traced, traces, board);
    }
}

}  // namespace mariani::curves::cuda
