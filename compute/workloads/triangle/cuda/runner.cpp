#include "compute/workloads/triangle/runner.hpp"

#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/workload_device.hpp"
#include "compute/workloads/triangle/cuda/launches.hpp"
#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/triangle/sphere_grid.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace mariani::triangle::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::DeviceMemory;
using mariani::cuda::Event;

// A plan's input and output on a GPU: what both runners have. The device is current while it is
// made; callers of the rest make it so.
class DevicePlan {
  public:
    explicit DevicePlan(const Plan& plan);

    const Plan& plan() const { return plan_; }
    const Stream& stream() const { return stream_; }
    DeviceData data() const { return {points_.as<Point>(), values_.as<char>()}; }

    // Sets all of the output to 0, in a stream.
    void clear(const Stream& stream) const;

    void fetch(void* to, const void* from, std::size_t size) const;
    void synchronize(const char* operation) const;

    // As Runner has them.
    std::string device() const;
    std::vector<std::byte> output() const;
    double floor_ms() const;
    void set_time(double time);

  private:
    std::size_t bytes() const { return static_cast<std::size_t>(output_bytes(plan_)); }
    void make_input();

    Plan plan_;
    CurrentDevice current_;
    Stream stream_;
    DeviceMemory values_;
    DeviceMemory points_;
};

DevicePlan::DevicePlan(const Plan& plan) : plan_(plan), current_(plan.device) {
    mariani::cuda::prepare_for_launches(plan.device);
    values_ = DeviceMemory(std::max<std::size_t>(bytes(), sizeof(std::int32_t)));
    clear(stream_);
    make_input();
    synchronize("prepare a run");
}

void DevicePlan::clear(const Stream& stream) const {
    check(cudaMemsetAsync(values_.as<char>(), 0, values_.size(), stream.get()), "clear values");
}

void DevicePlan::synchronize(const char* operation) const {
    check(cudaStreamSynchronize(stream_.get()), operation);
}

void DevicePlan::fetch(void* to, const void* from, std::size_t size) const {
    check(cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToHost, stream_.get()),
          "copy to the host");
    synchronize("copy to the host");
}

std::string DevicePlan::device() const {
    return mariani::cuda::description_of(plan_.device);
}

std::vector<std::byte> DevicePlan::output() const {
    const CurrentDevice current(plan_.device);
    std::vector<std::byte> host(bytes());
    fetch(host.data(), values_.as<char>(), host.size());
    return host;
}

double DevicePlan::floor_ms() const {
    return floor_of(plan_, [this](std::int64_t bytes) {
        return mariani::cuda::measure_memset_ms(plan_.device, bytes);
    });
}

void DevicePlan::set_time(double time) {
    const CurrentDevice current(plan_.device);
    plan_.time = time;
    make_input();
}

void DevicePlan::make_input() {
    if (!has_input(plan_.test)) return;
    const auto count = static_cast<int>(padded_side(shape_of(plan_)));
    points_.reserve(static_cast<std::size_t>(count) * sizeof(Point));
    launch_input(plan_, points_.as<Point>(), count, stream_);
}

class CudaRunner final : public MapRunner {
  public:
    explicit CudaRunner(const Plan& plan) : on_device_(plan), counts_(sizeof(DpCounts)) {}

    std::string device() const override { return on_device_.device(); }
    std::vector<std::byte> output() const override { return on_device_.output(); }
    double floor_ms() const override { return on_device_.floor_ms(); }
    void set_time(double time) override { on_device_.set_time(time); }

    std::optional<RunStats> run(std::stop_token stop, Progress& progress) override;
    std::optional<Visits> visit(std::stop_token stop, Progress& progress) override;
    std::optional<BlockTrace> trace(std::stop_token stop) override;

  private:
    const Plan& plan() const { return on_device_.plan(); }
    const Stream& stream() const { return on_device_.stream(); }

    // Under maps of threads, contacts are set in words that are 0 before.
    bool clears() const { return plan().test == Task::collision && is_of_threads(plan().map); }

    bool launch(const std::stop_token& stop, Progress& progress);

    DevicePlan on_device_;
    Event begin_, end_;
    DeviceMemory counts_;
};

bool CudaRunner::launch(const std::stop_token& stop, Progress& progress) {
    if (plan().map != MapKind::dp)
        return launch_run(plan(), on_device_.data(), stream(), stop, progress);
    if (stop.stop_requested()) return false;
    const Count blocks = waste_of(plan()).blocks;
    progress.blocks_done = 0;
    progress.blocks_total = blocks;
    launch_dp(plan(), on_device_.data(), counts_.as<DpCounts>(), stream());
    progress.blocks_done = blocks;
    return true;
}

std::optional<RunStats> CudaRunner::run(std::stop_token stop, Progress& progress) {
    const CurrentDevice current(plan().device);
    const std::int64_t before = stream().launches();
    check(cudaMemsetAsync(counts_.as<char>(), 0, counts_.size(), stream().get()), "clear counts");
    begin_.record(stream());
    if (clears()) on_device_.clear(stream());
    const bool done = launch(stop, progress);
    end_.record(stream());
    end_.wait();
    DpCounts counts{};
    on_device_.fetch(&counts, counts_.as<char>(), sizeof(counts));
    if (!done) return std::nullopt;
    return RunStats{end_.ms_since(begin_),
                    stream().launches() - before + static_cast<std::int64_t>(counts.launches),
                    static_cast<std::int64_t>(counts.failed)};
}

std::optional<Visits> CudaRunner::visit(std::stop_token stop, Progress& progress) {
    const CurrentDevice current(plan().device, memory_remedy);
    const bool has_plane = plan().side <= max_plane_side;
    const std::size_t cells =
        has_plane ? static_cast<std::size_t>(cell_count(shape_of(plan()))) : 0;
    const DeviceMemory sums(sizeof(DeviceVisits));
    const DeviceMemory plane(std::max<std::size_t>(cells, 1) * sizeof(std::uint32_t));
    const DeviceVisits initial{0, 0, 0, ~0ULL};
    check(cudaMemcpyAsync(sums.as<char>(), &initial, sizeof(initial), cudaMemcpyHostToDevice,
                          stream().get()),
          "clear visits");
    check(cudaMemsetAsync(plane.as<char>(), 0, plane.size(), stream().get()), "clear visits");
    const bool done =
        launch_visits(plan(), sums.as<DeviceVisits>(),
                      has_plane ? plane.as<std::uint32_t>() : nullptr, stream(), stop, progress);
    on_device_.synchronize("count visits");
    if (!done) return std::nullopt;
    DeviceVisits found{};
    on_device_.fetch(&found, sums.as<char>(), sizeof(found));
    Visits visits{static_cast<std::int64_t>(found.inside), static_cast<std::int64_t>(found.outside),
                  found.sum,
                  found.outside == 0 ? -1 : static_cast<std::int64_t>(found.first_outside),
                  std::vector<std::uint32_t>(cells)};
    if (cells > 0)
        on_device_.fetch(visits.plane.data(), plane.as<char>(), cells * sizeof(std::uint32_t));
    return visits;
}

std::optional<BlockTrace> CudaRunner::trace(std::stop_token stop) {
    const CurrentDevice current(plan().device, memory_remedy);
    const Count blocks = waste_of(plan()).blocks;
    if (blocks > max_trace_blocks) throw std::logic_error("too many blocks for a trace");
    BlockTrace trace(static_cast<std::size_t>(blocks));
    const DeviceMemory records(trace.size() * sizeof(BlockRecord));
    if (clears()) on_device_.clear(stream());
    const bool done =
        launch_traced(plan(), on_device_.data(), records.as<BlockRecord>(), stream(), stop);
    on_device_.synchronize("record blocks");
    if (!done) return std::nullopt;
    on_device_.fetch(trace.data(), records.as<char>(), records.size());
    count_from_first(trace);
    return trace;
}

// Sorts spheres into a grid.
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

std::unique_ptr<MapRunner> make_map_runner(const Plan& plan) {
    return mariani::cuda::within_free_memory(memory_of(plan),
                                             [&] { return std::make_unique<CudaRunner>(plan); });
}

std::unique_ptr<Runner> make_grid_runner(const Plan& plan) {
    return mariani::cuda::within_free_memory(
        memory_of(plan), [&] { return std::make_unique<CudaGridRunner>(plan); });
}

}  // namespace mariani::triangle::cuda
