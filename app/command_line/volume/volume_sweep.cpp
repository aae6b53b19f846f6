#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/command_line/volume/volume_commands.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/workloads/volume_rounds.hpp"
#include "app/workloads/volume_rows.hpp"
#include "app/workloads/volume_text.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct VolumeSweepRow {
    volume::Plan plan;
    std::string label;
    std::string device;
    Spread ms;
    std::optional<double> improvement;  // over Ex's median, if Ex ran
};

using VolumeSweepRows = std::vector<VolumeSweepRow>;

// The contestants of one cell. Nothing if stopped.
std::optional<VolumeSweepRows> measure(const std::vector<volume::Plan>& plans, int repeat,
                                       const std::stop_token& stop, std::atomic<int>& done) {
    VolumeRounds rounds(plans);
    if (!rounds.measure(repeat, stop, done)) return std::nullopt;
    const auto labels = volume_labels(plans);
    VolumeSweepRows rows;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        VolumeSweepRow row{plans[i], labels[i], rounds.device(), spread_of(rounds.ms_of(i)),
                           std::nullopt};
        if (const auto ex = rounds.ex_ms()) row.improvement = *ex / row.ms.median;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string csv_of(const std::vector<VolumeSweepRows>& all, int repeat) {
    std::string csv;
    for (const VolumeSweepRows& rows : all)
        for (const VolumeSweepRow& each : rows) {
            Json row = Json::object();
            add_plan(row, each.plan, each.device);
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

// The fastest engine of each cell.
std::string report(const std::vector<VolumeSweepRows>& all, int repeat) {
    const VolumeSweepRow& first = all.front().front();
    std::string text = fmt::format("volume {}: {} runs of each engine, in random order; {}: {}\n",
                                   mariani::name_of(first.plan.function), repeat,
                                   mariani::name_of(first.plan.backend), first.device);
    text += fmt::format("{:>6} {:>4} {:>3} {:>3}  {:<28} {:>10} {:>23} {:>7}\n", "n", "g", "r", "B",
                        "fastest", "median ms", "min..max", "vs Ex");
    for (const VolumeSweepRows& rows : all) {
        const VolumeSweepRow& best = *std::ranges::min_element(
            rows, {}, [](const VolumeSweepRow& row) { return row.ms.median; });
        const volume::Plan& plan = rows.back().plan;  // one with regions, where there are any
        text += fmt::format("{:>6} {:>4} {:>3} {:>3}  {:<28} {:>10.4f} {:>23} {:>7}\n",
                            plan.side.of[0], plan.g, plan.r, plan.B, best.label, best.ms.median,
                            fmt::format("{:.4f}..{:.4f}", best.ms.min, best.ms.max),
                            best.improvement ? fmt::format("{:.2f}", *best.improvement) : "-");
    }
    return text;
}

}  // namespace

int run_volume_sweep(const VolumeSweep& command) {
    const Interruption interruption;
    check_file_arguments("sweep", {{"-o", command.output}});
    const auto all =
        measure_cells<VolumeSweepRows>(command.cells, command.repeat, interruption, measure);
    if (!all) return Interruption::exit_status;
    fmt::print("{}", report(*all, command.repeat));
    if (command.output) write_table(*command.output, csv_of(*all, command.repeat));
    return 0;
}

}  // namespace mariani::app
