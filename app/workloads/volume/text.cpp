#include "app/workloads/volume/text.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using volume::Plan;

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

}  // namespace mariani::app
