#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/command_line/points/points_commands.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/spread.hpp"
#include "app/workloads/points_rounds.hpp"
#include "app/workloads/points_text.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct PointsSweepRow {
    points::Plan plan;
    std::string device;
    std::int64_t nodes;
    Spread ms;
    std::optional<double> improvement;  // over DP's median, if DP ran
};

using PointsSweepRows = std::vector<PointsSweepRow>;

// The engines of one number of points and min. Nothing if stopped.
std::optional<PointsSweepRows> measure(const std::vector<points::Plan>& plans, int repeat,
                                       const std::stop_token& stop, std::atomic<int>& done) {
    PointsRounds rounds(plans);
    if (!rounds.measure(repeat, stop, done)) return std::nullopt;
    PointsSweepRows rows;
    for (std::size_t engine = 0; engine < plans.size(); ++engine) {
        PointsSweepRow row{plans[engine], rounds.device(), rounds.last_of(engine).nodes,
                           spread_of(rounds.ms_of(engine)), std::nullopt};
        if (const auto dp = rounds.dp_ms()) row.improvement = *dp / row.ms.median;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string csv_of(const std::vector<PointsSweepRows>& all, int repeat) {
    std::string csv;
    for (const PointsSweepRows& rows : all)
        for (const PointsSweepRow& each : rows) {
            Json row = Json::object();
            add_plan(row, each.plan, each.device);
            row["nodes"] = each.nodes;
            row["runs"] = repeat;
            row["ms_median"] = each.ms.median;
            row["ms_min"] = each.ms.min;
            row["ms_max"] = each.ms.max;
            row["improvement"] = each.improvement ? Json(*each.improvement) : Json();
            if (csv.empty()) csv = csv_names(row) + "\n";
            csv += csv_values(row) + "\n";
        }
    return csv;
}

// The fastest engine of each number of points and min.
std::string report(const std::vector<PointsSweepRows>& all, int repeat) {
    const PointsSweepRow& first = all.front().front();
    std::string text = fmt::format("points {}: {} runs of each engine, in random order; {}: {}\n",
                                   mariani::name_of(first.plan.distribution), repeat,
                                   mariani::name_of(first.plan.backend), first.device);
    text += fmt::format("{:>10} {:>6}  {:<10} {:>10} {:>23} {:>7}\n", "points", "min", "fastest",
                        "median ms", "min..max", "vs DP");
    for (const PointsSweepRows& rows : all) {
        const PointsSweepRow& best = *std::ranges::min_element(
            rows, {}, [](const PointsSweepRow& row) { return row.ms.median; });
        text += fmt::format("{:>10} {:>6}  {:<10} {:>10.4f} {:>23} {:>7}\n", best.plan.count,
                            best.plan.rule.min, choice_of(best.plan.engine).label, best.ms.median,
                            fmt::format("{:.4f}..{:.4f}", best.ms.min, best.ms.max),
                            best.improvement ? fmt::format("{:.2f}", *best.improvement) : "-");
    }
    return text;
}

}  // namespace

int run_points_sweep(const PointsSweep& command) {
    const Interruption interruption;
    check_file_arguments("sweep", {{"-o", command.output}});
    const auto all =
        measure_cells<PointsSweepRows>(command.cells, command.repeat, interruption, measure);
    if (!all) return Interruption::exit_status;
    fmt::print("{}", report(*all, command.repeat));
    if (command.output) write_table(*command.output, csv_of(*all, command.repeat));
    return 0;
}

}  // namespace mariani::app
