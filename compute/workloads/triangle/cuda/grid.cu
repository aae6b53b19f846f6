// Contacts by a uniform grid: spheres are counted by cell, sorted, and compared with those around.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/triangle/cuda/launches.hpp"
#include "compute/workloads/triangle/cuda/tests.cuh"
#include "compute/workloads/triangle/sphere_grid.hpp"

namespace mariani::triangle::cuda {
namespace {

using mariani::cuda::launch;

constexpr BlockSize block{256, 1};
constexpr int scan_threads = 1024;
static_assert(scan_threads >= grid_cells + 1);
constexpr int lanes = 8;  // threads for each sphere, which take turns with those around it

__device__ int own_thread() {
    return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void count_spheres(const Point* spheres, const int count, int* counts, int* ranks) {
    const int i = own_thread();
    if (i < count) ranks[i] = atomicAdd(counts + grid_number(grid_place(read(spheres, i))), 1);
}

// In one block. Leaves the counts at 0 for the next sort.
__global__ void __launch_bounds__(scan_threads) scan_counts(int* counts, int* first) {
    __shared__ int sums[scan_threads];
    const int i = static_cast<int>(threadIdx.x);
    sums[i] = i > 0 && i <= grid_cells ? counts[i - 1] : 0;
    __syncthreads();
    for (int step = 1; step < scan_threads; step *= 2) {
        const int before = i >= step ? sums[i - step] : 0;
        __syncthreads();
        sums[i] += before;
        __syncthreads();
    }
    if (i <= grid_cells) first[i] = sums[i];
    if (i < grid_cells) counts[i] = 0;
}

__global__ void sort_spheres(const Point* spheres, const int count, const GridMemory grid) {
    const int i = own_thread();
    if (i >= count) return;
    const Point sphere = read(spheres, i);
    const int place = grid.first[grid_number(grid_place(sphere))] + grid.ranks[i];
    grid.spheres[place] = sphere;
    grid.numbers[place] = i;
}

template <int axes>
__global__ void __launch_bounds__(block.width)
    compare_spheres(const Shape shape, const GridMemory grid, std::uint32_t* words) {
    const int place = own_thread() / lanes, lane = own_thread() % lanes;
    if (place >= shape.side) return;
    const Point own = read(grid.spheres, place);
    const int number = grid.numbers[place];
    const GridPlace cell = grid_place(own);
    for (int run = 0; run < grid_runs; ++run) {
        const GridRun others = grid_run(grid.first, cell, place, run);
#pragma unroll 4
        for (int at = others.begin + lane; at < others.end; at += lanes) {
            if (gap<axes>(own, read(grid.spheres, at)) >= 0) continue;
            const Cell pair = pair_of(number, grid.numbers[at]);
            atomicOr(words + contact_word(shape, pair), contact_bit(pair));
        }
    }
}

}  // namespace

void launch_sort(const Plan& plan, const Point* spheres, const GridMemory& grid,
                 const Stream& stream) {
    const mariani::cuda::Grid each{ceil_div(plan.side, block.width), block};
    launch("count spheres", stream, each, count_spheres, spheres, plan.side, grid.counts,
           grid.ranks);
    launch("scan counts", stream, {1, {scan_threads, 1}}, scan_counts, grid.counts, grid.first);
    launch("sort spheres", stream, each, sort_spheres, spheres, plan.side, grid);
}

void launch_comparisons(const Plan& plan, const GridMemory& grid, const DeviceData& data,
                        const Stream& stream) {
    const mariani::cuda::Grid each{ceil_div(plan.side * lanes, block.width), block};
    auto* const words = static_cast<std::uint32_t*>(data.values);
    if (plan.features == 1)
        launch("compare", stream, each, compare_spheres<1>, shape_of(plan), grid, words);
    else
        launch("compare", stream, each, compare_spheres<3>, shape_of(plan), grid, words);
}

}  // namespace mariani::triangle::cuda
