// What no timed run does: counting the visits of each cell, and recording when and where blocks
// work.
#include "compute/cuda/block.cuh"
#include "compute/workloads/triangle/cuda/launcher.cuh"

namespace mariani::triangle::cuda {
namespace {

using Sum = unsigned long long;

__device__ Sum warp_sum(Sum value) {
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0U, value, step);
    return value;
}

__device__ bool first_lane() {
    return (threadIdx.y * blockDim.x + threadIdx.x) % 32 == 0;
}
__device__ bool first_thread() {
    return threadIdx.x == 0 && threadIdx.y == 0;
}

// Where the block's threads visit, in sums of each warp. `number` is the block's, through all
// passes.
struct VisitBody {
    DeviceVisits* visits;
    std::uint32_t* plane;  // of cells, packed; may be null

    template <typename Map>
    __device__ void count(const Shape& shape, const Pass& pass, Tile tile, Sum number) const {
        Sum inside = 0, outside = 0, sum = 0;
        if (!Map::of_threads && first_thread() && !in_block_triangle(shape, tile)) outside = 1;
        for (int y = static_cast<int>(threadIdx.y); y < shape.block;
             y += static_cast<int>(blockDim.y)) {
            const Cell cell = Map::cell(shape, pass, tile, static_cast<int>(threadIdx.x), y);
            if (in_domain(shape, cell)) {
                ++inside;
                sum += fingerprint(cell.row, cell.column);
                if (plane) atomicAdd(plane + packed_at(shape, cell), 1U);
            } else if (Map::of_threads && cell != Cell{} && !in_triangle(shape, cell)) {
                ++outside;
            }
        }
        add(warp_sum(inside), warp_sum(outside), warp_sum(sum), number);
    }

  private:
    __device__ void add(Sum inside, Sum outside, Sum sum, Sum number) const {
        if (!first_lane()) return;
        atomicAdd(&visits->inside, inside);
        atomicAdd(&visits->sum, sum);
        if (outside == 0) return;
        atomicAdd(&visits->outside, outside);
        atomicMin(&visits->first_outside, number);
    }
};

template <typename Map>
__global__ void __launch_bounds__(max_threads)
    visit_pass(const Shape shape, const Pass pass, const Band band, const Sum before,
               const VisitBody body) {
    const int x = own_column(band), y = own_row(band);
    const Tile tile = Map::tile(shape, pass, x, y);
    const Sum number =
        before + static_cast<Sum>(y) * static_cast<Sum>(pass.columns) + static_cast<Sum>(x);
    if (!tile.none) body.count<Map>(shape, pass, tile, number);
}

// Times are the low halves of the device's clock.
template <typename Map, typename Body>
__global__ void __launch_bounds__(max_threads)
    traced_pass(const Shape shape, const Pass pass, const Band band, const std::uint8_t number,
                const Body body, BlockRecord* records) {
    __shared__ int cells;
    const std::uint64_t begin = mariani::cuda::clock_ns();
    if (first_thread()) cells = 0;
    const int x = own_column(band), y = own_row(band);
    const Tile tile = Map::tile(shape, pass, x, y);
    if (!tile.none) body.template run<Map>(shape, pass, tile);
    __syncthreads();
    const std::uint64_t end = mariani::cuda::clock_ns();
    if (!tile.none) for_each_cell<Map>(shape, pass, tile, [&](Cell) { atomicAdd(&cells, 1); });
    __syncthreads();
    if (!first_thread()) return;
    const auto block = static_cast<std::uint32_t>(y * pass.columns + x);
    const auto use = cells == 0                           ? BlockUse::wasted
                     : cells == shape.block * shape.block ? BlockUse::useful
                                                          : BlockUse::partial;
    records[block] = {block,
                      static_cast<std::uint16_t>(mariani::cuda::multiprocessor()),
                      number,
                      use,
                      static_cast<std::uint32_t>(begin),
                      static_cast<std::uint32_t>(end)};
}

// For sums of warps. Which cells a block visits does not depend on its threads.
BlockSize whole_warps(int block) {
    constexpr int most = 256;
    return {block, std::clamp(most / block, 1, block)};
}

}  // namespace

bool launch_visits(const Plan& plan, DeviceVisits* visits, std::uint32_t* plane,
                   const Stream& stream, const std::stop_token& stop, Progress& progress) {
    constexpr std::int64_t max_threads_ahead = std::int64_t{1} << 27;
    const Shape shape = shape_of(plan);
    const VisitBody body{visits, plane};
    return with_map(plan.map, [&](auto map) {
        using Map = decltype(map);
        const auto passes = Map::passes(shape);
        begin_progress(progress, passes);
        BandLauncher launcher(stream, stop, max_threads_ahead);
        Sum before = 0;
        for (const Pass& pass : passes) {
            const auto launch = [&](mariani::cuda::Grid grid, Band band) {
                mariani::cuda::launch("visits", stream, grid, visit_pass<Map>, shape, pass, band,
                                      before, body);
            };
            if (!launcher.put(pass, whole_warps(plan.block), &progress, launch)) return false;
            before += static_cast<Sum>(block_count(pass));
        }
        return true;
    });
}

bool launch_traced(const Plan& plan, const DeviceData& data, BlockRecord* records,
                   const Stream& stream, const std::stop_token& stop) {
    constexpr std::int64_t max_threads_ahead = std::int64_t{1} << 28;
    const Shape shape = shape_of(plan);
    return with_map(plan.map, [&](auto map) {
        using Map = decltype(map);
        BandLauncher launcher(stream, stop, max_threads_ahead);
        return with_body(plan, data, [&](const auto& body) {
            using Body = std::remove_cvref_t<decltype(body)>;
            std::uint8_t number = 0;
            BlockRecord* own = records;
            for (const Pass& pass : Map::passes(shape)) {
                const auto launch = [&](mariani::cuda::Grid grid, Band band) {
                    mariani::cuda::launch("traced pass", stream, grid, traced_pass<Map, Body>,
                                          shape, pass, band, number, body, own);
                };
                if (!launcher.put(pass, test_threads(plan, Map::of_threads), nullptr, launch))
                    return false;
                own += block_count(pass);
                ++number;
            }
            return true;
        });
    });
}

}  // namespace mariani::triangle::cuda
