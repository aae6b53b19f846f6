#include "compute/workloads/triangle/cuda/runner.hpp"

#include "compute/cuda/check.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/pending_launch_limit.hpp"
#include "compute/workloads/triangle/cuda/launches.hpp"
#include "compute/workloads/triangle/elements.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace mariani::triangle::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::DeviceMemory;
using mariani::cuda::Event;

std::size_t device_memory() {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "tell how much memory it has");
    return total;
}

class CudaRunner final : public Runner {
  public:
    explicit CudaRunner(const Plan& plan)
        : plan_(plan), current_(plan.device), counts_(sizeof(DpCounts)) {
        mariani::cuda::set_pending_launch_limit(plan.device, 0, device_memory());
        values_ = DeviceMemory(std::max<std::size_t>(bytes(), sizeof(std::int32_t)));
        check(cudaMemsetAsync(values_.as<char>(), 0, values_.size(), stream_.get()),
              "clear values");
        make_input();
        synchronize("prepare a run");
    }

    std::string device() const override {
        for (const DeviceEntry& entry : mariani::cuda::devices())
            if (entry.index == plan_.device) return entry.description;
        return "a GPU that CUDA does not list";
    }

    std::optional<RunStats> run(std::stop_token stop, Progress& progress) override;
    std::optional<Visits> visit(std::stop_token stop, Progress& progress) override;
    std::optional<BlockTrace> trace(std::stop_token stop) override;

    std::vector<std::byte> output() const override {
        const CurrentDevice current(plan_.device);
        std::vector<std::byte> host(bytes());
        fetch(host.data(), values_.as<char>(), host.size());
        return host;
    }

    double floor_ms() const override {
        return floor_of(plan_, [this](std::int64_t bytes) {
            return mariani::cuda::measure_memset_ms(plan_.device, bytes);
        });
    }

  private:
    std::size_t bytes() const { return static_cast<std::size_t>(output_bytes(plan_)); }

    DeviceData data() const { return {points_.as<Point>(), values_.as<char>()}; }

    void synchronize(const char* operation) const {
        check(cudaStreamSynchronize(stream_.get()), operation);
    }

    void fetch(void* to, const void* from, std::size_t size) const {
        check(cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToHost, stream_.get()),
              "copy to the host");
        synchronize("copy to the host");
    }

    void make_input() {
        if (plan_.test != Task::edm && plan_.test != Task::collision) return;
        const Shape shape = shape_of(plan_);
        const int count = shape.blocks * shape.block;
        points_ = DeviceMemory(static_cast<std::size_t>(count) * sizeof(Point));
        launch_input(plan_, points_.as<Point>(), count, stream_);
    }

    // Under maps of threads, contacts are set in words that are 0 before.
    bool clears() const {
        return plan_.test == Task::collision &&
               with_map(plan_.map, [](auto map) { return decltype(map)::of_threads; });
    }

    bool launch(const std::stop_token& stop, Progress& progress);

    Plan plan_;
    CurrentDevice current_;
    Stream stream_;
    Event begin_, end_;
    DeviceMemory counts_;
    DeviceMemory values_;
    DeviceMemory points_;
};

bool CudaRunner::launch(const std::stop_token& stop, Progress& progress) {
    if (plan_.map != MapKind::dp) return launch_run(plan_, data(), stream_, stop, progress);
    if (stop.stop_requested()) return false;
    const Count blocks = waste_of(plan_).blocks;
    progress.blocks_done = 0;
    progress.blocks_total = blocks;
    launch_dp(plan_, data(), counts_.as<DpCounts>(), stream_);
    progress.blocks_done = blocks;
    return true;
}

std::optional<RunStats> CudaRunner::run(std::stop_token stop, Progress& progress) {
    const CurrentDevice current(plan_.device);
    const std::int64_t before = stream_.launches();
    check(cudaMemsetAsync(counts_.as<char>(), 0, counts_.size(), stream_.get()), "clear counts");
    begin_.record(stream_);
    if (clears())
        check(cudaMemsetAsync(values_.as<char>(), 0, values_.size(), stream_.get()),
              "clear contacts");
    const bool done = launch(stop, progress);
    end_.record(stream_);
    end_.wait();
    DpCounts counts{};
    fetch(&counts, counts_.as<char>(), sizeof(counts));
    if (!done) return std::nullopt;
    return RunStats{end_.ms_since(begin_),
                    stream_.launches() - before + static_cast<std::int64_t>(counts.launches),
                    static_cast<std::int64_t>(counts.failed)};
}

std::optional<Visits> CudaRunner::visit(std::stop_token stop, Progress& progress) {
    const CurrentDevice current(plan_.device);
    const bool has_plane = plan_.side <= max_plane_side;
    const std::size_t cells = has_plane ? static_cast<std::size_t>(cell_count(shape_of(plan_))) : 0;
    const DeviceMemory sums(sizeof(DeviceVisits));
    const DeviceMemory plane(std::max<std::size_t>(cells, 1) * sizeof(std::uint32_t));
    const DeviceVisits initial{0, 0, 0, ~0ULL};
    check(cudaMemcpyAsync(sums.as<char>(), &initial, sizeof(initial), cudaMemcpyHostToDevice,
                          stream_.get()),
          "clear visits");
    check(cudaMemsetAsync(plane.as<char>(), 0, plane.size(), stream_.get()), "clear visits");
    const bool done =
        launch_visits(plan_, sums.as<DeviceVisits>(),
                      has_plane ? plane.as<std::uint32_t>() : nullptr, stream_, stop, progress);
    synchronize("count visits");
    if (!done) return std::nullopt;
    DeviceVisits found{};
    fetch(&found, sums.as<char>(), sizeof(found));
    Visits visits{static_cast<std::int64_t>(found.inside), static_cast<std::int64_t>(found.outside),
                  found.sum,
                  found.outside == 0 ? -1 : static_cast<std::int64_t>(found.first_outside),
                  std::vector<std::uint32_t>(cells)};
    if (cells > 0) fetch(visits.plane.data(), plane.as<char>(), cells * sizeof(std::uint32_t));
    return visits;
}

std::optional<BlockTrace> CudaRunner::trace(std::stop_token stop) {
    const CurrentDevice current(plan_.device);
    const Count blocks = waste_of(plan_).blocks;
    if (blocks > max_trace_blocks) throw std::logic_error("too many blocks for a trace");
    BlockTrace trace(static_cast<std::size_t>(blocks));
    const DeviceMemory records(trace.size() * sizeof(BlockRecord));
    if (clears())
        check(cudaMemsetAsync(values_.as<char>(), 0, values_.size(), stream_.get()),
              "clear contacts");
    const bool done = launch_traced(plan_, data(), records.as<BlockRecord>(), stream_, stop);
    synchronize("record blocks");
    if (!done) return std::nullopt;
    fetch(trace.data(), records.as<char>(), records.size());
    count_from_first(trace);
    return trace;
}

}  // namespace

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    if (const auto why = mariani::cuda::unavailable()) throw std::runtime_error(*why);
    return std::make_unique<CudaRunner>(plan);
}

}  // namespace mariani::triangle::cuda
