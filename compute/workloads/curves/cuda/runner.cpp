#include "compute/workloads/curves/runner.hpp"

#include "compute/cuda/device_limits.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/workload_device.hpp"
#include "compute/workloads/curves/cuda/launches.hpp"
#include "compute/workloads/curves/plan.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace mariani::curves::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::DeviceMemory;
using mariani::cuda::Event;
using mariani::cuda::LaunchGraph;
using mariani::cuda::PinnedMemory;

template <typename T>
DeviceMemory room_for(std::int64_t count) {
    return DeviceMemory(static_cast<std::size_t>(count) * sizeof(T));
}

class CudaRunner final : public Runner {
  public:
    explicit CudaRunner(const Plan& plan) : plan_(plan), current_(plan.device) {
        mariani::cuda::prepare_for_launches(plan.device);
        if (plan.memory == VertexMemory::heap || plan.heap != Plan{}.heap)
            mariani::cuda::set_heap_limit(plan.device, plan.heap);
        *one_.as<unsigned>() = 1;
        lines_ = room_for<Line>(plan.lines);
        control_ = room_for<Control>(1);
        if (plan.engine == EngineKind::scan) {
            tiles_ = room_for<Total>(tile_count(plan));
            scan_state_ = room_for<ScanState>(1);
            clear(tiles_);
            clear(scan_state_);
            offsets_ = room_for<std::uint32_t>(plan.lines);
            return;
        }
        counts_ = room_for<Count>(plan.lines);
        vertices_ = room_for<Point>(plan.lines * plan.rule.cap);
        if (!has_launches(plan.engine)) return;
        first_blocks_ = room_for<std::uint32_t>(plan.lines);
        done_blocks_ = room_for<std::uint32_t>(plan.lines);
        clear(done_blocks_);
        if (plan.memory == VertexMemory::heap) {
            allocated_ = room_for<Point*>(plan.lines);
            clear(allocated_);
        }
        if (plan.engine == EngineKind::dp_grid)
            parent_blocks_ = room_for<std::uint32_t>(plan.lines / plan.parent_block + 1);
    }

    std::string device() const override { return mariani::cuda::description_of(plan_.device); }

    bool move_to(double time, const std::vector<PlacedPoint>& placed,
                 std::stop_token stop) override {
        const CurrentDevice current(plan_.device);
        plan_.time = time;
        plan_.placed = placed;
        launch_emitter(plan_, lines_.as<Line>(), stream_);
        place_points();
        synchronize("place lines");
        placed_ = !stop.stop_requested();
        return placed_;
    }

    void take(std::span<const Line> lines) override {
        refuse_other_count(plan_, lines);
        const CurrentDevice current(plan_.device);
        check(cudaMemcpyAsync(lines_.as<Line>(), lines.data(), lines.size_bytes(),
                              cudaMemcpyHostToDevice, stream_.get()),
              "copy lines to the device");
        synchronize("copy lines to the device");
        placed_ = true;
    }

    std::optional<RunStats> run(std::stop_token stop) override;
    std::optional<BlockTrace> trace(std::stop_token stop) override;

    std::vector<Line> lines() const override { return fetched<Line>(lines_, 0, plan_.lines); }
    Tessellation tessellation(std::int64_t first, std::int64_t end) const override;

    double floor_ms() const override {
        return mariani::cuda::measure_memset_ms(plan_.device, moved_bytes(plan_, vertex_count_));
    }

  private:
    Tessellation part_of_scan(std::int64_t first, std::int64_t end) const;
    Tessellation part_of_room(std::int64_t first, std::int64_t end) const;
    void synchronize(const char* operation) const {
        check(cudaStreamSynchronize(stream_.get()), operation);
    }
    void clear(const DeviceMemory& memory) const {
        check(cudaMemsetAsync(memory.as<char>(), 0, memory.size(), stream_.get()), "clear memory");
    }

    // Few, so one by one.
    void place_points() const {
        for (const PlacedPoint& point : plan_.placed)
            for_each_line_of(
                point.number, plan_.lines, [&](std::uint32_t line, Point Line::*which) {
                    check(cudaMemcpyAsync(&(lines_.as<Line>()[line].*which), &point.at,
                                          sizeof(Point), cudaMemcpyHostToDevice, stream_.get()),
                          "copy a point to the device");
                });
    }

    template <typename T>
    std::vector<T> fetched(const DeviceMemory& memory, std::int64_t first,
                           std::int64_t count) const {
        const CurrentDevice current(plan_.device);
        std::vector<T> host(static_cast<std::size_t>(count));
        check(cudaMemcpyAsync(host.data(), memory.as<T>() + first, host.size() * sizeof(T),
                              cudaMemcpyDeviceToHost, stream_.get()),
              "copy to the host");
        synchronize("copy to the host");
        return host;
    }

    // Without waiting for the stream that the kernels are in.
    void set_stop() {
        const CurrentDevice current(plan_.device);
        cudaMemcpyAsync(control_.as<char>() + offsetof(Control, stop), one_.as<char>(),
                        sizeof(unsigned), cudaMemcpyHostToDevice, stop_stream_.get());
    }

    RoomMemory room(BlockRecord* records = nullptr) const {
        return {lines_.as<Line>(), counts_.as<Count>(), vertices_.as<Point>(),
                control_.as<Control>(), records};
    }
    ScanMemory scan_memory(BlockRecord* records = nullptr) const {
        return {lines_.as<Line>(),           tiles_.as<Total>(),
                scan_state_.as<ScanState>(), offsets_.as<std::uint32_t>(),
                vertices_.as<Point>(),       capacity(),
                control_.as<Control>(),      records};
    }
    std::int64_t capacity() const {
        return static_cast<std::int64_t>(vertices_.size() / sizeof(Point));
    }

    void launch_room(BlockRecord* records = nullptr) {
        if (plan_.engine == EngineKind::flat)
            launch_flat(plan_, room(records), stream_);
        else
            launch_dp(plan_, room(records), dp_memory(), stream_);
    }
    DpMemory dp_memory() const {
        return {first_blocks_.as<std::uint32_t>(), parent_blocks_.as<std::uint32_t>(),
                done_blocks_.as<std::uint32_t>(), allocated_.as<Point*>()};
    }
    // What a run, whole or stopped, leaves on the heap.
    void collect() const {
        if (plan_.memory == VertexMemory::heap) launch_collect(plan_, room(), dp_memory(), stream_);
    }

    // Once outside of the graph, as kernels must not be loaded while launches are recorded. With
    // its events: in a run that is so short, the host's way from one call to the next would count.
    void record_scan() {
        const ScanMemory memory = scan_memory();
        const std::int64_t before = stream_.launches();
        launch_scan(plan_, memory, stream_);
        launches_ = stream_.launches() - before;
        synchronize("count vertices");
        graph_.emplace(stream_, [&] {
            begin_.record_in_replay(stream_);
            launch_scan(plan_, memory, stream_);
            end_.record_in_replay(stream_);
        });
    }

    // Without the graph.
    template <typename Launch>
    void launch_between_events(const Launch& launch) {
        begin_.record(stream_);
        launch();
        end_.record(stream_);
    }

    // A run from beginning to end, whose events the launch records.
    template <typename Launch>
    Control run_whole(const std::stop_token& stop, const Launch& launch) {
        clear(control_);
        synchronize("prepare a run");
        {
            const std::stop_callback on_stop(stop, [this] { set_stop(); });
            launch();
            end_.wait();
        }
        check(cudaStreamSynchronize(stop_stream_.get()), "stop");
        return fetched<Control>(control_, 0, 1).front();
    }

    Control run_scan(const std::stop_token& stop) {
        while (true) {
            if (!graph_) record_scan();
            const Control found = run_whole(stop, [this] { graph_->replay(stream_); });
            const auto vertices = static_cast<std::int64_t>(found.vertices);
            if (vertices <= capacity()) return found;
            graph_.reset();
            vertices_.reserve(static_cast<std::size_t>(vertices) * sizeof(Point));
            // And again, as not all were placed.
        }
    }

    Control run_room(const std::stop_token& stop) {
        const std::int64_t before = stream_.launches();
        run_whole(stop, [this] { launch_between_events([this] { launch_room(); }); });
        launches_ = stream_.launches() - before;
        collect();
        launch_sums(plan_, room(), stream_);
        return fetched<Control>(control_, 0, 1).front();
    }

    Plan plan_;
    CurrentDevice current_;
    Stream stream_, stop_stream_;
    Event begin_, end_;
    PinnedMemory one_{sizeof(unsigned)};
    DeviceMemory lines_, control_, counts_, vertices_, first_blocks_, parent_blocks_, done_blocks_,
        allocated_, tiles_, scan_state_, offsets_;
    std::optional<LaunchGraph> graph_;
    std::int64_t launches_ = 0;  // by the host, in a run
    std::int64_t vertex_count_ = 0;
    bool placed_ = false;
};

std::optional<RunStats> CudaRunner::run(std::stop_token stop) {
    const CurrentDevice current(plan_.device, memory_remedy);
    if (!placed_ && !move_to(plan_.time, plan_.placed, stop)) return std::nullopt;
    if (stop.stop_requested()) return std::nullopt;
    const Control found = plan_.engine == EngineKind::scan ? run_scan(stop) : run_room(stop);
    if (stop.stop_requested()) return std::nullopt;
    RunStats stats;
    stats.compute_ms = end_.ms_since(begin_);
    stats.launches = launches_;
    stats.child_launches = static_cast<std::int64_t>(found.pool.launches);
    stats.failed_launches = static_cast<std::int64_t>(found.pool.failed_launches);
    stats.failed_mallocs = static_cast<std::int64_t>(found.failed_mallocs);
    stats.most_pending = found.pool.most_pending;
    stats.vertices = static_cast<std::int64_t>(found.vertices);
    stats.cut_lines = static_cast<std::int64_t>(found.cut_lines);
    stats.lost_lines = static_cast<std::int64_t>(found.lost_lines);
    vertex_count_ = stats.vertices;
    return stats;
}

std::optional<BlockTrace> CudaRunner::trace(std::stop_token stop) {
    const CurrentDevice current(plan_.device, memory_remedy);
    const auto memory = room_for<BlockRecord>(plan_.lines);
    clear(memory);
    auto* const records = memory.as<BlockRecord>();
    run_whole(stop, [&] {
        launch_between_events([&] {
            if (plan_.engine == EngineKind::scan)
                launch_scan(plan_, scan_memory(records), stream_);
            else
                launch_room(records);
        });
    });
    collect();
    if (stop.stop_requested()) return std::nullopt;
    BlockTrace trace = fetched<BlockRecord>(memory, 0, plan_.lines);
    keep_recorded(trace);
    return trace;
}

Tessellation CudaRunner::tessellation(std::int64_t first, std::int64_t end) const {
    end = std::min(end, plan_.lines);
    return plan_.engine == EngineKind::scan ? part_of_scan(first, end) : part_of_room(first, end);
}

Tessellation CudaRunner::part_of_scan(std::int64_t first, std::int64_t end) const {
    Tessellation part;
    part.offsets = fetched<std::uint32_t>(offsets_, first, std::min(plan_.lines, end + 1) - first);
    if (end == plan_.lines) part.offsets.push_back(static_cast<std::uint32_t>(vertex_count_));
    const std::uint32_t begin = part.offsets.front();
    for (std::uint32_t& offset : part.offsets) offset -= begin;
    part.vertices = fetched<Point>(vertices_, begin, part.offsets.back());
    return part;
}

Tessellation CudaRunner::part_of_room(std::int64_t first, std::int64_t end) const {
    Tessellation part;
    const std::int64_t cap = plan_.rule.cap;
    const std::int64_t at_once = std::max<std::int64_t>(1, (1 << 22) / cap);  // lines
    const auto counts = fetched<Count>(counts_, first, end - first);
    for (std::int64_t begin = first; begin < end; begin += at_once) {
        const std::int64_t behind = std::min(end, begin + at_once);
        const auto room = fetched<Point>(vertices_, begin * cap, (behind - begin) * cap);
        for (std::int64_t i = begin; i < behind; ++i) {
            const auto from = room.begin() + (i - begin) * cap;
            part.offsets.push_back(static_cast<std::uint32_t>(part.vertices.size()));
            part.vertices.insert(part.vertices.end(), from,
                                 from + counts[static_cast<std::size_t>(i - first)].vertices);
        }
    }
    part.offsets.push_back(static_cast<std::uint32_t>(part.vertices.size()));
    return part;
}

}  // namespace

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return mariani::cuda::within_free_memory(memory_of(plan),
                                             [&] { return std::make_unique<CudaRunner>(plan); });
}

}  // namespace mariani::curves::cuda
