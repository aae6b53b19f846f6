#include "compute/cuda/handles.hpp"
#include "compute/cuda/workload_device.hpp"
#include "compute/workloads/triangle/cuda/device_plan.hpp"
#include "compute/workloads/triangle/cuda/launches.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/triangle/runner.hpp"
#include "compute/workloads/triangle/sphere_grid.hpp"

namespace mariani::triangle::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::DeviceMemory;
using mariani::cuda::Event;

class CudaGridRunner final : public Runner {
  public:
    explicit CudaGridRunner(const Plan& plan)
        : on_device_(plan),
          counts_(grid_cells * sizeof(int)),
          first_((grid_cells + 1) * sizeof(int)),
          ranks_(spheres() * sizeof(int)),
          sorted_(spheres() * sizeof(Point)),
          numbers_(spheres() * sizeof(int)) {
        check(cudaMemsetAsync(counts_.as<int>(), 0, counts_.size(), on_device_.stream().get()),
              "clear counts");
        on_device_.synchronize("prepare a run");
    }

    std::string device() const override { return on_device_.device(); }
    std::vector<std::byte> output() const override { return on_device_.output(); }
    double floor_ms() const override { return on_device_.floor_ms(); }
    void set_time(double time) override { on_device_.set_time(time); }

    // Contacts are cleared while spheres are sorted.
    std::optional<RunStats> run(std::stop_token stop, Progress& progress) override {
        const CurrentDevice current(on_device_.plan().device);
        const Stream& stream = on_device_.stream();
        progress.blocks_done = 0;
        progress.blocks_total = on_device_.plan().side;
        if (stop.stop_requested()) return std::nullopt;
        const std::int64_t before = stream.launches();
        begin_.record(stream);
        begin_.precede(clearing_);
        on_device_.clear(clearing_);
        cleared_.record(clearing_);
        launch_sort(on_device_.plan(), on_device_.data().points, memory(), stream);
        cleared_.precede(stream);
        launch_comparisons(on_device_.plan(), memory(), on_device_.data(), stream);
        end_.record(stream);
        end_.wait();
        progress.blocks_done = on_device_.plan().side;
        return RunStats{end_.ms_since(begin_), stream.launches() - before};
    }

  private:
    std::size_t spheres() const { return static_cast<std::size_t>(on_device_.plan().side); }
    GridMemory memory() const {
        return {counts_.as<int>(), first_.as<int>(), ranks_.as<int>(), sorted_.as<Point>(),
                numbers_.as<int>()};
    }

    DevicePlan on_device_;
    Stream clearing_;
    Event begin_, cleared_, end_;
    DeviceMemory counts_, first_, ranks_, sorted_, numbers_;
};

}  // namespace

std::unique_ptr<Runner> make_grid_runner(const Plan& plan) {
    return mariani::cuda::within_free_memory(
        memory_of(plan), [&] { return std::make_unique<CudaGridRunner>(plan); });
}

}  // namespace mariani::triangle::cuda
