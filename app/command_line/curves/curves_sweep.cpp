#include "app/command_line/curves/curves_commands.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/workloads/curves_rounds.hpp"
#include "app/workloads/curves_text.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct CurvesSweepRow {
    curves::Plan plan;
    std::string device;
    curves::RunStats stats;  // of the last run
    Spread ms;
    std::optional<double> improvement;  // over DP's median, if DP ran
};

using CurvesSweepRows = std::vector<CurvesSweepRow>;

// The engines of one number of lines and pool. Nothing if stopped.
std::optional<CurvesSweepRows> measure(const std::vector<curves::Plan>& plans, int repeat,
                                       const std::stop_token& stop, std::atomic<int>& done) {
    CurvesRounds rounds(plans);
    if (!rounds.measure(repeat, stop, done)) return std::nullopt;
    CurvesSweepRows rows;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        CurvesSweepRow row{plans[i], rounds.device(), rounds.last_of(i), spread_of(rounds.ms_of(i)),
                           std::nullopt};
        if (const auto dp = rounds.dp_ms()) row.improvement = *dp / row.ms.median;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string csv_of(const std::vector<CurvesSweepRows>& all, int repeat) {
    std::string csv;
    for (const CurvesSweepRows& rows : all)
        for (const CurvesSweepRow& each : rows) {
            Json row = Json::object();
            add_plan(row, each.plan, each.device);
            row["vertices"] = each.stats.vertices;
            row["failed_launches"] = each.stats.failed_launches;
            row["lost_lines"] = each.stats.lost_lines;
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

// The fastest engine of each number of lines and pool: of those that lost none, if there are any.
std::string report(const std::vector<CurvesSweepRows>& all, int repeat) {
    const CurvesSweepRow& first = all.front().front();
    std::string text = fmt::format("curves: {} runs of each engine, in random order; {}: {}\n",
                                   repeat, mariani::name_of(first.plan.backend), first.device);
    text += fmt::format("{:>10} {:>8}  {:<17} {:>10} {:>23} {:>7}\n", "lines", "pool", "fastest",
                        "median ms", "min..max", "vs DP");
    std::string lost;
    for (const CurvesSweepRows& rows : all) {
        const CurvesSweepRow& best =
            *std::ranges::min_element(rows, {}, [](const CurvesSweepRow& row) {
                return std::pair(row.stats.lost_lines > 0, row.ms.median);
            });
        for (const CurvesSweepRow& row : rows) lost += lost_text(row.plan, row.stats);
        text += fmt::format("{:>10} {:>8}  {:<17} {:>10.4f} {:>23} {:>7}\n", best.plan.lines,
                            best.plan.pool, choice_of(best.plan.engine).label, best.ms.median,
                            fmt::format("{:.4f}..{:.4f}", best.ms.min, best.ms.max),
                            best.improvement ? fmt::format("{:.2f}", *best.improvement) : "-");
    }
    return text + lost;
}

}  // namespace

int run_curves_sweep(const CurvesSweep& command) {
    const Interruption interruption;
    check_file_arguments("sweep", {{"-o", command.output}});
    const auto all =
        measure_cells<CurvesSweepRows>(command.cells, command.repeat, interruption, measure);
    if (!all) return Interruption::exit_status;
    fmt::print("{}", report(*all, command.repeat));
    if (command.output) write_table(*command.output, csv_of(*all, command.repeat));
    return 0;
}

}  // namespace mariani::app
