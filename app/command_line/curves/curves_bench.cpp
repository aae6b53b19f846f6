#include "app/command_line/curves/curves_commands.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/frame_columns.hpp"
#include "app/measure/timing_text.hpp"
#include "app/workloads/curves_rounds.hpp"
#include "app/workloads/curves_text.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

Json row_of(const curves::Plan& plan, const CurvesRun& run, const CurvesRounds& rounds) {
    const auto& stats = run.stats;
    const auto cells = static_cast<double>(stats.vertices);
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    add_plan(row, plan, rounds.device());
    row["run"] = run.number;
    add_run(row, plan, stats);
    row["floor_ms"] = rounds.floor_ms();
    add_energy_columns(row, rounds.energy_of(run.which), cells, "cells");
    return row;
}

std::string csv_of(const CurvesBench& command, const CurvesRounds& rounds) {
    std::string csv;
    for (const CurvesRun& run : rounds.runs()) {
        const Json row = row_of(command.plans[run.which], run, rounds);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

template <typename... Columns>
std::string curves_bench_row(const Columns&... columns) {
    return fmt::format("{:<17} {:>10} {:>23} {:>7} {:>9} {:>9} {:>10} {:>8}\n", columns...);
}

// Of the run with the most vertices: others may have lost lines.
const curves::RunStats& whole_run(const CurvesBench& command, const CurvesRounds& rounds) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < command.plans.size(); ++i)
        if (rounds.last_of(i).vertices > rounds.last_of(most).vertices) most = i;
    return rounds.last_of(most);
}

std::string report(const CurvesBench& command, const CurvesRounds& rounds) {
    const curves::Plan& first = command.plans.front();
    const auto& whole = whole_run(command, rounds);
    std::string text =
        curves_head(first) + fmt::format("{} runs each, in random order; {}: {}\n", command.repeat,
                                         mariani::name_of(first.backend), rounds.device());
    const auto lines = static_cast<double>(first.lines - whole.lost_lines);
    text +=
        fmt::format("{} vertices, {:.2f} a line; {} lines cut\n", whole.vertices,
                    static_cast<double>(whole.vertices) / std::max(1.0, lines), whole.cut_lines);
    text += fmt::format("floor: {:.4f} ms to set the {} bytes of lines read and vertices written\n",
                        rounds.floor_ms(), curves::moved_bytes(first, whole.vertices));
    text += curves_bench_row("engine", "median ms", "min..max", "vs DP", "launches", "failed",
                             "Mvertex/s", "x floor");
    const auto dp_ms = rounds.dp_ms();
    std::string energies, lost;
    for (std::size_t i = 0; i < command.plans.size(); ++i) {
        const Spread ms = spread_of(rounds.ms_of(i));
        const auto& stats = rounds.last_of(i);
        const auto label = choice_of(command.plans[i].engine).label;
        const auto cells = static_cast<double>(stats.vertices);
        text += curves_bench_row(label, fmt::format("{:.4f}", ms.median),
                                 fmt::format("{:.4f}..{:.4f}", ms.min, ms.max),
                                 dp_ms ? fmt::format("{:.2f}", *dp_ms / ms.median) : "-",
                                 stats.launches + stats.child_launches, stats.failed_launches,
                                 fmt::format("{:.1f}", cells / ms.median * 1e-3),
                                 rounds.floor_ms() > 0 && stats.lost_lines == 0
                                     ? fmt::format("{:.2f}", ms.median / rounds.floor_ms())
                                     : "-");
        if (const auto energy = rounds.energy_of(i))
            energies += fmt::format("energy {:<18}{}\n", label, run_energy_text(*energy, cells));
        lost += lost_text(command.plans[i], stats);
    }
    return text + energies + lost;
}

}  // namespace

int run_curves_bench(const CurvesBench& command) {
    const Interruption interruption;
    check_file_arguments("bench", {{"-o", command.output}});
    CurvesRounds rounds(command.plans);
    if (!measure_bench(rounds, command, interruption)) return Interruption::exit_status;
    fmt::print("{}", report(command, rounds));
    if (command.output) write_table(*command.output, csv_of(command, rounds));
    return 0;
}

}  // namespace mariani::app
