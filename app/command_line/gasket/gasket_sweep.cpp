#include "app/command_line/file_arguments.hpp"
#include "app/command_line/gasket/gasket_commands.hpp"
#include "app/command_line/gasket/gasket_progress.hpp"
#include "app/command_line/gasket/gasket_rounds.hpp"
#include "app/command_line/gasket/gasket_rows.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"

#include <algorithm>
#include <set>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;
using Measurements = std::vector<GasketMeasurement>;

std::optional<Measurements> measure(const GasketSweep& command, const std::stop_token& stop,
                                    std::atomic<int>& done) {
    Measurements all;
    for (const GasketSetup& setup : command.cells) {
        auto measured = measure_gasket(setup, command.steps, command.repeat, stop, done);
        if (!measured) return std::nullopt;
        all.push_back(std::move(*measured));
    }
    return all;
}

// One engine of one cell.
struct GasketSweepRow {
    const GasketMeasurement* measured;
    std::size_t engine;                 // in the setup's
    Spread ms;                          // a step
    std::optional<double> improvement;  // over BB with the rho that suits it best
    std::optional<double> speedup;      // over BB with the same rho, as the seed has S

    int level() const { return measured->setup.problem.level; }
    gasket::EngineKind kind() const { return measured->setup.engines[engine]; }
};

// BB's median at this r, of the rho with which it was the fastest.
std::optional<double> bb_ms_at(int level, const Measurements& all) {
    std::optional<double> least;
    for (const GasketMeasurement& measured : all) {
        const auto bb = measured.bb_step_ms();
        if (measured.setup.problem.level == level && bb) least = std::min(least.value_or(*bb), *bb);
    }
    return least;
}

std::vector<GasketSweepRow> rows_of(const Measurements& all) {
    std::vector<GasketSweepRow> rows;
    for (const GasketMeasurement& measured : all)
        for (std::size_t engine = 0; engine < measured.setup.engines.size(); ++engine) {
            GasketSweepRow row{&measured, engine, spread_of(measured.step_ms_of(engine)), {}, {}};
            if (const auto bb = bb_ms_at(row.level(), all)) row.improvement = *bb / row.ms.median;
            if (const auto bb = measured.bb_step_ms()) row.speedup = *bb / row.ms.median;
            rows.push_back(row);
        }
    return rows;
}

std::string csv_of(const std::vector<GasketSweepRow>& rows, int repeat) {
    std::string csv;
    const auto or_empty = [](std::optional<double> value) { return value ? Json(*value) : Json(); };
    for (const GasketSweepRow& each : rows) {
        const GasketMeasurement& measured = *each.measured;
        Json row = gasket_row(measured.setup, each.kind(), measured.device, measured.steps);
        row["runs"] = repeat;
        row["ms_median"] = each.ms.median;
        row["ms_min"] = each.ms.min;
        row["ms_max"] = each.ms.max;
        row["bytes"] = measured.bytes[each.engine];
        row["improvement"] = or_empty(each.improvement);
        row["speedup"] = or_empty(each.speedup);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

std::string parameters_of(const GasketSweepRow& row) {
    const auto& method = row.measured->setup.method;
    return row.kind() == gasket::EngineKind::bits ? fmt::format("fuse {}", method.fuse)
                                                  : fmt::format("rho {}", method.rho);
}

std::string line_of(const GasketSweepRow& row, bool fastest) {
    const auto times = [](std::optional<double> over) {
        return over ? fmt::format("{:.2f}", *over) : "-";
    };
    return fmt::format("{:>4}  {:<8}{:<8} {:>11.5f} {:>25} {:>7} {:>8}{}\n", row.level(),
                       mariani::name_of(row.kind()), parameters_of(row), row.ms.median,
                       fmt::format("{:.5f}..{:.5f}", row.ms.min, row.ms.max), times(row.speedup),
                       times(row.improvement), fastest ? "  fastest" : "");
}

// Engine by engine at each r, and which is the fastest there.
std::string report(const std::vector<GasketSweepRow>& rows, const GasketSweep& command) {
    const GasketMeasurement& first = *rows.front().measured;
    std::string text = fmt::format(
        "fractal {}, {}: {} runs of {} steps each, in random order; {}: {}\n",
        first.setup.problem.fractal.name, gasket::text_of(first.setup.problem.rule), command.repeat,
        command.steps, mariani::name_of(first.setup.backend), first.device);
    text += "S: over BB with the same rho; vs BB: over BB with the rho that suits it best\n" +
            fmt::format("{:>4}  {:<16} {:>11} {:>25} {:>7} {:>8}\n", "r", "engine", "ms a step",
                        "min..max", "S", "vs BB");
    for (auto row = rows.begin(); row != rows.end();) {
        const auto end = std::find_if(row, rows.end(), [&](const GasketSweepRow& other) {
            return other.level() != row->level();
        });
        const GasketSweepRow& best =
            *std::min_element(row, end, [](const GasketSweepRow& one, const GasketSweepRow& other) {
                return one.ms.median < other.ms.median;
            });
        for (; row != end; ++row) text += line_of(*row, &*row == &best);
    }
    return text;
}

// Each engine and reason once, with the first r that it is left out at.
std::string left_out_of(const Measurements& all) {
    std::string text;
    std::set<std::string> said;
    for (const GasketMeasurement& measured : all)
        for (const auto& [engine, why] : measured.setup.left_out) {
            const auto reason = fmt::format("{}: {}\n", mariani::name_of(engine), why);
            if (said.insert(reason).second)
                text += fmt::format("left out at r {}: {}", measured.setup.problem.level, reason);
        }
    return text;
}

}  // namespace

int run_gasket_sweep(const GasketSweep& command) {
    const Interruption interruption;
    check_file_arguments("sweep", {{"-o", command.output}});
    int runs = 0;
    for (const GasketSetup& setup : command.cells)
        runs += static_cast<int>(setup.engines.size()) * command.repeat;
    const auto all = measure_with_progress<Measurements>(
        "sweep", runs, interruption,
        [command](const std::stop_token& stop, std::atomic<int>& done) {
            return measure(command, stop, done);
        });
    if (!all) return end_interrupted();
    const auto rows = rows_of(*all);
    fmt::print("{}{}", report(rows, command), left_out_of(*all));
    if (command.output) write_table(*command.output, csv_of(rows, command.repeat));
    return 0;
}

}  // namespace mariani::app
