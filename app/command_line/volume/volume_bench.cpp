#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/command_line/volume/volume_commands.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/frame_columns.hpp"
#include "app/measure/timing_text.hpp"
#include "app/workloads/volume_rounds.hpp"
#include "app/workloads/volume_rows.hpp"
#include "app/workloads/volume_text.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

Json row_of(const volume::Plan& plan, const VolumeRun& run, const VolumeRounds& rounds) {
    const auto voxels = volume::voxel_count(plan.side);
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    add_plan(row, plan, rounds.device());
    row["run"] = run.number;
    add_run(row, plan, run.stats);
    row["floor_ms"] = rounds.floor_ms();
    add_regions(row, run.stats);
    add_energy_columns(row, rounds.energy_of(run.which), static_cast<double>(voxels), "cells");
    return row;
}

std::string csv_of(const VolumeBench& command, const VolumeRounds& rounds) {
    std::string csv;
    for (const VolumeRun& run : rounds.runs()) {
        const Json row = row_of(command.plans[run.which], run, rounds);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

template <typename... Columns>
std::string volume_bench_row(const Columns&... columns) {
    return fmt::format("{:<28} {:>10} {:>23} {:>6} {:>9} {:>9} {:>9} {:>8}\n", columns...);
}

std::string report(const VolumeBench& command, const VolumeRounds& rounds) {
    const volume::Plan& first = command.plans.front();
    const auto voxels = static_cast<double>(volume::voxel_count(first.side));
    std::string text =
        fmt::format("{}\n{} runs each, in random order; {}: {}\n", volume_head(command.plans),
                    command.repeat, mariani::name_of(first.backend), rounds.device());
    text += fmt::format("floor: {:.4f} ms to set the {} bytes of the volume\n", rounds.floor_ms(),
                        volume::output_bytes(first));
    text += volume_bench_row("engine", "median ms", "min..max", "vs Ex", "iterated", "launches",
                             "Gcell/s", "x floor");
    const auto labels = volume_labels(command.plans);
    const auto ex_ms = rounds.ex_ms();
    std::string energies;
    for (std::size_t i = 0; i < command.plans.size(); ++i) {
        const Spread ms = spread_of(rounds.ms_of(i));
        const volume::RunStats& last = rounds.last_of(i);
        text += volume_bench_row(
            labels[i], fmt::format("{:.4f}", ms.median),
            fmt::format("{:.4f}..{:.4f}", ms.min, ms.max),
            ex_ms ? fmt::format("{:.2f}", *ex_ms / ms.median) : "-",
            fmt::format("{:.1f} %", 100 * static_cast<double>(last.iterated) / voxels),
            last.launches, fmt::format("{:.3f}", voxels / ms.median * 1e-6),
            rounds.floor_ms() > 0 ? fmt::format("{:.2f}", ms.median / rounds.floor_ms()) : "-");
        if (const auto energy = rounds.energy_of(i))
            energies +=
                fmt::format("energy {:<28}{}\n", labels[i], run_energy_text(*energy, voxels));
        if (last.failed_launches > 0)
            text += fmt::format(
                "  {} launches of {} failed, beyond the pool or refused: their parents did the "
                "work\n",
                last.failed_launches, labels[i]);
    }
    return text + energies;
}

}  // namespace

int run_volume_bench(const VolumeBench& command) {
    const Interruption interruption;
    check_file_arguments("bench", {{"-o", command.output}});
    VolumeRounds rounds(command.plans);
    if (!measure_bench(rounds, command, interruption)) return Interruption::exit_status;
    fmt::print("{}", report(command, rounds));
    if (command.output) write_table(*command.output, csv_of(command, rounds));
    return 0;
}

}  // namespace mariani::app
