#include "compute/workloads/points/cuda/runner.hpp"

#include "compute/cuda/handles.hpp"
#include "compute/cuda/launch_graph.hpp"
#include "compute/cuda/workload_device.hpp"
#include "compute/workloads/points/cuda/launches.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace mariani::points::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::DeviceMemory;
using mariani::cuda::Event;
using mariani::cuda::LaunchGraph;

template <typename T>
DeviceMemory room_for(std::int64_t count) {
    return DeviceMemory(static_cast<std::size_t>(std::max<std::int64_t>(count, 1)) * sizeof(T));
}

// A run is a graph of launches; the host waits for its end only.
class CudaRunner final : public Runner {
  public:
    explicit CudaRunner(const Plan& plan) : plan_(plan), current_(plan.device) {
        mariani::cuda::prepare_for_launches(plan.device);
        if (plan.picture) {
            const auto sums = pixel_sums(*plan.picture);
            sums_ = DeviceMemory(sums.size() * sizeof(std::uint32_t));
            sums_.fill_from(sums.data());
        }
        input_ = room_for<Point>(plan.count);
        points_ = room_for<Point>(plan.count);
        input_keys_ = room_for<std::uint32_t>(plan.count);
        keys_ = room_for<std::uint32_t>(plan.count);
        sort_scratch_ = room_for<char>(static_cast<std::int64_t>(sort_scratch_bytes(plan)));
        nodes_ = room_for<Node>(most_nodes(plan.rule, plan.count));
        counts_ = room_for<Counts>(1);
        if (plan.engine == EngineKind::linear)
            starts_ = room_for<std::uint32_t>(static_cast<std::int64_t>(start_count(plan.rule)));
        else
            inner_ = room_for<RadixNode>(plan.count - 1);
    }

    std::string device() const override { return mariani::cuda::description_of(plan_.device); }

    bool move_to(float time, const Point& place, std::stop_token stop) override {
        const CurrentDevice current(plan_.device);
        plan_.time = time;
        plan_.place = place;
        launch_emitter(plan_, emitter_of(plan_, sums_.as<std::uint32_t>()), input_.as<Point>(),
                       stream_);
        synchronize("place points");
        placed_ = !stop.stop_requested();
        return placed_;
    }

    void take(std::span<const Point> points) override {
        refuse_outside(plan_, points);
        const CurrentDevice current(plan_.device);
        check(cudaMemcpyAsync(input_.as<Point>(), points.data(), points.size_bytes(),
                              cudaMemcpyHostToDevice, stream_.get()),
              "copy points to the device");
        synchronize("copy points to the device");
        placed_ = true;
    }

    std::optional<RunStats> run(std::stop_token stop) override;

    std::vector<Point> input() const override { return fetched<Point>(input_, point_count()); }
    std::vector<Point> points() const override { return fetched<Point>(points_, point_count()); }

    std::vector<Node> nodes() const override {
        auto nodes = fetched<Node>(nodes_, static_cast<std::size_t>(node_count_));
        sort_by_level(nodes, {});
        return nodes;
    }

    std::optional<std::vector<LevelStats>> levels(std::stop_token stop) override;
    bool look(const TreePart& part, bool counts, TreePlanes& planes, std::stop_token stop) override;
    DiscStats find(const Disc& disc) override;

    double floor_ms() const override {
        const auto bytes = 2 * plan_.count * static_cast<std::int64_t>(sizeof(Point));
        return bytes == 0 ? 0 : mariani::cuda::measure_memset_ms(plan_.device, bytes);
    }

  private:
    FinishedTree tree() const {
        return {
            {keys_.as<std::uint32_t>(), static_cast<std::uint32_t>(plan_.count), plan_.rule.depth},
            points_.as<Point>(),
            nodes_.as<Node>(),
            node_count_};
    }

    std::size_t point_count() const { return static_cast<std::size_t>(plan_.count); }

    void synchronize(const char* operation) const {
        check(cudaStreamSynchronize(stream_.get()), operation);
    }

    template <typename T>
    void fetch(const DeviceMemory& memory, std::vector<T>& host) const {
        check(cudaMemcpyAsync(host.data(), memory.as<T>(), host.size() * sizeof(T),
                              cudaMemcpyDeviceToHost, stream_.get()),
              "copy to the host");
        synchronize("copy to the host");
    }
    template <typename T>
    std::vector<T> fetched(const DeviceMemory& memory, std::size_t count) const {
        const CurrentDevice current(plan_.device);
        std::vector<T> host(count);
        fetch(memory, host);
        return host;
    }

    // What the launches add up, from zero.
    template <typename Counters, typename Launch>
    Counters added_up(const Launch& launch) {
        const CurrentDevice current(plan_.device);
        sums_of_answers_.reserve(sizeof(Counters));
        check(cudaMemsetAsync(sums_of_answers_.as<void>(), 0, sizeof(Counters), stream_.get()),
              "clear counters");
        launch(sums_of_answers_.as<Counters>());
        return fetched<Counters>(sums_of_answers_, 1).front();
    }

    void issue() const {
        launch_sort(plan_,
                    {input_.as<Point>(), input_keys_.as<std::uint32_t>(), points_.as<Point>(),
                     keys_.as<std::uint32_t>(), sort_scratch_.as<void>(), sort_scratch_.size()},
                    stream_);
        const TreeMemory memory{keys_.as<std::uint32_t>(), nodes_.as<Node>(), counts_.as<Counts>(),
                                starts_.as<std::uint32_t>(), inner_.as<RadixNode>()};
        if (plan_.engine == EngineKind::linear)
            launch_linear(plan_, memory, stream_);
        else
            launch_karras(plan_, memory, stream_);
    }

    // Once outside of the graph, as kernels must not be loaded while launches are recorded.
    void record() {
        const std::int64_t before = stream_.launches();
        issue();
        launches_ = stream_.launches() - before;
        synchronize("make a tree");
        graph_.emplace(stream_, [this] { issue(); });
    }

    Plan plan_;
    CurrentDevice current_;
    Stream stream_;
    Event begin_, end_;
    DeviceMemory sums_, input_, points_, input_keys_, keys_, sort_scratch_, nodes_, counts_,
        starts_, inner_;
    DeviceMemory level_plane_, count_plane_, density_plane_, sums_of_answers_;
    std::optional<LaunchGraph> graph_;
    std::int64_t launches_ = 0;  // in the graph
    std::int64_t node_count_ = 0;
    bool placed_ = false;
};

std::optional<RunStats> CudaRunner::run(std::stop_token stop) {
    const CurrentDevice current(plan_.device);
    if (!placed_ && !move_to(plan_.time, plan_.place, stop)) return std::nullopt;
    if (stop.stop_requested()) return std::nullopt;
    if (!graph_) record();
    begin_.record(stream_);
    graph_->replay(stream_);
    end_.record(stream_);
    end_.wait();
    const Counts counts = fetched<Counts>(counts_, 1).front();
    node_count_ =
        std::accumulate(std::begin(counts.nodes), std::end(counts.nodes), std::int64_t{0});
    if (stop.stop_requested()) return std::nullopt;
    RunStats stats;
    stats.compute_ms = end_.ms_since(begin_);
    stats.launches = launches_;
    stats.nodes = node_count_;
    return stats;
}

std::optional<std::vector<LevelStats>> CudaRunner::levels(std::stop_token stop) {
    if (stop.stop_requested()) return std::nullopt;
    const auto counts = added_up<LevelCounts>(
        [&](LevelCounts* sums) { launch_level_counts(plan_, tree(), sums, stream_); });
    std::vector<LevelStats> levels;
    for (int level = 0; level <= max_depth && counts.nodes[level] > 0; ++level)
        levels.push_back({counts.nodes[level], counts.subdivided[level], counts.points[level]});
    return levels;
}

bool CudaRunner::look(const TreePart& part, bool counts, TreePlanes& planes, std::stop_token stop) {
    const CurrentDevice current(plan_.device);
    const auto pixels = static_cast<std::size_t>(pixel_count(part.size));
    level_plane_.reserve(pixels);
    count_plane_.reserve(counts ? pixels * sizeof(std::uint32_t) : 0);
    density_plane_.reserve(pixels * sizeof(std::uint32_t));
    launch_look(
        plan_, tree(), part,
        {level_plane_.as<std::uint8_t>(), counts ? count_plane_.as<std::uint32_t>() : nullptr,
         density_plane_.as<std::uint32_t>()},
        stream_);
    planes.levels.resize(pixels);
    planes.counts.resize(counts ? pixels : 0);
    planes.density.resize(pixels);
    fetch(level_plane_, planes.levels);
    if (counts) fetch(count_plane_, planes.counts);
    fetch(density_plane_, planes.density);
    return !stop.stop_requested();
}

DiscStats CudaRunner::find(const Disc& disc) {
    const auto counts = added_up<DiscCounts>(
        [&](DiscCounts* sums) { launch_find(plan_, tree(), disc, sums, stream_); });
    return {counts.visited, counts.whole, counts.tested, counts.found};
}

}  // namespace

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    if (const auto why = mariani::cuda::unavailable()) throw std::runtime_error(*why);
    return std::make_unique<CudaRunner>(plan);
}

}  // namespace mariani::points::cuda
