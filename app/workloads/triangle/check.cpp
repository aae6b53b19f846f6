#include "app/workloads/triangle/commands.hpp"
#include "app/workloads/triangle/runs.hpp"
#include "compute/service/machine.hpp"
#include "compute/workloads/triangle/faults.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/triangle/reference.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct CheckedMap {
    triangle::Plan plan;
    std::optional<triangle::Coverage> coverage;    // of its map, if it has one, without its plane
    std::optional<std::int64_t> missed, repeated;  // cells, as far as they are known
    std::optional<std::int64_t> wrong_values;      // of tests that write some

    bool right() const { return (!coverage || coverage->exact) && wrong_values.value_or(0) == 0; }
};

// What all plans must give; they differ by map only.
struct ExpectedValues {
    std::optional<std::vector<std::byte>> output;
};

// With the values of one run. Nothing if stopped.
std::optional<CheckedMap> compare_values(triangle::Runner& runner, const ExpectedValues& expected,
                                         const std::stop_token& stop, CheckedMap& checked,
                                         triangle::Progress& progress) {
    if (!expected.output) return std::move(checked);
    if (!runner.run(stop, progress)) return std::nullopt;
    checked.wrong_values = triangle::differences(checked.plan, runner.output(), *expected.output);
    return std::move(checked);
}

// Where the triangle is too large for a count of each cell's visits, an exhibit's faults are those
// that the processor finds, if it finds as many visits. False if stopped.
bool count_faults(CheckedMap& checked, const std::stop_token& stop) {
    const triangle::Coverage& found = *checked.coverage;
    if (!found.visits.plane.empty() || found.exact) {
        checked.missed = found.missed;
        checked.repeated = found.repeated;
        return true;
    }
    const auto faults = triangle::Faults::find(checked.plan, stop);
    if (!faults) return false;
    if (faults->visits() != found.visits.inside) return true;
    checked.missed = faults->missed();
    checked.repeated = faults->repeated();
    return true;
}

std::optional<CheckedMap> check(const triangle::Plan& plan, const ExpectedValues& expected,
                                const std::stop_token& stop, triangle::Progress& progress) {
    CheckedMap checked{plan, {}, {}, {}, {}};
    if (plan.by_grid) {
        const auto runner = triangle::make_runner(plan);
        return compare_values(*runner, expected, stop, checked, progress);
    }
    const auto runner = triangle::make_map_runner(plan);
    checked.coverage = triangle::cover(plan, *runner, stop, progress);
    if (!checked.coverage || !count_faults(checked, stop)) return std::nullopt;
    std::exchange(checked.coverage->visits.plane, {});  // 4 bytes a cell, which the next map needs
    return compare_values(*runner, expected, stop, checked, progress);
}

// Nothing if stopped.
std::optional<std::vector<CheckedMap>> check_all(const std::vector<triangle::Plan>& plans,
                                                 const std::stop_token& stop,
                                                 std::atomic<int>& done) {
    for (const triangle::Plan& plan : plans) refuse_beyond_free(memory_of_check(plan));
    ExpectedValues expected;
    if (triangle::has_output(plans.front().test)) {
        expected.output = triangle::expected_output(plans.front(), stop);
        if (!expected.output) return std::nullopt;
    }
    std::vector<CheckedMap> all;
    for (const triangle::Plan& plan : plans) {
        triangle::Progress progress;
        auto checked = check(plan, expected, stop, progress);
        if (!checked) return std::nullopt;
        all.push_back(std::move(*checked));
        ++done;
    }
    return all;
}

// What is told of its coverage, as far as it is known.
struct Counts {
    std::optional<std::int64_t> visits, outside, first_outside, missed, repeated;
};

Counts counts_of(const CheckedMap& checked) {
    if (!checked.coverage) return {};
    const triangle::Coverage& found = *checked.coverage;
    Counts counts{found.visits.inside, found.visits.outside, {}, checked.missed, checked.repeated};
    if (found.visits.first_outside >= 0) counts.first_outside = found.visits.first_outside;
    return counts;
}

Json row_of(const CheckedMap& checked) {
    const auto known = [](std::optional<std::int64_t> value) {
        return value ? Json(*value) : Json();
    };
    const Counts counts = counts_of(checked);
    Json row = Json::object();
    row["workload"] = "triangle";
    row["engine"] = triangle::engine_name(checked.plan);
    row["backend"] = mariani::name_of(checked.plan.backend);
    row["test"] = mariani::name_of(checked.plan.test);
    row["n"] = checked.plan.side;
    row["rho"] = checked.plan.block;
    row["epsilon"] = triangle::has_epsilon(checked.plan.map) ? Json(checked.plan.epsilon) : Json();
    row["cells"] = triangle::cell_count(triangle::shape_of(checked.plan));
    row["visits"] = known(counts.visits);
    row["outside"] = known(counts.outside);
    row["first_outside"] = known(counts.first_outside);
    row["missed"] = known(counts.missed);
    row["repeated"] = known(counts.repeated);
    row["wrong_values"] = known(checked.wrong_values);
    row["exact"] = checked.right() ? "yes" : "no";
    return row;
}

template <typename... Columns>
std::string triangle_check_row(const Columns&... columns) {
    return fmt::format("{:<19} {:>11} {:>11} {:>9} {:>17} {:>14} {:>13}  {}\n", columns...);
}

// How many blocks, or under maps of threads how many threads, lie outside.
std::string outside_text(const CheckedMap& checked, std::optional<std::int64_t> outside) {
    if (!outside) return "-";
    return fmt::format("{} {}", *outside,
                       triangle::is_of_threads(checked.plan.map) ? "threads" : "blocks");
}

std::string report(const std::vector<CheckedMap>& all) {
    const triangle::Plan& first = all.front().plan;
    const bool collision = first.test == triangle::Task::collision;
    std::string text = triangle_head(first) + "\n" +
                       triangle_check_row("map", "visits", "missed", "repeated", "outside",
                                          "first outside", "wrong values", "") +
                       triangle_check_row("", "threads", "cells", "cells", "", "block",
                                          collision ? "32 pairs" : "cells", "");
    const auto or_dash = [](std::optional<std::int64_t> value) {
        return value ? std::to_string(*value) : "-";
    };
    for (const CheckedMap& checked : all) {
        const Counts counts = counts_of(checked);
        text +=
            triangle_check_row(triangle::engine_label(checked.plan), or_dash(counts.visits),
                               or_dash(counts.missed), or_dash(counts.repeated),
                               outside_text(checked, counts.outside), or_dash(counts.first_outside),
                               or_dash(checked.wrong_values), checked.right() ? "exact" : "wrong");
    }
    const bool some_stay = std::ranges::any_of(all, [](const CheckedMap& checked) {
        return checked.missed && checked.wrong_values && *checked.missed > *checked.wrong_values;
    });
    if (some_stay && !collision)
        text +=
            "A missed cell keeps its previous 0, which is not a wrong value where 0 is right.\n";
    return text;
}

}  // namespace

CheckPlan triangle_check(const std::vector<triangle::Plan>& plans) {
    return {
        "map", plans.size(),
        [plans](const std::stop_token& stop,
                std::atomic<int>& done) -> std::optional<CheckFindings> {
            const auto all = check_all(plans, stop, done);
            if (!all) return std::nullopt;
            CheckFindings found{report(*all), {}, std::ranges::all_of(*all, &CheckedMap::right)};
            for (const CheckedMap& checked : *all) found.rows.push_back(row_of(checked));
            return found;
        }};
}

}  // namespace mariani::app
