#include "app/workloads/curves/commands.hpp"
#include "app/workloads/curves/litmus.hpp"
#include "app/workloads/curves/runs.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/machine.hpp"
#include "compute/workloads/curves/plan.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;
using Outcomes = std::vector<LitmusOutcome>;

constexpr std::size_t most_chord_lines = 10'000;  // whose chords are measured
constexpr double rounding = 2e-7;                 // of a vertex in the unit square

struct ExpectedCurves {
    std::vector<curves::Line> lines;
    curves::Tessellation tessellation;
    double chord_error = 0;  // of lines that are not cut
    std::optional<std::string> fault;
};

struct CheckedCurves {
    curves::Plan plan;
    std::string device;
    curves::RunStats stats;
    std::optional<std::string> fault;

    bool right() const { return !fault; }
};

// As they lie, by a plain loop.
std::vector<curves::Line> expected_lines(const curves::Plan& plan) {
    std::vector<curves::Line> lines;
    lines.reserve(static_cast<std::size_t>(plan.lines));
    for (std::int64_t i = 0; i < plan.lines; ++i)
        lines.push_back(curves::line_of(emitter_of(plan), static_cast<std::uint32_t>(i)));
    return lines;
}

// False if stopped.
bool measure_chords(const curves::CountRule& rule, ExpectedCurves& expected,
                    const std::stop_token& stop) {
    const auto& [offsets, vertices] = expected.tessellation;
    for (std::size_t i = 0; i < std::min(expected.lines.size(), most_chord_lines); ++i) {
        if (stop.stop_requested()) return false;
        if (count_of(rule, expected.lines[i]).cut) continue;
        const std::span<const curves::Point> own(vertices.begin() + offsets[i],
                                                 vertices.begin() + offsets[i + 1]);
        const double error = chord_error(expected.lines[i], own);
        expected.chord_error = std::max(expected.chord_error, error);
        const double allowed = double{rule.tolerance} * (1 + 1e-6) + rounding;
        if (rule.by == curves::CountBy::tolerance && error > allowed && !expected.fault)
            expected.fault = fmt::format("a chord of line {} is {} from its curve", i, error);
    }
    return true;
}

// Nothing if stopped.
std::optional<ExpectedCurves> expected_of(const curves::Plan& plan, const std::stop_token& stop) {
    ExpectedCurves expected{expected_lines(plan), {}, 0, std::nullopt};
    auto tessellation = expected_vertices(plan.rule, expected.lines, stop);
    if (!tessellation) return std::nullopt;
    expected.tessellation = std::move(*tessellation);
    if (!measure_chords(plan.rule, expected, stop)) return std::nullopt;
    return expected;
}

// Tells of lost lines only where the others are right.
std::optional<std::string> why_wrong(const curves::Tessellation& expected,
                                     const curves::Tessellation& found,
                                     const curves::RunStats& stats) {
    if (stats.lost_lines == 0) return why_wrong(expected, found);
    if (auto why = why_wrong(without_lost(expected, found), found)) return why;
    return fmt::format("{} lines are lost because {} launches failed; the others are exact",
                       stats.lost_lines, stats.failed_launches);
}

// Nothing if stopped.
std::optional<CheckedCurves> check(const curves::Plan& plan, const ExpectedCurves& expected,
                                   const std::stop_token& stop) {
    const auto runner = curves::make_runner(plan);
    const auto stats = runner->run(stop);
    if (!stats) return std::nullopt;
    CheckedCurves checked{plan, runner->device(), *stats, expected.fault};
    if (runner->lines() != expected.lines)
        checked.fault = "a line is not where a plain loop places it";
    else if (!checked.fault)
        checked.fault = why_wrong(expected.tessellation, runner->tessellation(), *stats);
    return checked;
}

struct CurvesOutcome {
    double chord_error;
    std::vector<CheckedCurves> engines;
};

// Nothing if stopped.
std::optional<CurvesOutcome> check_all(const std::vector<curves::Plan>& plans,
                                       const std::stop_token& stop, std::atomic<int>& done) {
    for (const curves::Plan& plan : plans) refuse_beyond_free(memory_of_check(plan));
    const auto expected = expected_of(plans.front(), stop);
    if (!expected) return std::nullopt;
    CurvesOutcome outcome{expected->chord_error, {}};
    for (const curves::Plan& plan : plans) {
        auto checked = check(plan, *expected, stop);
        if (!checked) return std::nullopt;
        outcome.engines.push_back(std::move(*checked));
        ++done;
    }
    return outcome;
}

Json row_of(const CheckedCurves& checked, double chord_error) {
    Json row = Json::object();
    add_plan(row, checked.plan, checked.device);
    row["launches"] = checked.stats.launches + checked.stats.child_launches;
    row["failed_launches"] = checked.stats.failed_launches;
    row["vertices"] = checked.stats.vertices;
    row["cut_lines"] = checked.stats.cut_lines;
    row["lost_lines"] = checked.stats.lost_lines;
    row["chord_error"] = chord_error;
    row["fault"] = checked.fault ? Json(*checked.fault) : Json();
    row["exact"] = checked.right() ? "yes" : "no";
    return row;
}

std::string report(const CurvesOutcome& outcome) {
    const curves::Plan& plan = outcome.engines.front().plan;
    std::string text = curves_head(plan) + "\n";
    text += fmt::format("chords of {}: at most {:.4g} of the side away from their curves\n",
                        plan.lines > static_cast<std::int64_t>(most_chord_lines)
                            ? fmt::format("the first {} lines", most_chord_lines)
                            : "all lines that are not cut",
                        outcome.chord_error);
    text += fmt::format("{:<17} {:>11} {:>9} {:>9}\n", "engine", "vertices", "launches", "failed");
    for (const CheckedCurves& checked : outcome.engines)
        text += fmt::format(
            "{:<17} {:>11} {:>9} {:>9}  {}\n", choice_of(checked.plan.engine).label,
            checked.stats.vertices, checked.stats.launches + checked.stats.child_launches,
            checked.stats.failed_launches, checked.right() ? "exact" : "wrong: " + *checked.fault);
    return text;
}

std::string report(const Outcomes& outcomes, const std::string& device) {
    std::string text = fmt::format("launches from the device, on {}\n", device);
    for (const LitmusOutcome& outcome : outcomes) {
        const auto promise = promise_text(outcome);
        text += fmt::format("{:<16} {}\n", outcome.text->name, outcome.text->title);
        text += fmt::format("  {:<14} {}\n", "textbook", outcome.text->textbook);
        text += fmt::format("  {:<14} {}\n", "today", outcome.text->today);
        text += fmt::format("  {:<14} {}{}\n", "measured", measured_text(outcome),
                            outcome.text->promised ? "; promise " + promise : "");
    }
    return text;
}

}  // namespace

CheckPlan curves_check(const std::vector<curves::Plan>& plans) {
    return {"engine", plans.size(),
            [plans](const std::stop_token& stop,
                    std::atomic<int>& done) -> std::optional<CheckFindings> {
                auto outcome = check_all(plans, stop, done);
                if (!outcome) return std::nullopt;
                CheckFindings found{report(*outcome),
                                    {},
                                    std::ranges::all_of(outcome->engines, &CheckedCurves::right)};
                for (const CheckedCurves& checked : outcome->engines)
                    found.rows.push_back(row_of(checked, outcome->chord_error));
                return found;
            }};
}

CheckPlan curves_litmus(int device) {
    return {"litmus", static_cast<std::size_t>(litmus_count()),
            [device](const std::stop_token& stop,
                     std::atomic<int>& done) -> std::optional<CheckFindings> {
                const auto outcomes = run_all_litmuses(
                    [&](const curves::LitmusCase& litmus) {
                        return curves::run_litmus(litmus, device, stop);
                    },
                    done);
                if (!outcomes) return std::nullopt;
                const std::string name = device_name(Backend::cuda, device, 0);
                CheckFindings found{report(*outcomes, name), {}, keeps_promises(*outcomes)};
                for (const LitmusOutcome& outcome : *outcomes)
                    found.rows.push_back(litmus_row(outcome, name));
                return found;
            }};
}

}  // namespace mariani::app
