#include "app/workloads/volume/runs.hpp"

#include "app/measure/timing_log.hpp"
#include "app/workloads/rows.hpp"
#include "compute/workloads/volume/work_model.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using volume::EngineKind;
using volume::Plan;
using volume::Request;

// Whether those of the plans that have the property at all differ in it.
template <typename Has, typename Get>
bool varies(const std::vector<Plan>& plans, const Has& has, const Get& get) {
    const Plan* first = nullptr;
    for (const Plan& plan : plans) {
        if (!has(plan.engine)) continue;
        if (first != nullptr && get(plan) != get(*first)) return true;
        first = &plan;
    }
    return false;
}

template <typename... Columns>
std::string levels_row(const Columns&... columns) {
    return fmt::format("{:>5} {:>5} {:>11} {:>11} {:>11} {:>11} {:>6} {:>9} {:>11} {:>13}\n",
                       columns...);
}

// A subdivision costs lambda iterations of a voxel, as the paper assumes.
constexpr double lambda = 100;

// The subdivided share of the regions that may be; those of the last possible level may not.
std::optional<double> subdivided_share(const Plan& plan, const volume::RunStats& stats) {
    const auto last = static_cast<std::size_t>(volume::last_level(plan));
    std::int64_t regions = 0, subdivided = 0;
    for (std::size_t level = 0; level < std::min(last, stats.levels.size()); ++level) {
        regions += stats.levels[level].regions;
        subdivided += stats.levels[level].subdivided;
    }
    if (regions == 0) return std::nullopt;
    return static_cast<double>(subdivided) / static_cast<double>(regions);
}

std::string times_text(const std::optional<double>& gain) {
    return gain ? fmt::format("{:.2f}", *gain) : std::string("-");
}

std::string model_text(const Plan& plan, const VolumeGain& gain) {
    if (!gain.P)
        return "With this g, r and B there is one level, and its regions cannot be subdivided. So "
               "there is no P, and the model gives no \xce\xa9.";
    return fmt::format(
        "With n {} and this run's P {:.2f} the model's best \xce\xa9 is {} in two dimensions, {} "
        "in three and {} in four, and {} with this g, r and B. \xce\xa9 assumes that every level "
        "iterates whole borders, of 2k s^(k-1) voxels for side s, again; a subdivision costs as "
        "much as {} voxels, a filled voxel one iteration.",
        volume::longest(plan.side), *gain.P, times_text(gain.best[0]), times_text(gain.best[1]),
        times_text(gain.best[2]), times_text(gain.omega), lambda);
}

// A request's volume by an engine; nothing if it cannot be run with the rest, such as a scheme.
std::optional<Plan> plan_by(EngineKind engine, Request request,
                            const std::optional<std::string>& cuda_unavailable) {
    if (engine == EngineKind::surface && request.engine != engine) request.B.reset();
    request.engine = engine;
    try {
        return volume::resolve(request, cuda_unavailable);
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

// Whether lists_over() made them: engines_over() has each engine once.
bool lists_alone_differ(const std::vector<Plan>& plans) {
    return std::ranges::count(plans, plans.back().engine, &Plan::engine) > 1;
}

std::vector<std::string> list_labels(const std::vector<Plan>& plans) {
    std::vector<std::string> labels;
    for (const Plan& plan : plans)
        labels.push_back(volume::has_list(plan.engine)
                             ? fmt::format("{} {}", name_of(plan.encoding), name_of(plan.order))
                             : std::string(choice_of(plan.engine).label));
    return labels;
}

}  // namespace

std::string volume_head(const std::vector<Plan>& plans) {
    const auto found = std::ranges::find_if(
        plans, [](const Plan& plan) { return volume::has_regions(plan.engine); });
    const Plan& plan = found == plans.end() ? plans.front() : *found;
    std::string text =
        fmt::format("volume {}, k {}, n {}, dwell {}, {}", name_of(plan.function), plan.axes,
                    plan.side.of[0], plan.dwell_limit, name_of(plan.precision));
    if (volume::has_regions(plan.engine))
        text += fmt::format("; g {} r {} B {} {}", plan.g, plan.r, plan.B, name_of(plan.rule));
    return text;
}

std::vector<std::string> volume_labels(const std::vector<Plan>& plans) {
    const bool sizes = varies(plans, volume::has_regions, [](const Plan& p) { return p.B; });
    const bool rules = varies(plans, volume::has_regions, [](const Plan& p) { return p.rule; });
    const bool encodings =
        varies(plans, volume::has_list, [](const Plan& p) { return p.encoding; });
    const bool orders = varies(plans, volume::has_list, [](const Plan& p) { return p.order; });
    std::vector<std::string> labels;
    for (const Plan& plan : plans) {
        std::string label(choice_of(plan.engine).label);
        if (volume::has_regions(plan.engine)) {
            label += fmt::format("-{}", choice_of(plan.scheme).label);
            if (sizes) label += fmt::format(" B {}", plan.B);
            if (rules) label += fmt::format(" {}", name_of(plan.rule));
        }
        if (volume::has_list(plan.engine)) {
            if (encodings) label += fmt::format(" {}", name_of(plan.encoding));
            if (orders) label += fmt::format(" {}", name_of(plan.order));
        }
        labels.push_back(std::move(label));
    }
    return labels;
}

int usual_side(int axes) {
    static constexpr std::array sides{512, volume::Request{}.side, 32};
    return sides.at(static_cast<std::size_t>(axes - volume::limits::axes.min));
}

std::string_view axis_name(int axis) {
    static constexpr std::array<std::string_view, volume::max_axes> names{"x", "y", "z", "u"};
    return names.at(static_cast<std::size_t>(axis));
}

volume::LevelStats sum_of(const volume::RunStats& stats) {
    volume::LevelStats sum;
    for (const volume::LevelStats& level : stats.levels) {
        sum.regions += level.regions;
        sum.filled += level.filled;
        sum.subdivided += level.subdivided;
        sum.leaves += level.leaves;
        sum.list_bytes += level.list_bytes;
    }
    return sum;
}

std::string levels_text(const Plan& plan, const volume::RunStats& stats) {
    if (stats.levels.empty()) return "";
    std::string text = levels_row("level", "side", "regions", "filled", "subdivided", "leaves", "P",
                                  "ms", "iterated", "list bytes");
    for (std::size_t i = 0; i < stats.levels.size(); ++i) {
        const volume::LevelStats& level = stats.levels[i];
        text += levels_row(
            i, volume::side_of_level(plan, static_cast<int>(i)), level.regions, level.filled,
            level.subdivided, level.leaves,
            level.subdivided == 0 && level.leaves > 0 ? "-"
                                                      : fmt::format("{:.3f}", level.probability()),
            level.ms ? fmt::format("{:.3f}", *level.ms) : "-",
            level.iterated ? std::to_string(*level.iterated) : "-", level.list_bytes);
    }
    return text;
}

void add_plan(nlohmann::ordered_json& row, const volume::Plan& plan, const std::string& device) {
    const auto add = [&](std::initializer_list<std::string_view> ids) {
        add_knob_columns(row, problem_of(plan), engine_bit(plan.engine), plan.backend, ids);
    };
    row["workload"] = "volume";
    row["engine"] = mariani::name_of(plan.engine);
    add({"scheme", "rule", "pool", "encoding", "order"});
    row["backend"] = mariani::name_of(plan.backend);
    if (!device.empty()) row["device"] = device;
    add({"function", "k", "n", "dwell", "center_re", "center_im", "height", "precision", "g", "r",
         "B", "shortcuts"});
    if (plan.function != volume::Function::julibrot) row["shortcuts"] = nullptr;
}

void add_run(nlohmann::ordered_json& row, const volume::Plan& plan, const volume::RunStats& stats) {
    const auto voxels = volume::voxel_count(plan.side);
    row["compute_ms"] = stats.compute_ms;
    row["launches"] = stats.launches;
    row["failed_launches"] = stats.failed_launches;
    row["cells"] = voxels;
    row["cells_iterated"] = stats.iterated;
    row["cells_per_s"] = static_cast<double>(voxels) / (stats.compute_ms * 1e-3);
    row["bytes"] = volume::output_bytes(plan);
}

void add_regions(nlohmann::ordered_json& row, const volume::RunStats& stats) {
    const volume::LevelStats all = sum_of(stats);
    row["regions"] = all.regions;
    row["filled"] = all.filled;
    row["subdivided"] = all.subdivided;
    row["leaves"] = all.leaves;
    row["list_bytes"] = all.list_bytes;
}

nlohmann::ordered_json log_row(const volume::Plan& plan, const volume::RunStats& stats,
                               const std::string& device,
                               std::chrono::system_clock::time_point time) {
    nlohmann::ordered_json row = nlohmann::ordered_json::object();
    row["time"] = iso_time(time);
    add_plan(row, plan, device);
    add_run(row, plan, stats);
    add_regions(row, stats);
    row["turn"] = plan.turn;
    return row;
}

std::optional<VolumeGain> volume_gain(const Plan& plan, const volume::RunStats& stats) {
    if (stats.levels.empty()) return std::nullopt;
    VolumeGain gain;
    gain.of_voxels = static_cast<double>(volume::voxel_count(plan.side)) /
                     static_cast<double>(std::max<volume::Index>(1, stats.iterated));
    gain.P = subdivided_share(plan, stats);
    if (!gain.P) return gain;
    CostParams params;
    params.n = volume::longest(plan.side);
    params.g = plan.g, params.r = plan.r, params.B = plan.B;
    params.P = *gain.P, params.lambda = lambda, params.A = plan.dwell_limit;
    if (!why_invalid(params)) gain.omega = volume::omega(params, plan.axes);
    for (std::size_t i = 0; i < gain.best.size(); ++i)
        if (const auto best = volume::best_omega(params, static_cast<int>(i) + 2))
            gain.best[i] = best->omega;
    return gain;
}

std::string gain_point(const Plan& plan, const VolumeGain& gain) {
    static constexpr std::array<const char*, 3> points{
        "In 2D little of a square is border, so subdivision saves more than in 3D",
        "In 3D most of a cube is border, so subdivision saves less than in 2D",
        "In 4D most of a hypercube is border, so subdivision saves less than in 3D"};
    return fmt::format("{}: {:.1f} % of the voxels were computed.",
                       points.at(static_cast<std::size_t>(plan.axes) - 2), 100 / gain.of_voxels);
}

std::string gain_sentence(const Plan& plan, const VolumeGain& gain) {
    std::string text = fmt::format("{} That is a gain of {:.2f}. {}", gain_point(plan, gain),
                                   gain.of_voxels, model_text(plan, gain));
    if (gain.P)
        text +=
            " The gain counts each voxel once, on whatever level, and no subdivisions or fills, so "
            "it can exceed \xce\xa9.";
    return text;
}

std::vector<Plan> engines_over(const Request& request,
                               const std::optional<std::string>& cuda_unavailable) {
    std::vector<Plan> plans;
    for (const auto& engine : choices<EngineKind>())
        if (const auto plan = plan_by(engine.value, request, cuda_unavailable))
            plans.push_back(*plan);
    std::stable_partition(plans.begin(), plans.end(),
                          [](const Plan& plan) { return !volume::has_regions(plan.engine); });
    return plans;
}

std::vector<Plan> lists_over(const Request& request,
                             const std::optional<std::string>& cuda_unavailable) {
    std::vector<Plan> plans;
    const auto add = [&](EngineKind engine, const Request& one) {
        if (const auto plan = plan_by(engine, one, cuda_unavailable)) plans.push_back(*plan);
    };
    add(EngineKind::ex, request);
    const auto engine = volume::has_list(request.engine) ? request.engine : EngineKind::ask;
    for (const auto& encoding : choices<volume::Encoding>())
        for (const auto& order : choices<volume::Order>()) {
            Request one = request;
            one.encoding = encoding.value;
            one.order = order.value;
            add(engine, one);
        }
    return plans;
}

std::optional<MeasuredVolume> measure_engines(const std::vector<Plan>& plans, int repeat,
                                              bool energy, const std::stop_token& stop,
                                              std::atomic<int>& done, ComputeService* service) {
    VolumeRounds rounds(plans, service);
    if (!rounds.measure(repeat, stop, done)) return std::nullopt;
    if (energy && !rounds.measure_energies(stop, done)) return std::nullopt;
    MeasuredVolume measured{{plans, lists_alone_differ(plans), {}, rounds.device(), repeat}, {}};
    const auto labels = measured.measurement.lists ? list_labels(plans) : volume_labels(plans);
    const double ex = rounds.baseline_ms().value_or(0);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const Spread ms = spread_of(rounds.ms_of(i));
        measured.measurement.times.push_back({labels[i], ms, ex / ms.median, rounds.energy_of(i)});
    }
    for (const VolumeRun& run : rounds.runs())
        measured.rows.push_back(log_row(plans[run.which], run.stats, rounds.device(), run.time));
    return measured;
}

}  // namespace mariani::app
