#include "compute/workloads/gasket/cuda/grid.cuh"
#include "compute/workloads/gasket/cuda/kernels.hpp"

namespace mariani::gasket::cuda {
namespace {

__global__ void write_words(RandomFill fill, std::uint64_t cells, std::uint64_t* words) {
    for_each_item((cells + 63) / 64, [&](std::uint64_t i) { words[i] = fill.word(i, cells); });
}

}  // namespace

void write_random_words(const mariani::cuda::Stream& stream, RandomFill fill, std::uint64_t cells,
                        std::uint64_t* words) {
    mariani::cuda::launch("make a random state", stream, grid_over((cells + 63) / 64), write_words,
                          fill, cells, words);
}

}  // namespace mariani::gasket::cuda
