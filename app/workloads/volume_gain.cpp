#include "app/workloads/volume_gain.hpp"

#include "app/workloads/volume_rounds.hpp"
#include "app/workloads/volume_rows.hpp"
#include "app/workloads/volume_text.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using volume::Plan;

// A subdivision costs lambda iterations of a voxel, as the paper assumes.
constexpr double lambda = 100;

std::string times_text(const std::optional<double>& gain) {
    return gain ? fmt::format("{:.2f}", *gain) : std::string("-");
}

}  // namespace

std::optional<VolumeGain> volume_gain(const Plan& plan, const volume::RunStats& stats) {
    if (stats.levels.empty()) return std::nullopt;
    std::int64_t regions = 0, subdivided = 0;
    for (std::size_t level = 0; level + 1 < stats.levels.size(); ++level) {
        regions += stats.levels[level].regions;
        subdivided += stats.levels[level].subdivided;
    }
    VolumeGain gain;
    gain.of_voxels = static_cast<double>(volume::voxel_count(plan.side)) /
                     static_cast<double>(std::max<volume::Index>(1, stats.iterated));
    if (regions > 0) gain.P = static_cast<double>(subdivided) / static_cast<double>(regions);
    CostParams params;
    params.n = volume::longest(plan.side);
    params.g = plan.g, params.r = plan.r, params.B = plan.B;
    params.P = gain.P, params.lambda = lambda, params.A = plan.dwell_limit;
    if (!why_invalid(params)) gain.omega = volume::omega(params, plan.axes);
    for (std::size_t i = 0; i < gain.best.size(); ++i)
        if (const auto best = volume::best_omega(params, static_cast<int>(i) + 2))
            gain.best[i] = best->omega;
    return gain;
}

std::string gain_sentence(const Plan& plan, const VolumeGain& gain) {
    return fmt::format(
        "A border of side s has about 2k s^(k-1) of its region's s^k voxels, so that subdivision "
        "pays less the more dimensions there are: with n {} and P {:.2f} the model allows at best "
        "\xce\xa9 {} in two dimensions, {} in three and {} in four, and {} with this g, r and B. "
        "Here {:.1f} % of the voxels were iterated, a gain of {:.2f}.",
        volume::longest(plan.side), gain.P, times_text(gain.best[0]), times_text(gain.best[1]),
        times_text(gain.best[2]), times_text(gain.omega), 100 / gain.of_voxels, gain.of_voxels);
}

std::vector<Plan> engines_over(const volume::Request& request,
                               const std::optional<std::string>& cuda_unavailable) {
    std::vector<Plan> plans;
    for (const auto& engine : choices<volume::EngineKind>()) {
        volume::Request one = request;
        one.engine = engine.value;
        if (!volume::has_regions(one.engine)) one.scheme.reset();
        if (!volume::has_list(one.engine)) one.encoding.reset(), one.order.reset();
        if (one.engine == volume::EngineKind::surface && request.engine != one.engine)
            one.B.reset();
        try {
            plans.push_back(volume::resolve(one, cuda_unavailable));
        } catch (const std::invalid_argument&) {
            // This one has not what the others have, such as a scheme.
        }
    }
    std::stable_partition(plans.begin(), plans.end(),
                          [](const Plan& plan) { return !volume::has_regions(plan.engine); });
    return plans;
}

std::optional<MeasuredVolume> measure_engines(const std::vector<Plan>& plans, int repeat,
                                              bool energy, const std::stop_token& stop,
                                              std::atomic<int>& done) {
    VolumeRounds rounds(plans);
    if (!rounds.measure(repeat, stop, done)) return std::nullopt;
    if (energy && !rounds.measure_energies(stop, done)) return std::nullopt;
    MeasuredVolume measured{{plans.front(), {}, rounds.device()}, {}};
    const auto labels = volume_labels(plans);
    const double ex = rounds.ex_ms().value_or(0);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const Spread ms = spread_of(rounds.ms_of(i));
        measured.measurement.times.push_back({labels[i], ms, ex / ms.median, rounds.energy_of(i)});
    }
    for (const VolumeRun& run : rounds.runs())
        measured.rows.push_back(log_row(plans[run.which], run.stats, rounds.device(), run.time));
    return measured;
}

}  // namespace mariani::app
