#include "compute/workloads/volume/cuda/runner.hpp"

#include "compute/cuda/check.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/pending_launch_limit.hpp"
#include "compute/workloads/volume/cuda/launches.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace mariani::volume::cuda {
namespace {

using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::DeviceMemory;
using mariani::cuda::Event;
using mariani::cuda::PinnedMemory;

std::size_t device_memory() {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "tell how much memory it has");
    return total;
}

// All regions that a plan can have.
std::size_t most_regions(const Plan& plan) {
    const Code code = code_of(plan);
    std::size_t count = 0;
    for (int level = 0; level <= last_level(plan); ++level)
        count += static_cast<std::size_t>(power(code.lattice(level), plan.axes));
    return count;
}

// A level's memory, kept from run to run.
struct Level {
    Index count = 0;
    DeviceMemory words, outcomes, ranks, low, high;

    void reserve(const Code& code, Index entries, bool in_pieces) {
        const auto size = static_cast<std::size_t>(entries);
        count = entries;
        words.reserve(size * static_cast<std::size_t>(code.words()) * sizeof(std::uint32_t));
        outcomes.reserve(size);
        ranks.reserve(size * sizeof(std::uint32_t));
        if (!in_pieces) return;
        low.reserve(size * sizeof(std::uint32_t));
        high.reserve(size * sizeof(std::uint32_t));
    }
};

class CudaRunner final : public Runner {
  public:
    explicit CudaRunner(const Plan& plan)
        : plan_(plan),
          current_(plan.device),
          code_(code_of(plan)),
          control_(sizeof(Control)),
          one_(sizeof(unsigned)) {
        mariani::cuda::set_pending_launch_limit(plan.device, 0, device_memory());
        *one_.as<unsigned>() = 1;
        volume_ = DeviceMemory(static_cast<std::size_t>(output_bytes(plan)));
        if (plan.engine == EngineKind::dp)
            records_ = DeviceMemory(most_regions(plan) * sizeof(RegionRecord));
        if (plan.engine == EngineKind::surface) fronts_ = DeviceMemory(4 * front_bytes());
    }

    std::string device() const override {
        for (const DeviceEntry& entry : mariani::cuda::devices())
            if (entry.index == plan_.device) return entry.description;
        return "a GPU that CUDA does not list";
    }

    std::optional<RunStats> run(std::stop_token stop, Progress& progress) override;
    std::vector<RegionRecord> regions() const override;

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
        return {{volume_.as<char>(), has_wide_dwells(plan_)}, control_.as<Control>()};
    }
    std::size_t front_bytes() const {
        return static_cast<std::size_t>((voxel_count(plan_.side) + 31) / 32) * 4;
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
        return {at.words.as<std::uint32_t>(),   at.count,
                static_cast<int>(level),        static_cast<int>(level) == last_level(plan_),
                at.outcomes.as<std::uint8_t>(), at.ranks.as<std::uint32_t>(),
                at.low.as<std::uint32_t>(),     at.high.as<std::uint32_t>()};
    }

    bool launch(const std::stop_token& stop);
    bool run_levels(const std::stop_token& stop);
    void prepare_level(std::size_t level, Index count);
    bool follow_surfaces(const std::stop_token& stop);

    Plan plan_;
    CurrentDevice current_;
    Code code_;
    Stream stream_, stop_stream_;
    Event begin_, end_;
    DeviceMemory control_;
    PinnedMemory one_;
    DeviceMemory volume_, records_, fronts_, scratch_;
    std::vector<Level> levels_;
    std::size_t levels_done_ = 0;
};

std::optional<RunStats> CudaRunner::run(std::stop_token stop, Progress& progress) {
    const CurrentDevice current(plan_.device);
    progress.voxels_total = voxel_count(plan_.side);
    progress.voxels_done = 0;
    if (stop.stop_requested()) return std::nullopt;
    const std::int64_t before = stream_.launches();
    levels_done_ = 0;
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
    stats.launches = stream_.launches() - before + static_cast<std::int64_t>(found.launches);
    stats.failed_launches = static_cast<std::int64_t>(found.failed_launches);
    stats.iterated = static_cast<Index>(
        std::accumulate(std::begin(found.iterated), std::end(found.iterated), Count{0}));
    const std::size_t levels =
        plan_.engine == EngineKind::dp ? static_cast<std::size_t>(max_levels) : levels_done_;
    for (std::size_t level = 0; level < levels; ++level) {
        const auto tally = [&](Outcome outcome) {
            return static_cast<std::int64_t>(found.tally[level][static_cast<int>(outcome)]);
        };
        LevelStats of_level;
        of_level.filled = tally(Outcome::filled);
        of_level.subdivided = tally(Outcome::subdivided);
        of_level.leaves = tally(Outcome::leaf);
        of_level.regions = of_level.filled + of_level.subdivided + of_level.leaves;
        if (of_level.regions == 0) break;
        if (has_list(plan_.engine)) of_level.list_bytes = levels_[level].count * code_.words() * 4;
        stats.levels.push_back(of_level);
    }
    return stats;
}

bool CudaRunner::launch(const std::stop_token& stop) {
    if (plan_.engine == EngineKind::ex) {
        launch_all(plan_, memory(), stream_);
        return true;
    }
    clear(volume_.as<char>(), 0xFF, volume_.size());
    if (plan_.engine == EngineKind::dp) {
        launch_dp(plan_, memory(), records_.as<RegionRecord>(), stream_);
        return true;
    }
    if (!run_levels(stop)) return false;
    return plan_.engine == EngineKind::ask || follow_surfaces(stop);
}

void CudaRunner::prepare_level(std::size_t level, Index count) {
    if (levels_.size() <= level) levels_.resize(level + 1);
    levels_[level].reserve(code_, count, plan_.scheme == Scheme::mbr);
}

bool CudaRunner::run_levels(const std::stop_token& stop) {
    auto count = static_cast<Index>(power(code_.g, plan_.axes));
    prepare_level(0, count);
    launch_first_list(code_, levels_[0].words.as<std::uint32_t>(), count, stream_);
    for (std::size_t level = 0; count > 0; ++level) {
        if (stop.stop_requested()) return false;
        const LevelMemory here = memory_of(level);
        clear(control_.as<char>() + offsetof(Control, arrived), 0, sizeof(Count));
        launch_level(plan_, memory(), here, stream_);
        launch_tally(here, control_.as<Control>(), stream_);
        levels_done_ = level + 1;
        if (here.last) return true;
        if (plan_.order != Order::arrival) launch_ranks(here, scratch_, stream_);
        Count subdivided = 0;
        fetch(&subdivided, &control_.as<Control>()->tally[level][1], sizeof(subdivided));
        static_assert(static_cast<int>(Outcome::subdivided) == 1);
        count = static_cast<Index>(subdivided) * code_.children;
        if (count == 0) return true;
        if (stop.stop_requested()) return false;  // a stopped level's outcomes are not whole
        prepare_level(level + 1, count);
        auto* const words = levels_[level + 1].words.as<std::uint32_t>();
        launch_children(code_, memory_of(level), words, stream_);
        if (plan_.order == Order::sorted) launch_sort(code_, words, count, scratch_, stream_);
    }
    return true;
}

bool CudaRunner::follow_surfaces(const std::stop_token& stop) {
    clear(fronts_.as<char>(), 0, fronts_.size());
    const std::size_t words = front_bytes() / sizeof(std::uint32_t);
    auto* const first = fronts_.as<std::uint32_t>();
    const FrontMemory fronts{first, first + words, first + 2 * words, first + 3 * words};
    launch_crossings(plan_, memory(), fronts, stream_);
    while (true) {
        unsigned found = 0;
        auto* const flag = &control_.as<Control>()->found;
        fetch(&found, flag, sizeof(found));
        if (stop.stop_requested()) return false;
        if (found == 0) break;
        clear(flag, 0, sizeof(found));
        launch_round(plan_, memory(), fronts, stream_);
    }
    launch_fill_rows(plan_, memory(), stream_);
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
    if (const auto why = mariani::cuda::unavailable()) throw std::runtime_error(*why);
    return std::make_unique<CudaRunner>(plan);
}

}  // namespace mariani::volume::cuda
