#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/command_line/triangle/triangle_commands.hpp"
#include "app/command_line/workload_race_picture.hpp"
#include "app/command_line/workload_rounds.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/spread.hpp"
#include "app/workloads/triangle_rounds.hpp"
#include "render/picture/png.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct TriangleLane {
    triangle::Plan plan;
    std::vector<double> ms;  // of its runs, at least one
    Spread spread;           // of these
    BesideBox beside;
};

// By the median, the fastest first.
std::vector<TriangleLane> lanes_of(const TriangleRace& command, const TriangleRounds& rounds) {
    std::vector<TriangleLane> lanes;
    for (std::size_t map = 0; map < command.plans.size(); ++map) {
        TriangleLane lane{command.plans[map], rounds.ms_of(map), {}, {}};
        lane.spread = spread_of(lane.ms);
        lane.beside = rounds.beside_box(lane.plan, lane.spread.median);
        lanes.push_back(std::move(lane));
    }
    std::ranges::stable_sort(lanes, {},
                             [](const TriangleLane& lane) { return lane.spread.median; });
    return lanes;
}

std::string csv_of(const std::vector<TriangleLane>& lanes, const std::string& device) {
    std::string csv;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const auto& [plan, ms, spread, beside] = lanes[i];
        Json row = Json::object();
        row["rank"] = i + 1;
        row["workload"] = "triangle";
        row["engine"] = triangle::engine_name(plan);
        row["backend"] = mariani::name_of(plan.backend);
        row["device"] = device;
        row["test"] = mariani::name_of(plan.test);
        row["n"] = plan.side;
        row["rho"] = plan.block;
        row["runs"] = ms.size();
        row["ms_median"] = spread.median;
        row["ms_min"] = spread.min;
        row["ms_max"] = spread.max;
        row["improvement"] = beside.improvement ? Json(*beside.improvement) : Json();
        row["runs_ms"] = runs_text(ms);
        row["k"] = beside.block_cost ? Json(*beside.block_cost) : Json();
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

std::string report(const std::vector<TriangleLane>& lanes) {
    std::string text = fmt::format("{:>4}  {:<19} {:>10} {:>23} {:>7} {:>6}\n", "rank", "map",
                                   "median ms", "min..max", "vs BB", "k");
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const auto& [plan, ms, spread, beside] = lanes[i];
        text += fmt::format(
            "{:>4}  {:<19} {:>10.4f} {:>23} {:>7} {:>6}\n", i + 1, triangle::engine_label(plan),
            spread.median, fmt::format("{:.4f}..{:.4f}", spread.min, spread.max),
            hundredths_text(beside.improvement), hundredths_text(beside.block_cost));
    }
    return text;
}

render::Image picture_of(const std::vector<TriangleLane>& lanes, const std::string& where) {
    auto title = triangle_head(lanes.front().plan);
    title.pop_back();
    RaceBars race{title, where, "median, and the range of the runs", 2, {}};
    for (const TriangleLane& lane : lanes)
        race.bars.push_back(
            {std::string(triangle::engine_label(lane.plan)), lane.spread, lane.beside.improvement});
    return draw_workload_race(race);
}

}  // namespace

int run_triangle_race(const TriangleRace& command) {
    const Interruption interruption;
    check_file_arguments("race", {{"-o", command.output}, {"--plot", command.plot}});
    TriangleRounds rounds(command.plans);
    if (!measure_with_progress(rounds, "race", command.plans.size(), command.repeat, interruption))
        return Interruption::exit_status;
    const auto lanes = lanes_of(command, rounds);
    const auto where = fmt::format("{} runs each, in random order; {}: {}", command.repeat,
                                   mariani::name_of(lanes.front().plan.backend), rounds.device());
    fmt::print("{}{}\n{}", triangle_head(lanes.front().plan), where, report(lanes));
    if (command.output) write_table(*command.output, csv_of(lanes, rounds.device()));
    if (command.plot) render::write_png(*command.plot, picture_of(lanes, where));
    return 0;
}

}  // namespace mariani::app
