// Trees by points that move from level to level.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/points/cuda/division.hpp"
#include "compute/workloads/points/cuda/tree_maker.hpp"

#include <cstddef>
#include <optional>

namespace mariani::points::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::LaunchGraph;
using mariani::cuda::PinnedMemory;

// What both have: buffers for points, and a run that can be stopped while it is on the device.
class Divider : public TreeMaker {
  public:
    Divider(const Plan& plan, const Stream& stream) : plan_(plan), stream_(stream) {
        *one_.as<unsigned>() = 1;
        first_ = room_for<Point>(plan.count);
        second_ = room_for<Point>(plan.count);
        nodes_ = room_for<Node>(most_nodes(plan.rule, plan.count));
        keys_ = room_for<std::uint32_t>(plan.count);
        control_ = room_for<DivisionControl>(1);
    }

    // A search needs keys, and making them is no part of a run.
    FinishedTree tree() override {
        if (!has_keys_) launch_keys(plan_, first_.as<Point>(), keys_.as<std::uint32_t>(), stream_);
        has_keys_ = true;
        return {
            {keys_.as<std::uint32_t>(), static_cast<std::uint32_t>(plan_.count), plan_.rule.depth},
            first_.as<Point>(),
            nodes_.as<Node>(),
            node_count_};
    }

  protected:
    PointBuffers buffers(const Point* input) const {
        return {input, first_.as<Point>(), second_.as<Point>()};
    }
    void synchronize(const char* operation) const {
        check(cudaStreamSynchronize(stream_.get()), operation);
    }
    void clear(const DeviceMemory& memory) const {
        check(cudaMemsetAsync(memory.as<char>(), 0, memory.size(), stream_.get()), "clear memory");
    }

    // The time of a run from beginning to end, and what the device says of it.
    struct Finished {
        double ms;
        DivisionControl control;
    };
    template <typename Launch>
    Finished run_whole(const std::stop_token& stop, const Launch& launch) {
        has_keys_ = false;
        clear(control_);
        synchronize("prepare a run");
        {
            const std::stop_callback on_stop(stop, [this] { set_stop(); });
            begin_.record(stream_);
            launch();
            end_.record(stream_);
            end_.wait();
        }
        check(cudaStreamSynchronize(stop_stream_.get()), "stop");
        return {end_.ms_since(begin_), fetched<DivisionControl>(control_, stream_)};
    }

    const Plan plan_;
    const Stream& stream_;
    DeviceMemory nodes_, control_;
    std::int64_t node_count_ = 0;

  private:
    // Without waiting for the stream that the kernels are in.
    void set_stop() {
        const mariani::cuda::CurrentDevice current(plan_.device);
        cudaMemcpyAsync(control_.as<char>() + offsetof(DivisionControl, stop), one_.as<char>(),
                        sizeof(unsigned), cudaMemcpyHostToDevice, stop_stream_.get());
    }

    Stream stop_stream_;
    Event begin_, end_;
    PinnedMemory one_{sizeof(unsigned)};
    DeviceMemory first_, second_, keys_;
    bool has_keys_ = false;  // of the last run's points
};

class DpDivider final : public Divider {
  public:
    DpDivider(const Plan& plan, const Stream& stream) : Divider(plan, stream) {
        ended_ = room_for<unsigned>(most_nodes(plan.rule, plan.count) / 4);
        clear(ended_);
        if (plan.engine != EngineKind::dp_mbr) return;
        arrived_ = room_for<unsigned>(slot_count(plan.count));
        shares_ = room_for<std::uint32_t>(4 * slot_count(plan.count));
        clear(arrived_);
    }

    RunStats make(const Point* input, const std::stop_token& stop) override {
        const std::int64_t before = stream_.launches();
        const Finished found =
            run_whole(stop, [&] { launch_dp(plan_, memory(input, nullptr), stream_); });
        node_count_ = stop.stop_requested() ? 0 : 1 + std::int64_t{found.control.nodes};
        RunStats stats;
        stats.compute_ms = found.ms;
        stats.launches = stream_.launches() - before;
        stats.child_launches = static_cast<std::int64_t>(found.control.pool.launches);
        stats.refused_launches = static_cast<std::int64_t>(found.control.pool.failed_launches);
        stats.nodes = node_count_;
        return stats;
    }

    std::vector<LevelSpan> level_spans(const Point* input, const std::stop_token& stop) override {
        LevelTimes times{};
        std::fill(std::begin(times.begin_ns), std::end(times.begin_ns), ~Count{0});
        auto room = room_for<LevelTimes>(1);
        room.fill_from(&times);
        run_whole(stop, [&] { launch_dp(plan_, memory(input, room.as<LevelTimes>()), stream_); });
        times = fetched<LevelTimes>(room, stream_);
        const auto ms = [&](Count ns) {
            return static_cast<double>(ns - times.begin_ns[0]) * 1e-6;
        };
        std::vector<LevelSpan> spans;
        for (int level = 0; level <= max_depth && times.end_ns[level] != 0; ++level)
            spans.push_back({ms(times.begin_ns[level]), ms(times.end_ns[level])});
        return spans;
    }

  private:
    DpMemory memory(const Point* input, LevelTimes* times) const {
        return {buffers(input),
                nodes_.as<Node>(),
                control_.as<DivisionControl>(),
                ended_.as<unsigned>(),
                arrived_.as<unsigned>(),
                shares_.as<std::uint32_t>(),
                times};
    }

    DeviceMemory ended_, arrived_, shares_;
};

// A run is a graph of launches.
class AskDivider final : public Divider {
  public:
    AskDivider(const Plan& plan, const Stream& stream) : Divider(plan, stream) {
        counts_ = room_for<Counts>(1);
        work_ = room_for<AskWork>(max_depth + 1);
        pieces_ = room_for<Piece>(most_pieces(plan));
        before_ = room_for<Quadrants>(most_pieces(plan));
        sums_ = room_for<Quadrants>(most_nodes(plan.rule, plan.count) / 4);
        told_ = room_for<Count>(4 * slot_count(plan.count));
    }

    RunStats make(const Point* input, const std::stop_token& stop) override {
        if (!graph_) record(input);
        const Finished found = run_whole(stop, [this] { graph_->replay(stream_); });
        node_count_ = stop.stop_requested() ? 0 : node_count(fetched<Counts>(counts_, stream_));
        RunStats stats;
        stats.compute_ms = found.ms;
        stats.launches = launches_;
        stats.nodes = node_count_;
        return stats;
    }

    std::vector<LevelSpan> level_spans(const Point* input, const std::stop_token& stop) override {
        LevelEvents events;
        run_whole(stop, [&] { issue(input, events.recorder(stream_)); });
        return events.spans();
    }

  private:
    void issue(const Point* input, const AtLevel& at_level) const {
        launch_ask(plan_,
                   {buffers(input), nodes_.as<Node>(), counts_.as<Counts>(),
                    control_.as<DivisionControl>(), work_.as<AskWork>(), pieces_.as<Piece>(),
                    before_.as<Quadrants>(), sums_.as<Quadrants>(), told_.as<Count>()},
                   at_level, stream_);
    }

    // Once outside of the graph, as kernels must not be loaded while launches are recorded.
    void record(const Point* input) {
        const auto all = [&] { issue(input, [](std::uint32_t) {}); };
        const std::int64_t before = stream_.launches();
        clear(control_);
        all();
        launches_ = stream_.launches() - before;
        synchronize("make a tree");
        graph_.emplace(stream_, all);
    }

    DeviceMemory counts_, work_, pieces_, before_, sums_, told_;
    std::optional<LaunchGraph> graph_;
    std::int64_t launches_ = 0;  // in the graph
};

}  // namespace

std::unique_ptr<TreeMaker> make_divider(const Plan& plan, const Stream& stream) {
    if (plan.engine == EngineKind::ask) return std::make_unique<AskDivider>(plan, stream);
    return std::make_unique<DpDivider>(plan, stream);
}

}  // namespace mariani::points::cuda
