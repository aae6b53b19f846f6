#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/command_line/points/points_commands.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/frame_columns.hpp"
#include "app/measure/spread.hpp"
#include "app/measure/timing_text.hpp"
#include "app/workloads/points_rounds.hpp"
#include "app/workloads/points_text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

Json row_of(const points::Plan& plan, const PointsRun& run, const PointsRounds& rounds) {
    const auto cells = static_cast<double>(plan.count);
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    add_plan(row, plan, rounds.device());
    row["run"] = run.number;
    add_run(row, plan, run.stats, rounds.levels());
    row["floor_ms"] = rounds.floor_ms();
    add_energy_columns(row, rounds.energy_of(run.which), cells, "cells");
    return row;
}

std::string csv_of(const PointsBench& command, const PointsRounds& rounds) {
    std::string csv;
    for (const PointsRun& run : rounds.runs()) {
        const Json row = row_of(command.plans[run.which], run, rounds);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

template <typename... Columns>
std::string points_bench_row(const Columns&... columns) {
    return fmt::format("{:<10} {:>10} {:>23} {:>6} {:>9} {:>9} {:>10} {:>8}\n", columns...);
}

std::string report(const PointsBench& command, const PointsRounds& rounds) {
    const points::Plan& first = command.plans.front();
    const auto cells = static_cast<double>(first.count);
    std::string text =
        points_head(first) + fmt::format("{} runs each, in random order; {}: {}\n", command.repeat,
                                         mariani::name_of(first.backend), rounds.device());
    text += fmt::format("{} nodes on {} levels, {} of them leaves\n", rounds.last_of(0).nodes,
                        rounds.levels().size(), leaf_count(rounds.levels()));
    if (rounds.floor_ms() > 0)
        text += fmt::format("floor: {:.4f} ms to set the {} bytes of points read and written\n",
                            rounds.floor_ms(), least_bytes(first));
    text += points_bench_row("engine", "median ms", "min..max", "vs DP", "launches", "failed",
                             "Mpoint/s", "x floor");
    const auto dp_ms = rounds.dp_ms();
    std::string energies;
    for (std::size_t i = 0; i < command.plans.size(); ++i) {
        const Spread ms = spread_of(rounds.ms_of(i));
        const auto& stats = rounds.last_of(i);
        const auto label = choice_of(command.plans[i].engine).label;
        text += points_bench_row(
            label, fmt::format("{:.4f}", ms.median), fmt::format("{:.4f}..{:.4f}", ms.min, ms.max),
            dp_ms ? fmt::format("{:.2f}", *dp_ms / ms.median) : "-",
            stats.launches + stats.child_launches, stats.refused_launches,
            fmt::format("{:.1f}", cells / ms.median * 1e-3),
            rounds.floor_ms() > 0 ? fmt::format("{:.2f}", ms.median / rounds.floor_ms()) : "-");
        if (const auto energy = rounds.energy_of(i))
            energies += fmt::format("energy {:<10}{}\n", label, run_energy_text(*energy, cells));
    }
    return text + energies;
}

}  // namespace

int run_points_bench(const PointsBench& command) {
    const Interruption interruption;
    check_file_arguments("bench", {{"-o", command.output}});
    PointsRounds rounds(command.plans);
    if (!measure_bench(rounds, command, interruption)) return Interruption::exit_status;
    fmt::print("{}", report(command, rounds));
    if (command.output) write_table(*command.output, csv_of(command, rounds));
    return 0;
}

}  // namespace mariani::app
