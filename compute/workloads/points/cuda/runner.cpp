#include "compute/workloads/points/runner.hpp"

#include "compute/cuda/workload_device.hpp"
#include "compute/workloads/points/cuda/tree_maker.hpp"
#include "compute/workloads/points/plan.hpp"

#include <optional>

namespace mariani::points::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;

// The points, and what a finished tree is asked; the tree is its maker's.
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
        maker_ = sorts(plan.engine) ? make_sorter(plan, stream_) : make_divider(plan, stream_);
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

    std::optional<std::vector<LevelSpan>> level_spans(std::stop_token stop) override;

    std::vector<Point> input() const override { return fetched_points(input_.as<Point>()); }
    std::vector<Point> points() const override { return fetched_points(maker_->tree().points); }

    std::vector<Node> nodes() const override {
        const CurrentDevice current(plan_.device);
        const FinishedTree tree = maker_->tree();
        std::vector<Node> nodes(static_cast<std::size_t>(tree.node_count));
        fetch(tree.nodes, nodes, stream_);
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
    void synchronize(const char* operation) const {
        check(cudaStreamSynchronize(stream_.get()), operation);
    }

    std::vector<Point> fetched_points(const Point* device) const {
        const CurrentDevice current(plan_.device);
        std::vector<Point> points(static_cast<std::size_t>(plan_.count));
        fetch(device, points, stream_);
        return points;
    }

    // What the launches add up, from zero.
    template <typename Counters, typename Launch>
    Counters added_up(const Launch& launch) {
        const CurrentDevice current(plan_.device, memory_remedy);
        sums_of_answers_.reserve(sizeof(Counters));
        check(cudaMemsetAsync(sums_of_answers_.as<void>(), 0, sizeof(Counters), stream_.get()),
              "clear counters");
        launch(sums_of_answers_.as<Counters>());
        return fetched<Counters>(sums_of_answers_, stream_);
    }

    Plan plan_;
    CurrentDevice current_;
    Stream stream_;
    DeviceMemory sums_, input_;
    std::unique_ptr<TreeMaker> maker_;
    DeviceMemory level_plane_, count_plane_, density_plane_, sums_of_answers_;
    Event look_begin_, look_end_;
    bool placed_ = false;
};

std::optional<RunStats> CudaRunner::run(std::stop_token stop) {
    const CurrentDevice current(plan_.device, memory_remedy);
    if (!placed_ && !move_to(static_cast<float>(plan_.time), plan_.place, stop))
        return std::nullopt;
    if (stop.stop_requested()) return std::nullopt;
    auto stats = maker_->make(input_.as<Point>(), stop);
    if (stop.stop_requested()) return std::nullopt;
    return stats;
}

std::optional<std::vector<LevelSpan>> CudaRunner::level_spans(std::stop_token stop) {
    const CurrentDevice current(plan_.device, memory_remedy);
    if (!placed_ && !move_to(static_cast<float>(plan_.time), plan_.place, stop))
        return std::nullopt;
    if (stop.stop_requested()) return std::nullopt;
    auto spans = maker_->level_spans(input_.as<Point>(), stop);
    if (stop.stop_requested()) return std::nullopt;
    return spans;
}

std::optional<std::vector<LevelStats>> CudaRunner::levels(std::stop_token stop) {
    if (stop.stop_requested()) return std::nullopt;
    const auto counts = added_up<LevelCounts>(
        [&](LevelCounts* sums) { launch_level_counts(plan_, maker_->tree(), sums, stream_); });
    std::vector<LevelStats> levels;
    for (int level = 0; level <= max_depth && counts.nodes[level] > 0; ++level)
        levels.push_back({counts.nodes[level], counts.subdivided[level], counts.points[level]});
    return levels;
}

bool CudaRunner::look(const TreePart& part, bool counts, TreePlanes& planes, std::stop_token stop) {
    const CurrentDevice current(plan_.device, memory_remedy);
    const auto pixels = static_cast<std::size_t>(pixel_count(part.size));
    level_plane_.reserve(pixels);
    count_plane_.reserve(counts ? pixels * sizeof(std::uint32_t) : 0);
    density_plane_.reserve(pixels * sizeof(std::uint32_t));
    const FinishedTree tree = maker_->tree();
    look_begin_.record(stream_);
    launch_look(
        plan_, tree, part,
        {level_plane_.as<std::uint8_t>(), counts ? count_plane_.as<std::uint32_t>() : nullptr,
         density_plane_.as<std::uint32_t>()},
        stream_);
    look_end_.record(stream_);
    planes.levels.resize(pixels);
    planes.counts.resize(counts ? pixels : 0);
    planes.density.resize(pixels);
    fetch(level_plane_.as<const std::uint8_t>(), planes.levels, stream_);
    if (counts) fetch(count_plane_.as<const std::uint32_t>(), planes.counts, stream_);
    fetch(density_plane_.as<const std::uint32_t>(), planes.density, stream_);
    planes.device_ms = look_end_.ms_since(look_begin_);
    return !stop.stop_requested();
}

DiscStats CudaRunner::find(const Disc& disc) {
    const auto counts = added_up<DiscCounts>(
        [&](DiscCounts* sums) { launch_find(plan_, maker_->tree(), disc, sums, stream_); });
    return {counts.visited, counts.whole, counts.tested, counts.found};
}

}  // namespace

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return mariani::cuda::within_free_memory(memory_of(plan),
                                             [&] { return std::make_unique<CudaRunner>(plan); });
}

}  // namespace mariani::points::cuda
