#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/command_line/triangle/triangle_commands.hpp"
#include "app/command_line/workload_rounds.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/spread.hpp"
#include "app/workloads/triangle_rows.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

std::string csv_of(const TriangleBench& command, const TriangleRounds& rounds) {
    std::string csv;
    for (const TriangleRun& run : rounds.runs()) {
        const Json row = triangle_row(command.plans[run.which], run, rounds);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

template <typename... Columns>
std::string triangle_bench_row(const Columns&... columns) {
    return fmt::format("{:<19} {:>10} {:>23} {:>6} {:>5} {:>11} {:>11} {:>9} {:>9} {:>8}\n",
                       columns...);
}

std::string report(const TriangleBench& command, const TriangleRounds& rounds) {
    const triangle::Plan& first = command.plans.front();
    const auto cells = triangle::cell_count(triangle::shape_of(first));
    std::string text = triangle_head(first) +
                       fmt::format("{} runs each, in random order; {}: {}\n", command.repeat,
                                   mariani::name_of(first.backend), rounds.device());
    const bool writes = rounds.floor_ms() > 0;
    if (writes)
        text += fmt::format("floor: {:.4f} ms to set the {} bytes that are written\n",
                            rounds.floor_ms(), triangle::written_bytes(first));
    text += triangle_bench_row("map", "median ms", "min..max", "vs BB", "k", "blocks", "wasted",
                               "launches", "Gcell/s", writes ? "x floor" : "ns/block");
    std::string energies;
    for (std::size_t i = 0; i < command.plans.size(); ++i) {
        const Spread ms = spread_of(rounds.ms_of(i));
        const triangle::Plan& plan = command.plans[i];
        const triangle::Waste waste = triangle::waste_of(plan);
        const BesideBox beside = rounds.beside_box(plan, ms.median);
        const auto of_map = [&](triangle::Count count) {
            return plan.by_grid ? std::string("-") : std::to_string(count);
        };
        text += triangle_bench_row(
            triangle::engine_label(plan), fmt::format("{:.4f}", ms.median),
            fmt::format("{:.4f}..{:.4f}", ms.min, ms.max), hundredths_text(beside.improvement),
            hundredths_text(beside.block_cost), of_map(waste.blocks), of_map(waste.blocks_wasted),
            has_launches(plan) ? std::to_string(rounds.last_of(i).launches) : "-",
            fmt::format("{:.3f}", static_cast<double>(cells) / ms.median * 1e-6),
            hundredths_text(writes ? ms.median / rounds.floor_ms()
                                   : ns_per_block(plan, ms.median)));
        if (const auto energy = rounds.energy_of(i))
            energies += fmt::format("energy {:<19}{}\n", choice_of(command.plans[i].map).label,
                                    run_energy_text(*energy, static_cast<double>(cells)));
        if (const auto failed = rounds.last_of(i).failed_launches)
            text += fmt::format("  {} launches of {} failed on the device: cells are missing\n",
                                failed, triangle::engine_label(plan));
    }
    return text + energies;
}

}  // namespace

int run_triangle_bench(const TriangleBench& command) {
    const Interruption interruption;
    check_file_arguments("bench", {{"-o", command.output}});
    TriangleRounds rounds(command.plans);
    if (!measure_bench(rounds, command, interruption)) return Interruption::exit_status;
    fmt::print("{}", report(command, rounds));
    if (command.output) write_table(*command.output, csv_of(command, rounds));
    return 0;
}

}  // namespace mariani::app
