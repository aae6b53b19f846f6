// The twins of what was computed of a volume, plane by plane.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/volume/cuda/launches.hpp"

namespace mariani::volume::cuda {
namespace {

constexpr int threads = 256;

// Rows in units of as many bytes as divide them.
struct Rows {
    Index units;  // of a row
    int rows;     // of a plane
    Index planes;

    __device__ Index at(Index unit, int row, Index plane) const {
        return (plane * rows + row) * units + unit;
    }
};

// A thread has a unit of the first ones.
template <typename Unit>
__global__ void __launch_bounds__(threads)
    copy_twins(Unit* volume, const Rows all, const Twins twins, const Index count) {
    const Index i = Index{blockIdx.x} * threads + threadIdx.x;
    if (i >= count) return;
    const int first_rows = twins.rows(all.rows);
    const Index unit = i % all.units, above = i / all.units;
    const auto row = static_cast<int>(above % first_rows);
    const Index plane = above / first_rows;
    const int other_row = all.rows - 1 - row;
    const Index other_plane = all.planes - 1 - plane;
    const bool in_rows = twins.of_c && other_row != row;
    const bool in_planes = twins.of_w && other_plane != plane;
    const Unit dwells = volume[all.at(unit, row, plane)];
    if (in_rows) volume[all.at(unit, other_row, plane)] = dwells;
    if (in_planes) volume[all.at(unit, row, other_plane)] = dwells;
    if (in_rows && in_planes) volume[all.at(unit, other_row, other_plane)] = dwells;
}

template <typename Unit>
void launch(const Plan& plan, const RunMemory& memory, Index row_bytes, const Stream& stream) {
    const Rows all{row_bytes / Index{sizeof(Unit)}, plan.side.of[1],
                   Index{plan.side.of[2]} * plan.side.of[3]};
    const Index count = all.units * memory.twins.rows(all.rows) * memory.twins.planes(all.planes);
    mariani::cuda::launch("twins", stream, {(count + threads - 1) / threads, {threads, 1}},
                          copy_twins<Unit>, static_cast<Unit*>(memory.volume.dwells), all,
                          memory.twins, count);
}

}  // namespace

void launch_twins(const Plan& plan, const RunMemory& memory, const Stream& stream) {
    if (!memory.twins.any()) return;
    const Index row_bytes = Index{plan.side.of[0]} * (memory.volume.wide ? 4 : 2);
    if (row_bytes % Index{sizeof(uint4)} == 0)
        return launch<uint4>(plan, memory, row_bytes, stream);
    launch<std::uint16_t>(plan, memory, row_bytes, stream);
}

}  // namespace mariani::volume::cuda
