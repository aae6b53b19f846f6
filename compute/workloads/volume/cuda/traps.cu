// The traps of all c of a Julibrot.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/volume/cuda/regions.cuh"

namespace mariani::volume::cuda {
namespace {

template <typename T>
__global__ void __launch_bounds__(block_threads) find_traps(const Job<Julibrot<T>> job) {
    const auto number = static_cast<int>(blockIdx.x * block_threads + threadIdx.x);
    const int width = job.side.of[0];
    if (number >= width * job.side.of[1]) return;
    const Voxel voxel{
        {static_cast<std::int16_t>(number % width), static_cast<std::int16_t>(number / width)}};
    const auto start = job.dwells.start(voxel);
    job.traps.of(voxel) = job.dwells.shortcuts ? trap_of(start.c_re, start.c_im) : Trap<T>{};
}

template <typename Dwells>
void launch(const Job<Dwells>&, const Stream&) {}

template <typename T>
void launch(const Job<Julibrot<T>>& job, const Stream& stream) {
    const Index count = Index{job.side.of[0]} * job.side.of[1];
    mariani::cuda::launch("traps", stream,
                          {(count + block_threads - 1) / block_threads, {block_threads, 1}},
                          find_traps<T>, job);
}

}  // namespace

void launch_traps(const Plan& plan, const RunMemory& memory, const Stream& stream) {
    with_job(plan, memory, [&](const auto& job) { launch(job, stream); });
}

}  // namespace mariani::volume::cuda
