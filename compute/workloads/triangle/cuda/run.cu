// The tests under every map but DP's, and their input.
#include "compute/workloads/triangle/cuda/launcher.cuh"

namespace mariani::triangle::cuda {
namespace {

__global__ void make_points(const std::uint64_t seed, const int features, const double time,
                            const bool spheres, Point* points, const int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count)
        points[i] =
            spheres ? sphere_of(seed, i, features, time) : point_of(seed, i, features, time);
}

}  // namespace

void launch_input(const Plan& plan, Point* points, int count, const Stream& stream) {
    constexpr BlockSize block{256, 1};
    mariani::cuda::launch("points", stream, {ceil_div(count, block.width), block}, make_points,
                          plan.seed, plan.features, plan.time, plan.test == Task::collision, points,
                          count);
}

bool launch_run(const Plan& plan, const DeviceData& data, const Stream& stream,
                const std::stop_token& stop, Progress& progress) {
    constexpr std::int64_t max_threads_ahead = std::int64_t{1} << 30;
    const Shape shape = shape_of(plan);
    return with_map(plan.map, [&](auto map) {
        using Map = decltype(map);
        const auto passes = Map::passes(shape);
        begin_progress(progress, passes);
        BandLauncher launcher(stream, stop, max_threads_ahead);
        return with_body(plan, data, [&](const auto& body) {
            using Body = std::remove_cvref_t<decltype(body)>;
            return std::ranges::all_of(passes, [&](const Pass& pass) {
                const auto launch = [&](mariani::cuda::Grid grid, Band band) {
                    mariani::cuda::launch("pass", stream, grid, run_pass<Map, Body>, shape, pass,
                                          band, body);
                };
                return launcher.put(pass, test_threads(plan, Map::of_threads), &progress, launch);
            });
        });
    });
}

}  // namespace mariani::triangle::cuda
