#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/command_line/triangle/triangle_commands.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/spread.hpp"
#include "app/workloads/triangle_rounds.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct TriangleSweepRow {
    triangle::Plan plan;
    std::string device;
    Spread ms;
    BesideBox beside;
};

using TriangleSweepRows = std::vector<TriangleSweepRow>;

// The maps of one n and rho. Nothing if stopped.
std::optional<TriangleSweepRows> measure(const std::vector<triangle::Plan>& plans, int repeat,
                                         const std::stop_token& stop, std::atomic<int>& done) {
    TriangleRounds rounds(plans);
    if (!rounds.measure(repeat, stop, done)) return std::nullopt;
    TriangleSweepRows rows;
    for (std::size_t map = 0; map < plans.size(); ++map) {
        TriangleSweepRow row{plans[map], rounds.device(), spread_of(rounds.ms_of(map)), {}};
        row.beside = rounds.beside_box(row.plan, row.ms.median);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string csv_of(const std::vector<TriangleSweepRows>& all, int repeat) {
    std::string csv;
    for (const TriangleSweepRows& rows : all)
        for (const TriangleSweepRow& each : rows) {
            Json row = Json::object();
            row["workload"] = "triangle";
            row["engine"] = triangle::engine_name(each.plan);
            row["backend"] = mariani::name_of(each.plan.backend);
            row["device"] = each.device;
            row["test"] = mariani::name_of(each.plan.test);
            row["n"] = each.plan.side;
            row["rho"] = each.plan.block;
            row["runs"] = repeat;
            row["ms_median"] = each.ms.median;
            row["ms_min"] = each.ms.min;
            row["ms_max"] = each.ms.max;
            row["improvement"] = each.beside.improvement ? Json(*each.beside.improvement) : Json();
            row["k"] = each.beside.block_cost ? Json(*each.beside.block_cost) : Json();
            if (csv.empty()) csv = csv_names(row) + "\n";
            csv += csv_values(row) + "\n";
        }
    return csv;
}

// The fastest map of each n and rho.
std::string report(const std::vector<TriangleSweepRows>& all, int repeat) {
    const TriangleSweepRow& first = all.front().front();
    std::string text = fmt::format("triangle {}: {} runs of each map, in random order; {}: {}\n",
                                   mariani::name_of(first.plan.test), repeat,
                                   mariani::name_of(first.plan.backend), first.device);
    text += fmt::format("{:>8} {:>5}  {:<19} {:>10} {:>23} {:>7} {:>6}\n", "n", "rho", "fastest",
                        "median ms", "min..max", "vs BB", "k");
    for (const TriangleSweepRows& rows : all) {
        const TriangleSweepRow& best = *std::ranges::min_element(
            rows, {}, [](const TriangleSweepRow& row) { return row.ms.median; });
        text += fmt::format("{:>8} {:>5}  {:<19} {:>10.4f} {:>23} {:>7} {:>6}\n", best.plan.side,
                            best.plan.block, triangle::engine_label(best.plan), best.ms.median,
                            fmt::format("{:.4f}..{:.4f}", best.ms.min, best.ms.max),
                            hundredths_text(best.beside.improvement),
                            hundredths_text(best.beside.block_cost));
    }
    return text;
}

}  // namespace

int run_triangle_sweep(const TriangleSweep& command) {
    const Interruption interruption;
    check_file_arguments("sweep", {{"-o", command.output}});
    const auto all =
        measure_cells<TriangleSweepRows>(command.cells, command.repeat, interruption, measure);
    if (!all) return Interruption::exit_status;
    fmt::print("{}", report(*all, command.repeat));
    if (command.output) write_table(*command.output, csv_of(*all, command.repeat));
    return 0;
}

}  // namespace mariani::app
