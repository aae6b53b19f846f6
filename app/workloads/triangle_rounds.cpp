#include "app/workloads/triangle_rounds.hpp"

#include "app/measure/random_rounds.hpp"
#include "app/measure/spread.hpp"

namespace mariani::app {

using triangle::Plan;
using triangle::RunStats;

TriangleRounds::TriangleRounds(const std::vector<Plan>& plans)
    : plans_(plans), runners_(plans.size()), last_(plans.size()) {
    constexpr std::int64_t few_bytes = std::int64_t{1} << 30;
    const auto count = static_cast<std::int64_t>(plans.size());
    keeps_all_ = triangle::output_bytes(plans.front()) * count <= few_bytes;
}

std::optional<RunStats> TriangleRounds::run(std::size_t map, const std::stop_token& stop) {
    if (!runners_[map]) {
        if (!keeps_all_)
            for (auto& other : runners_) other.reset();
        runners_[map] = triangle::make_runner(plans_[map]);
        triangle::Progress warm;
        if (!runners_[map]->run(stop, warm)) return std::nullopt;
        device_ = runners_[map]->device();
    }
    triangle::Progress progress;
    return runners_[map]->run(stop, progress);
}

bool TriangleRounds::measure(int repeat, const std::stop_token& stop, std::atomic<int>& done) {
    const bool finished =
        in_random_rounds(plans_.size(), repeat, done, [&](std::size_t map, int round) {
            const auto stats = run(map, stop);
            if (!stats) return false;
            last_[map] = *stats;
            runs_.push_back({std::chrono::system_clock::now(), map, round, *stats});
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

bool TriangleRounds::measure_energies(const std::stop_token& stop, std::atomic<int>& done,
                                      const OpenCounter& open) {
    for (std::size_t map = 0; map < plans_.size(); ++map) {
        FramePlan where;
        where.backend = plans_[map].backend;
        where.device = plans_[map].device;
        const auto energy = measure_energy(
            where, [&] { return run(map, stop).has_value(); }, open);
        if (!energy) return false;
        energies_.push_back(*energy);
        ++done;
    }
    return true;
}

std::optional<FrameEnergy> TriangleRounds::energy_of(std::size_t map) const {
    return map < energies_.size() ? std::optional(energies_[map]) : std::nullopt;
}

std::vector<double> TriangleRounds::ms_of(std::size_t map) const {
    std::vector<double> ms;
    for (const TriangleRun& run : runs_)
        if (run.map == map) ms.push_back(run.stats.compute_ms);
    return ms;
}

std::optional<double> TriangleRounds::bb_ms() const {
    for (std::size_t map = 0; map < plans_.size(); ++map)
        if (plans_[map].map == triangle::MapKind::bb && !plans_[map].by_grid)
            return spread_of(ms_of(map)).median;
    return std::nullopt;
}

}  // namespace mariani::app
