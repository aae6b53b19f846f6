#include "app/workloads/points/commands.hpp"
#include "app/workloads/points/runs.hpp"
#include "compute/service/machine.hpp"
#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/points/reference.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct CheckedPoints {
    points::Plan plan;
    std::string device;
    points::RunStats stats;
    std::optional<std::string> fault;

    bool right() const { return !fault; }
};

// As they lie, by a plain loop.
std::vector<points::Point> expected_input(const points::Plan& plan) {
    const auto sums =
        plan.picture ? points::pixel_sums(*plan.picture) : std::vector<std::uint32_t>{};
    const points::Emitter emitter = points::emitter_of(plan, sums.data());
    std::vector<points::Point> input;
    input.reserve(static_cast<std::size_t>(plan.count));
    for (std::int64_t i = 0; i < plan.count; ++i)
        input.push_back(points::point_of(emitter, static_cast<std::uint32_t>(i)));
    return input;
}

// Nothing if stopped.
std::optional<CheckedPoints> check(const points::Plan& plan,
                                   const std::vector<points::Point>& input,
                                   const std::vector<points::Node>& expected,
                                   const std::stop_token& stop) {
    const auto runner = points::make_runner(plan);
    const auto stats = runner->run(stop);
    if (!stats) return std::nullopt;
    CheckedPoints checked{plan, runner->device(), *stats, std::nullopt};
    if (runner->input() != input)
        checked.fault = "a point is not where a plain loop places it";
    else
        checked.fault =
            points::why_wrong(plan.rule, expected, input, runner->nodes(), runner->points());
    return checked;
}

// Nothing if stopped.
std::optional<std::vector<CheckedPoints>> check_all(const std::vector<points::Plan>& plans,
                                                    const std::stop_token& stop,
                                                    std::atomic<int>& done) {
    for (const points::Plan& plan : plans) refuse_beyond_free(memory_of_check(plan));
    const auto input = expected_input(plans.front());
    const auto expected = points::expected_nodes(plans.front().rule, input, stop);
    if (!expected) return std::nullopt;
    std::vector<CheckedPoints> all;
    for (const points::Plan& plan : plans) {
        auto checked = check(plan, input, *expected, stop);
        if (!checked) return std::nullopt;
        all.push_back(std::move(*checked));
        ++done;
    }
    return all;
}

Json row_of(const CheckedPoints& checked) {
    Json row = Json::object();
    add_plan(row, checked.plan, checked.device);
    row["launches"] = checked.stats.launches + checked.stats.child_launches;
    row["failed_launches"] = checked.stats.refused_launches;
    row["nodes"] = checked.stats.nodes;
    row["fault"] = checked.fault ? Json(*checked.fault) : Json();
    row["exact"] = checked.right() ? "yes" : "no";
    return row;
}

std::string report(const std::vector<CheckedPoints>& all) {
    std::string text =
        points_head(all.front().plan) + "\n" +
        fmt::format("{:<10} {:>11} {:>9} {:>9}\n", "engine", "nodes", "launches", "failed");
    for (const CheckedPoints& checked : all)
        text += fmt::format(
            "{:<10} {:>11} {:>9} {:>9}  {}\n", choice_of(checked.plan.engine).label,
            checked.stats.nodes, checked.stats.launches + checked.stats.child_launches,
            checked.stats.refused_launches, checked.right() ? "exact" : "wrong: " + *checked.fault);
    return text;
}

}  // namespace

CheckPlan points_check(const std::vector<points::Plan>& plans) {
    return {
        "engine", plans.size(),
        [plans](const std::stop_token& stop,
                std::atomic<int>& done) -> std::optional<CheckFindings> {
            const auto all = check_all(plans, stop, done);
            if (!all) return std::nullopt;
            CheckFindings found{report(*all), {}, std::ranges::all_of(*all, &CheckedPoints::right)};
            for (const CheckedPoints& checked : *all) found.rows.push_back(row_of(checked));
            return found;
        }};
}

}  // namespace mariani::app
