// A pass as kernels: each block asks the map for its tile, and hands it to a test's body.
// Passes into launches, and tests into bodies.
#include "compute/cuda/launch.hpp"
#include "compute/model/block_trace.hpp"
#include "compute/workloads/triangle/cuda/launches.hpp"
#include "compute/workloads/triangle/cuda/tests.cuh"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace mariani::triangle::cuda {

// The part of a pass's grid that one launch has, so that none takes long.
struct Band {
    int first_column = 0;
    int first_row = 0;
};

inline constexpr int max_threads = 1024;  // of a block

__device__ inline int own_column(const Band& band) {
    return band.first_column + static_cast<int>(blockIdx.x);
}
__device__ inline int own_row(const Band& band) {
    return band.first_row + static_cast<int>(blockIdx.y);
}

template <typename Map, typename Body>
__global__ void __launch_bounds__(max_threads)
    run_pass(const Shape shape, const Pass pass, const Band band, const Body body) {
    const Tile tile = Map::tile(shape, pass, own_column(band), own_row(band));
    if (!tile.none) body.template run<Map>(shape, pass, tile);
}

// Calls use(body) for the plan's test.
template <typename Use>
decltype(auto) with_body(const Plan& plan, const DeviceData& data, const Use& use) {
    switch (plan.test) {
        case Task::map:
            return use(MapOnlyBody{static_cast<std::int32_t*>(data.values), -1});
        case Task::dummy:
            return use(DummyBody{static_cast<std::int32_t*>(data.values)});
        case Task::accumulate:
            return use(AccumulateBody{plan.layout, static_cast<std::uint8_t*>(data.values)});
        case Task::edm:
            return use(DistanceBody{plan.layout, plan.features, plan.cells, data.points,
                                    static_cast<float*>(data.values)});
        default:
            return use(
                ContactBody{plan.features, data.points, static_cast<std::uint32_t*>(data.values)});
    }
}

// The threads of a kernel whose blocks have one for each cell, or for several.
inline BlockSize cell_threads(const Plan& plan) {
    constexpr int most = 256;  // of blocks that are larger than a block of threads can be
    if (plan.test != Task::collision) return {plan.block, plan.block / plan.cells};
    return {plan.block, std::max(1, most / plan.block)};
}

// The threads of the plan's test under its map.
inline BlockSize test_threads(const Plan& plan, bool map_of_threads) {
    if (plan.test == Task::collision && !map_of_threads) return {plan.block, 1};
    return cell_threads(plan);
}

// Puts bands of passes into a stream. So many threads take a fraction of a tenth of a second; after
// them it waits, and looks at the stop token.
class BandLauncher {
  public:
    BandLauncher(const Stream& stream, std::stop_token stop, std::int64_t max_threads_ahead)
        : stream_(stream), stop_(std::move(stop)), max_ahead_(max_threads_ahead) {}

    // kernel(grid, band) launches one band. False if stopped.
    template <typename Launch>
    bool put(const Pass& pass, BlockSize threads, Progress* progress, const Launch& kernel) {
        constexpr std::int64_t max_grid_rows = 65'535;
        const std::int64_t of_block = std::int64_t{threads.width} * threads.height;
        const std::int64_t most = std::max<std::int64_t>(1, max_ahead_ / of_block);
        const std::int64_t columns = std::min<std::int64_t>(pass.columns, most);
        const std::int64_t rows = std::clamp<std::int64_t>(
            most / columns, 1, std::min<std::int64_t>(pass.rows, max_grid_rows));
        for (std::int64_t y = 0; y < pass.rows; y += rows)
            for (std::int64_t x = 0; x < pass.columns; x += columns) {
                limit_ahead();
                if (stop_.stop_requested()) return false;
                const std::int64_t wide = std::min(columns, pass.columns - x);
                const std::int64_t high = std::min(rows, pass.rows - y);
                kernel(mariani::cuda::Grid{wide, threads, high},
                       Band{static_cast<int>(x), static_cast<int>(y)});
                ahead_ += wide * high * of_block;
                if (progress) progress->blocks_done += wide * high;
            }
        return true;
    }

  private:
    // Before the next launch, and not after the last one, whose time would have a gap behind it.
    void limit_ahead() {
        if (ahead_ < max_ahead_) return;
        put_.record(stream_);
        put_.wait();
        ahead_ = 0;
    }

    const Stream& stream_;
    std::stop_token stop_;
    std::int64_t max_ahead_;
    std::int64_t ahead_ = 0;
    mariani::cuda::Event put_;
};

inline void begin_progress(Progress& progress, const std::vector<Pass>& passes) {
    Count total = 0;
    for (const Pass& pass : passes) total += block_count(pass);
    progress.blocks_done = 0;
    progress.blocks_total = total;
}

}  // namespace mariani::triangle::cuda
