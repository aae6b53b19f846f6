#include "compute/workloads/volume/runner.hpp"

#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/workload_device.hpp"
#include "compute/workloads/volume/cuda/launches.hpp"
#include "compute/workloads/volume/cuda/observer.hpp"
#include "compute/workloads/volume/orbits.hpp"
#include "compute/workloads/volume/plan.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <numeric>
#include <string>

namespace mariani::volume::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::DeviceMemory;
using mariani::cuda::Event;
using mariani::cuda::LaunchGraph;
using mariani::cuda::PinnedMemory;

Index iterated_in(const Control& control) {
    return static_cast<Index>(
        std::accumulate(std::begin(control.iterated), std::end(control.iterated), Count{0}));
}

// A level's memory, kept from run to run.
struct Level {
    Index count = 0;
    Index chosen = 0;    // or more
    Index iterated = 0;  // voxels by it and the levels before, of twins the first
    DeviceMemory words, boxes, entries, outcomes, rests, ranks, shapes, borders;
    Sides least;
    std::uint32_t most_border;
    Event begin;

    Level(const Plan& plan, const Code& code, int level)
        : least(least_sides(plan.side, plan.axes, code.lattice(level))),
          most_border(
              border_count(most_sides(plan.side, plan.axes, code.lattice(level)), walls_of(plan))) {
        const auto all = shapes_of(least, plan.axes, walls_of(plan));
        shapes = DeviceMemory(all.size() * sizeof(Shape));
        shapes.fill_from(all.data());
        // Regions of several shapes have their borders numbered.
        if (least != most_sides(plan.side, plan.axes, code.lattice(level))) return;
        const auto places = border_places(all, most_border);
        if (places.empty()) return;
        borders = DeviceMemory(places.size() * sizeof(places.front()));
        borders.fill_from(places.data());
    }

    void reserve(const Code& code, Index regions) {
        const auto size = static_cast<std::size_t>(regions);
        count = chosen = regions;
        words.reserve(size * static_cast<std::size_t>(code.words()) * sizeof(std::uint32_t));
        boxes.reserve(size * sizeof(uint4));
        entries.reserve(size * sizeof(std::uint32_t));
        outcomes.reserve(size);
        rests.reserve(size);
        ranks.reserve(size * sizeof(std::uint32_t));
    }
};

// The first run finds how many regions each level has and makes room for them, with a look at the
// device after each level. As that depends on nothing but the plan, all others are a graph of
// launches, at whose end alone the host waits; but for DP, which launches on the device.
class CudaRunner final : public Runner {
  public:
    explicit CudaRunner(const Plan& plan)
        : plan_(plan),
          current_(plan.device),
          code_(code_of(plan)),
          control_(sizeof(Control)),
          one_(sizeof(unsigned)),
          observer_(plan),
          twins_(twins_of(plan)) {
        mariani::cuda::prepare_for_launches(plan.device);
        *one_.as<unsigned>() = 1;
        volume_ = DeviceMemory(static_cast<std::size_t>(output_bytes(plan)));
        traps_ = DeviceMemory(std::max<std::size_t>(traps_bytes(plan), 1));
        if (plan.engine == EngineKind::dp) {
            records_ = DeviceMemory(most_regions(plan) * sizeof(RegionRecord));
            done_blocks_ =
                DeviceMemory(std::max<std::size_t>(most_launches(plan), 1) * sizeof(unsigned));
            clear(done_blocks_.as<char>(), 0, done_blocks_.size());
        }
        if (has_list(plan.engine) && twins_.any())
            cells_ = DeviceMemory(
                static_cast<std::size_t>(power(code_.lattice(last_level(plan)), plan.axes)));
    }

    std::string device() const override { return mariani::cuda::description_of(plan_.device); }

    std::optional<RunStats> run(std::stop_token stop, Progress& progress) override;
    std::vector<RegionRecord> regions() const override;

    // How many regions the levels have is found anew.
    void turn_to(double turn) override {
        const CurrentDevice current(plan_.device);
        plan_.turn = turn;
        twins_ = twins_of(plan_);
        sized_ = false;
        graph_.reset();
    }

    std::vector<std::uint32_t> plane(const Plane& plane) const override {
        const CurrentDevice current(plan_.device, memory_remedy);
        return observer_.plane(memory().volume, plane, stream_);
    }
    std::optional<std::vector<Sight>> look(const Look& look, std::stop_token stop) override {
        const CurrentDevice current(plan_.device, memory_remedy);
        if (stop.stop_requested()) return std::nullopt;
        return observer_.look(memory().volume, look, stream_);
    }

    DwellSummary summary(std::span<const Plane> planes) const override {
        const CurrentDevice current(plan_.device, memory_remedy);
        return observer_.summary(memory().volume, planes, stream_);
    }
    std::vector<std::uint8_t> paint(const Plane& plane, ImageSize size,
                                    DwellColours colours) const override {
        const CurrentDevice current(plan_.device, memory_remedy);
        return observer_.paint(memory().volume, plane, size, colours, stream_);
    }
    std::optional<PaintedSpace> paint(const Look& look, const Scenery& scenery,
                                      DwellColours colours, std::stop_token stop) override {
        const CurrentDevice current(plan_.device, memory_remedy);
        if (stop.stop_requested()) return std::nullopt;
        return observer_.paint(memory().volume, look, scenery, colours, stream_);
    }

    std::vector<std::byte> output() const override {
        const CurrentDevice current(plan_.device);
        std::vector<std::byte> host(volume_.size());
        fetch(host.data(), volume_.as<char>(), host.size());
        return host;
    }

    double floor_ms() const override {
        return mariani::cuda::measure_memset_ms(plan_.device, output_bytes(plan_));
    }

  private:
    RunMemory memory() const {
        return {{volume_.as<char>(), has_wide_dwells(plan_)},
                traps_.as<char>(),
                control_.as<Control>(),
                twins_,
                cells_.as<std::uint8_t>()};
    }
    void fetch(void* to, const void* from, std::size_t size) const {
        check(cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToHost, stream_.get()),
              "copy to the host");
        check(cudaStreamSynchronize(stream_.get()), "copy to the host");
    }
    void clear(void* at, int byte, std::size_t size) const {
        check(cudaMemsetAsync(at, byte, size, stream_.get()), "clear memory");
    }
    Control control() const {
        Control control{};
        fetch(&control, control_.as<char>(), sizeof(control));
        return control;
    }

    // Without waiting for the stream that the kernels are in.
    void set_stop() {
        const CurrentDevice current(plan_.device);
        cudaMemcpyAsync(control_.as<char>() + offsetof(Control, stop), one_.as<char>(),
                        sizeof(unsigned), cudaMemcpyHostToDevice, stop_stream_.get());
    }

    LevelMemory memory_of(std::size_t level) const {
        const Level& at = levels_[level];
        return {at.words.as<std::uint32_t>(),
                at.count,
                at.chosen,
                &control_.as<Control>()->chosen[level],
                static_cast<int>(level),
                static_cast<int>(level) == last_level(plan_),
                at.shapes.as<Shape>(),
                at.borders.as<uchar4>(),
                at.least,
                at.most_border,
                at.boxes.as<uint4>(),
                at.entries.as<std::uint32_t>(),
                at.outcomes.as<std::uint8_t>(),
                at.rests.as<Rest>(),
                at.ranks.as<std::uint32_t>()};
    }

    bool launch(const std::stop_token& stop);
    bool issue(const std::stop_token& stop);
    bool issue_engine(const std::stop_token& stop);
    bool issue_levels(const std::stop_token& stop);
    void take_chosen();
    void prepare_level(std::size_t level, Index count);
    Index count_of_next(std::size_t level);
    void record(Event& event);
    LevelStats stats_of(std::size_t level, const Control& found) const;

    Plan plan_;
    CurrentDevice current_;
    Code code_;
    Stream stream_, stop_stream_;
    Event begin_, end_, levels_end_;
    DeviceMemory control_;
    PinnedMemory one_;
    DeviceMemory volume_, traps_, records_, done_blocks_, fronts_, cells_, scratch_;
    std::deque<Level> levels_;
    std::size_t levels_done_ = 0;
    Observer observer_;
    Twins twins_;
    bool sized_ = false;  // the levels have room
    std::optional<LaunchGraph> graph_;
    std::int64_t launches_ = 0;  // by the host, in a run
};

std::optional<RunStats> CudaRunner::run(std::stop_token stop, Progress& progress) {
    const CurrentDevice current(plan_.device, memory_remedy);
    progress.voxels_total = voxel_count(plan_.side);
    progress.voxels_done = 0;
    observer_.forget();
    if (stop.stop_requested()) return std::nullopt;
    if (sized_ && !graph_ && plan_.engine != EngineKind::dp)
        graph_.emplace(stream_, [this] { issue({}); });
    clear(control_.as<char>(), 0, control_.size());
    check(cudaStreamSynchronize(stream_.get()), "prepare a run");
    bool done = false;
    {
        const std::stop_callback on_stop(stop, [this] { set_stop(); });
        begin_.record(stream_);
        done = launch(stop);
        end_.record(stream_);
        end_.wait();
    }
    check(cudaStreamSynchronize(stop_stream_.get()), "stop");
    if (!done || stop.stop_requested()) return std::nullopt;
    progress.voxels_done = voxel_count(plan_.side);
    const Control found = control();
    RunStats stats;
    stats.compute_ms = end_.ms_since(begin_);
    stats.launches = launches_ + static_cast<std::int64_t>(found.pool.launches);
    stats.failed_launches = static_cast<std::int64_t>(found.pool.failed_launches);
    stats.most_pending = found.pool.most_pending;
    stats.iterated = plan_.engine == EngineKind::ex ? voxel_count(plan_.side)
                                                    : iterated_in(found) * twins_.count();
    const std::size_t levels =
        plan_.engine == EngineKind::dp ? static_cast<std::size_t>(max_levels) : levels_done_;
    for (std::size_t level = 0; level < levels; ++level) {
        const LevelStats of_level = stats_of(level, found);
        if (of_level.regions == 0) break;
        stats.levels.push_back(of_level);
    }
    return stats;
}

LevelStats CudaRunner::stats_of(std::size_t level, const Control& found) const {
    const auto tally = [&](Outcome outcome) {
        return static_cast<std::int64_t>(found.tally[level][static_cast<int>(outcome)]);
    };
    LevelStats stats;
    stats.filled = tally(Outcome::filled);
    stats.subdivided = tally(Outcome::subdivided);
    stats.leaves = tally(Outcome::leaf);
    stats.regions = stats.filled + stats.subdivided + stats.leaves;
    if (!has_list(plan_.engine)) return stats;
    const Index before = level == 0 ? 0 : levels_[level - 1].iterated;
    const Event& end = level + 1 < levels_done_ ? levels_[level + 1].begin : levels_end_;
    stats.list_bytes = levels_[level].count * code_.words() * 4;
    stats.ms = end.ms_since(levels_[level].begin);
    stats.iterated = (levels_[level].iterated - before) * twins_.count();
    return stats;
}

bool CudaRunner::launch(const std::stop_token& stop) {
    if (graph_) {
        graph_->replay(stream_);
        return true;
    }
    const std::int64_t before = stream_.launches();
    if (!issue(stop)) return false;
    launches_ = stream_.launches() - before;
    sized_ = !stop.stop_requested();
    if (sized_) take_chosen();
    return true;
}

// How many regions of a level are examined depends on nothing but the plan, too.
void CudaRunner::take_chosen() {
    if (!twins_.any()) return;
    const Control found = control();
    for (std::size_t level = 0; level < levels_done_; ++level)
        levels_[level].chosen = found.chosen[level];
}

// False if it was given up before its end.
bool CudaRunner::issue(const std::stop_token& stop) {
    launch_traps(plan_, memory(), stream_);
    if (!issue_engine(stop)) return false;
    launch_twins(plan_, memory(), stream_);
    return true;
}

bool CudaRunner::issue_engine(const std::stop_token& stop) {
    if (plan_.engine == EngineKind::ex) {
        launch_all(plan_, memory(), stream_);
        return true;
    }
    // One level of ASK writes each voxel and asks for none before.
    if (plan_.engine != EngineKind::ask || last_level(plan_) > 0)
        clear(volume_.as<char>(), 0xFF, volume_.size() / (twins_.of_w ? 2 : 1));
    if (plan_.engine == EngineKind::dp) {
        launch_dp(plan_, memory(), {records_.as<RegionRecord>(), done_blocks_.as<unsigned>()},
                  stream_);
        return true;
    }
    if (!issue_levels(stop)) return false;
    if (plan_.engine == EngineKind::ask) return true;
    for (std::size_t level = 0; level < levels_done_; ++level)
        fronts_.reserve(front_bytes(plan_, static_cast<int>(level),
                                    static_cast<std::size_t>(levels_[level].chosen)));
    for (std::size_t level = 0; level < levels_done_; ++level)
        launch_fronts(plan_, memory(), memory_of(level), fronts_.as<std::uint32_t>(), stream_);
    launch_fill_rows(plan_, memory(), stream_);
    return true;
}

void CudaRunner::prepare_level(std::size_t level, Index count) {
    if (levels_.size() <= level) levels_.emplace_back(plan_, code_, static_cast<int>(level));
    levels_[level].reserve(code_, count);
}

// The regions of the level after this one, whose kernels are in the stream.
Index CudaRunner::count_of_next(std::size_t level) {
    if (sized_) return level + 1 < levels_done_ ? levels_[level + 1].count : 0;
    const Control found = control();
    levels_[level].iterated = iterated_in(found);
    return static_cast<Index>(found.tally[level][static_cast<int>(Outcome::subdivided)]) *
           code_.children;
}

// With the levels sized, launches are recorded.
void CudaRunner::record(Event& event) {
    if (sized_)
        event.record_in_replay(stream_);
    else
        event.record(stream_);
}

bool CudaRunner::issue_levels(const std::stop_token& stop) {
    const auto first = static_cast<Index>(power(code_.g, plan_.axes));
    prepare_level(0, first);
    launch_first_list(code_, levels_[0].words.as<std::uint32_t>(), first, stream_);
    for (std::size_t level = 0;; ++level) {
        const LevelMemory here = memory_of(level);
        record(levels_[level].begin);
        launch_boxes(plan_, memory(), here, stream_);
        launch_level(plan_, memory(), here, stream_);
        launch_tally(plan_, memory(), here, stream_);
        const Index count = count_of_next(level);
        if (stop.stop_requested()) return false;  // a stopped level's outcomes are not whole
        if (!sized_) levels_done_ = level + 1;
        if (count == 0) break;
        if (plan_.order != Order::arrival) launch_ranks(here, scratch_, stream_);
        prepare_level(level + 1, count);
        auto* const words = levels_[level + 1].words.as<std::uint32_t>();
        launch_children(code_, here, words, stream_);
        if (plan_.order == Order::sorted) launch_sort(code_, words, count, scratch_, stream_);
    }
    record(levels_end_);
    return true;
}

std::vector<RegionRecord> CudaRunner::regions() const {
    const CurrentDevice current(plan_.device);
    std::vector<RegionRecord> records;
    if (plan_.engine == EngineKind::dp) {
        records.resize(static_cast<std::size_t>(control().records));
        fetch(records.data(), records_.as<char>(), records.size() * sizeof(RegionRecord));
        return records;
    }
    for (std::size_t level = 0; level < levels_done_; ++level) {
        const auto count = static_cast<std::size_t>(levels_[level].count);
        std::vector<std::uint8_t> outcomes(count);
        std::vector<std::uint32_t> words(count * static_cast<std::size_t>(code_.words()));
        fetch(outcomes.data(), levels_[level].outcomes.as<char>(), count);
        fetch(words.data(), levels_[level].words.as<char>(), words.size() * sizeof(std::uint32_t));
        for (std::size_t i = 0; i < count; ++i) {
            if (outcomes[i] == no_region) continue;
            const auto entry = code_.load(words.data(), static_cast<Index>(i));
            records.push_back({code_.decode(entry, static_cast<int>(level)),
                               static_cast<std::uint8_t>(level),
                               static_cast<Outcome>(outcomes[i])});
        }
    }
    return records;
}

}  // namespace

std::unique_ptr<Runner> make_runner(const Plan& plan) {
    return mariani::cuda::within_free_memory(volume::memory_of(plan),
                                             [&] { return std::make_unique<CudaRunner>(plan); });
}

}  // namespace mariani::volume::cuda
