#include "app/command_line/file_arguments.hpp"
#include "app/command_line/gasket/gasket_commands.hpp"
#include "app/command_line/gasket/gasket_progress.hpp"
#include "app/command_line/gasket/gasket_rounds.hpp"
#include "app/command_line/gasket/gasket_rows.hpp"
#include "app/command_line/workload_rounds.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/frame_columns.hpp"
#include "app/measure/timing_text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

std::optional<FrameEnergy> engine_energy(const GasketMeasurement& measured, std::size_t engine) {
    if (measured.energies.empty()) return std::nullopt;
    return measured.energies[engine];
}

double cells_of_run(const GasketMeasurement& measured) {
    return static_cast<double>(measured.setup.shape().cells) * measured.steps;
}

Json row_of(const GasketMeasurement& measured, const GasketRun& run) {
    const auto& setup = measured.setup;
    const auto engine = setup.engines[run.engine];
    const auto blocks = gasket_blocks(setup, engine);
    const auto or_empty = [&](std::uint64_t GasketBlocks::*count) {
        return blocks ? Json((*blocks).*count) : Json();
    };
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    row.update(gasket_row(setup, engine, measured.device, measured.steps));
    row["run"] = run.number;
    row["compute_ms"] = run.ms;
    row["ms_a_step"] = run.ms / measured.steps;
    row["launches"] = gasket_launches(setup, engine, measured.steps);
    row["failed_launches"] = 0;  // none is launched by the device
    row["blocks"] = or_empty(&GasketBlocks::blocks);
    row["blocks_wasted"] = or_empty(&GasketBlocks::blocks_wasted);
    row["threads_wasted"] = or_empty(&GasketBlocks::threads_wasted);
    row["cells_per_s"] = cells_of_run(measured) / (run.ms * 1e-3);
    row["bytes"] = measured.bytes[run.engine];
    row["times_smaller"] = measured.times_smaller(run.engine);
    row["floor_ms"] = measured.floor_ms;
    add_energy_columns(row, engine_energy(measured, run.engine), cells_of_run(measured), "cells");
    return row;
}

std::string csv_of(const GasketMeasurement& measured) {
    std::string csv;
    for (const GasketRun& run : measured.runs) {
        const Json row = row_of(measured, run);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

template <typename... Columns>
std::string gasket_bench_row(const Columns&... columns) {
    return fmt::format("{:<10} {:>10} {:>23} {:>8} {:>9} {:>14} {:>13} {:>9}\n", columns...);
}

std::string report(const GasketBench& command, const GasketMeasurement& measured) {
    const auto& setup = measured.setup;
    const auto cells = static_cast<double>(setup.shape().cells);
    std::string text =
        gasket_head(setup) +
        fmt::format("{} runs of {} steps each, in random order; {}: {}\n", command.repeat,
                    command.steps, mariani::name_of(setup.backend), measured.device) +
        fmt::format("floor: {:.5f} ms to set the {} bytes of two states of a bit a cell\n",
                    measured.floor_ms, 2 * ((setup.shape().cells + 7) / 8));
    text += gasket_bench_row("engine", "ms a step", "min..max", "vs BB", "Gcell/s", "bytes",
                             "times smaller", "x floor");
    const auto bb_ms = measured.bb_step_ms();
    for (std::size_t i = 0; i < setup.engines.size(); ++i) {
        const Spread ms = spread_of(measured.step_ms_of(i));
        text +=
            gasket_bench_row(mariani::name_of(setup.engines[i]), fmt::format("{:.5f}", ms.median),
                             fmt::format("{:.5f}..{:.5f}", ms.min, ms.max),
                             bb_ms ? fmt::format("{:.2f}", *bb_ms / ms.median) : "-",
                             fmt::format("{:.3f}", cells / ms.median * 1e-6), measured.bytes[i],
                             fmt::format("{:.2f}", measured.times_smaller(i)),
                             fmt::format("{:.1f}", ms.median / measured.floor_ms));
    }
    for (std::size_t i = 0; i < measured.energies.size(); ++i)
        text += fmt::format("energy {:<10}{}\n", mariani::name_of(setup.engines[i]),
                            run_energy_text(measured.energies[i], cells_of_run(measured)));
    return text + left_out_text(setup.left_out);
}

}  // namespace

int run_gasket_bench(const GasketBench& command) {
    const Interruption interruption;
    check_file_arguments("bench", {{"-o", command.output}});
    const auto measured = measure_with_progress<GasketMeasurement>(
        "bench", static_cast<int>(command.setup.engines.size()) * command.repeat, interruption,
        [command](const std::stop_token& stop, std::atomic<int>& done) {
            auto result = measure_gasket(command.setup, command.steps, command.repeat, stop, done);
            if (result && command.energy && !measure_energies(*result, stop)) result.reset();
            return result;
        });
    if (!measured) return end_interrupted();
    fmt::print("{}", report(command, *measured));
    if (command.output) write_table(*command.output, csv_of(*measured));
    return 0;
}

}  // namespace mariani::app
