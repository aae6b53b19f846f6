// How many blocks tensor cores put at a wrong place.
#include "compute/workloads/gasket/cuda/grid.cuh"
#include "compute/workloads/gasket/cuda/mma.cuh"
#include "compute/workloads/gasket/engine.hpp"

#include <algorithm>
#include <stdexcept>

namespace mariani::gasket::cuda {
namespace {

constexpr int columns = MmaMemory::size;

// A warp for 16 blocks of the fractal at a time.
template <typename Sum>
__global__ void count_wrong(const __grid_constant__ Shape blocks,
                            const __grid_constant__ MmaWeights weights, unsigned long long* wrong) {
    __shared__ MmaMemory memory;
    const int lane = static_cast<int>(threadIdx.x);
    fill_weights(weights, blocks.level, memory);
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * columns; first < blocks.cells;
         first += std::uint64_t{gridDim.x} * columns) {
        for (int column = 0; column < columns; ++column) {
            const std::uint64_t index = first + static_cast<std::uint64_t>(column);
            const Cell cell =
                lambda1(blocks, static_cast<std::uint32_t>(index < blocks.cells ? index : first));
            fill_column(weights, column, digit_of_lane(blocks, cell), memory);
        }
        multiply<Sum>(memory);
        const std::uint64_t index = first + static_cast<std::uint64_t>(lane);
        if (lane < columns && index < blocks.cells) {
            const Cell right = in_rectangle(blocks, static_cast<std::uint32_t>(index));
            if (memory.c[lane] != static_cast<float>(right.x) ||
                memory.c[columns + lane] != static_cast<float>(right.y))
                atomicAdd(wrong, 1ULL);
        }
        __syncwarp();
    }
}

}  // namespace

std::uint64_t count_wrong_blocks(const Problem& problem, const Method& method, MmaForm form) {
    using mariani::cuda::check;
    const Shape blocks =
        cell_layout(problem.fractal, problem.level, method.rho, BlockOrder::rectangle).blocks;
    const bool exact = form == MmaForm::exact;
    if (const auto why = refusal(EngineKind::nu_mma, problem, method); exact && why)
        throw std::invalid_argument(*why);
    if (blocks.level > MmaWeights::size)
        throw std::invalid_argument("a product of matrices takes 16 levels of blocks at most");
    const auto weights = exact ? exact_weights(blocks).value() : published_weights(blocks);
    const mariani::cuda::CurrentDevice current(method.device);
    const mariani::cuda::Stream stream;
    const mariani::cuda::DeviceMemory count(sizeof(unsigned long long));
    auto* wrong = count.as<unsigned long long>();
    check(cudaMemsetAsync(wrong, 0, count.size(), stream.get()), "clear memory");
    const auto grid_blocks =
        std::min<std::uint64_t>((blocks.cells + columns - 1) / columns, 1 << 16);
    mariani::cuda::launch("count wrong blocks", stream,
                          {static_cast<std::int64_t>(grid_blocks), {warp_size, 1}},
                          form == MmaForm::program ? count_wrong<__half> : count_wrong<float>,
                          blocks, weights, wrong);
    unsigned long long counted = 0;
    check(cudaMemcpyAsync(&counted, wrong, sizeof(counted), cudaMemcpyDeviceToHost, stream.get()),
          "fetch a count");
    check(cudaStreamSynchronize(stream.get()), "count wrong blocks");
    return counted;
}

}  // namespace mariani::gasket::cuda
