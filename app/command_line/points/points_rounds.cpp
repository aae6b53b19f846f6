#include "app/command_line/points/points_rounds.hpp"

#include "app/command_line/progress_line.hpp"
#include "app/command_line/workload_rounds.hpp"
#include "app/measure/random_rounds.hpp"
#include "app/measure/spread.hpp"

#include <fmt/format.h>

namespace mariani::app {

using points::Plan;
using points::RunStats;

PointsRounds::PointsRounds(const std::vector<Plan>& plans)
    : plans_(plans), runners_(plans.size()), last_(plans.size()) {
    constexpr std::int64_t few_points = std::int64_t{1} << 24;
    keeps_all_ = plans.front().count * static_cast<std::int64_t>(plans.size()) <= few_points;
}

bool PointsRounds::warm_up(std::size_t engine, const std::stop_token& stop) {
    if (!keeps_all_)
        for (auto& other : runners_) other.reset();
    runners_[engine] = points::make_runner(plans_[engine]);
    if (!runners_[engine]->run(stop)) return false;
    device_ = runners_[engine]->device();
    if (levels_.empty())
        levels_ = points::levels_of(plans_[engine].rule, runners_[engine]->nodes());
    return true;
}

std::optional<RunStats> PointsRounds::run(std::size_t engine, const std::stop_token& stop) {
    if (!runners_[engine] && !warm_up(engine, stop)) return std::nullopt;
    return runners_[engine]->run(stop);
}

bool PointsRounds::measure(int repeat, const std::stop_token& stop, std::atomic<int>& done) {
    const bool finished =
        in_random_rounds(plans_.size(), repeat, done, [&](std::size_t engine, int round) {
            const auto stats = run(engine, stop);
            if (!stats) return false;
            last_[engine] = *stats;
            runs_.push_back({std::chrono::system_clock::now(), engine, round, *stats});
            return true;
        });
    if (!finished) return false;
    for (const auto& runner : runners_) {
        if (!runner) continue;
        floor_ms_ = runner->floor_ms();
        break;
    }
    return !stop.stop_requested();
}

bool PointsRounds::measure_energies(const std::stop_token& stop) {
    for (std::size_t engine = 0; engine < plans_.size(); ++engine) {
        FramePlan where;
        where.backend = plans_[engine].backend;
        where.device = plans_[engine].device;
        const auto energy = measure_energy(
            where, [&] { return run(engine, stop).has_value(); }, open_energy_counter);
        if (!energy) return false;
        energies_.push_back(*energy);
    }
    return true;
}

std::optional<FrameEnergy> PointsRounds::energy_of(std::size_t engine) const {
    return engine < energies_.size() ? std::optional(energies_[engine]) : std::nullopt;
}

std::vector<double> PointsRounds::ms_of(std::size_t engine) const {
    std::vector<double> ms;
    for (const PointsRun& run : runs_)
        if (run.engine == engine) ms.push_back(run.stats.compute_ms);
    return ms;
}

std::optional<double> PointsRounds::dp_ms() const {
    for (std::size_t engine = 0; engine < plans_.size(); ++engine)
        if (plans_[engine].engine == points::EngineKind::dp) return spread_of(ms_of(engine)).median;
    return std::nullopt;
}

bool measure_with_progress(PointsRounds& rounds, std::string_view command, std::size_t engines,
                           int repeat, const Interruption& interruption) {
    std::atomic<int> done{0};
    const int total = static_cast<int>(engines) * repeat;
    bool finished = false;
    {
        const ProgressLine line([&] { return fmt::format("run {} of {}", done + 1, total); });
        finished = rounds.measure(repeat, interruption.token(), done);
    }
    if (!finished) report_interrupted(command, done, total);
    return finished;
}

}  // namespace mariani::app
