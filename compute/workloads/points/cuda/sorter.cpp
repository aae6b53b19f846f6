// Trees of sorted keys.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/points/cuda/tree_maker.hpp"

#include <optional>

namespace mariani::points::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::LaunchGraph;

// A run is a graph of launches.
class Sorter final : public TreeMaker {
  public:
    Sorter(const Plan& plan, const Stream& stream) : plan_(plan), stream_(stream) {
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

    RunStats make(const Point* input, const std::stop_token&) override {
        if (!graph_) record(input);
        begin_.record(stream_);
        graph_->replay(stream_);
        end_.record(stream_);
        end_.wait();
        node_count_ = node_count(fetched<Counts>(counts_, stream_));
        RunStats stats;
        stats.compute_ms = end_.ms_since(begin_);
        stats.launches = launches_;
        stats.nodes = node_count_;
        return stats;
    }

    std::vector<LevelSpan> level_spans(const Point* input, const std::stop_token&) override {
        LevelEvents events;
        issue(input, events.recorder(stream_));
        check(cudaStreamSynchronize(stream_.get()), "make a tree");
        return events.spans();
    }

    FinishedTree tree() override {
        return {
            {keys_.as<std::uint32_t>(), static_cast<std::uint32_t>(plan_.count), plan_.rule.depth},
            points_.as<Point>(),
            nodes_.as<Node>(),
            node_count_};
    }

  private:
    void issue(const Point* input, const AtLevel& at_level) const {
        launch_sort(plan_,
                    {input, input_keys_.as<std::uint32_t>(), points_.as<Point>(),
                     keys_.as<std::uint32_t>(), sort_scratch_.as<void>(), sort_scratch_.size()},
                    stream_);
        const TreeMemory memory{keys_.as<std::uint32_t>(), nodes_.as<Node>(), counts_.as<Counts>(),
                                starts_.as<std::uint32_t>(), inner_.as<RadixNode>()};
        if (plan_.engine == EngineKind::linear)
            launch_linear(plan_, memory, at_level, stream_);
        else
            launch_karras(plan_, memory, stream_);
    }

    // Once outside of the graph, as kernels must not be loaded while launches are recorded.
    void record(const Point* input) {
        const auto all = [&] { issue(input, [](std::uint32_t) {}); };
        const std::int64_t before = stream_.launches();
        all();
        launches_ = stream_.launches() - before;
        check(cudaStreamSynchronize(stream_.get()), "make a tree");
        graph_.emplace(stream_, all);
    }

    const Plan plan_;
    const Stream& stream_;
    Event begin_, end_;
    DeviceMemory points_, input_keys_, keys_, sort_scratch_, nodes_, counts_, starts_, inner_;
    std::optional<LaunchGraph> graph_;
    std::int64_t launches_ = 0;  // in the graph
    std::int64_t node_count_ = 0;
};

}  // namespace

std::unique_ptr<TreeMaker> make_sorter(const Plan& plan, const Stream& stream) {
    return std::make_unique<Sorter>(plan, stream);
}

}  // namespace mariani::points::cuda
