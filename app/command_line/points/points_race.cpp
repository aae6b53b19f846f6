#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/command_line/points/points_commands.hpp"
#include "app/command_line/workload_race_picture.hpp"
#include "app/command_line/workload_rounds.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/spread.hpp"
#include "app/workloads/points_rounds.hpp"
#include "app/workloads/points_text.hpp"
#include "render/picture/png.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct PointsLane {
    points::Plan plan;
    std::vector<double> ms;             // of its runs, at least one
    Spread spread;                      // of these
    std::optional<double> improvement;  // over DP's median, if DP ran
};

// By the median, the fastest first.
std::vector<PointsLane> lanes_of(const PointsRace& command, const PointsRounds& rounds) {
    std::vector<PointsLane> lanes;
    for (std::size_t engine = 0; engine < command.plans.size(); ++engine) {
        PointsLane lane{command.plans[engine], rounds.ms_of(engine), {}, std::nullopt};
        lane.spread = spread_of(lane.ms);
        if (const auto dp = rounds.dp_ms()) lane.improvement = *dp / lane.spread.median;
        lanes.push_back(std::move(lane));
    }
    std::ranges::stable_sort(lanes, {}, [](const PointsLane& lane) { return lane.spread.median; });
    return lanes;
}

std::string csv_of(const std::vector<PointsLane>& lanes, const std::string& device) {
    std::string csv;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const auto& [plan, ms, spread, improvement] = lanes[i];
        Json row = Json::object();
        row["rank"] = i + 1;
        add_plan(row, plan, device);
        row["runs"] = ms.size();
        row["ms_median"] = spread.median;
        row["ms_min"] = spread.min;
        row["ms_max"] = spread.max;
        row["improvement"] = improvement ? Json(*improvement) : Json();
        row["runs_ms"] = runs_text(ms);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

std::string report(const std::vector<PointsLane>& lanes) {
    std::string text = fmt::format("{:>4}  {:<10} {:>10} {:>23} {:>7}\n", "rank", "engine",
                                   "median ms", "min..max", "vs DP");
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const auto& [plan, ms, spread, improvement] = lanes[i];
        text += fmt::format("{:>4}  {:<10} {:>10.4f} {:>23} {:>7}\n", i + 1,
                            choice_of(plan.engine).label, spread.median,
                            fmt::format("{:.4f}..{:.4f}", spread.min, spread.max),
                            improvement ? fmt::format("{:.2f}", *improvement) : "-");
    }
    return text;
}

// Its bars of improvement are over BB, which this workload does not have: times only.
render::Image picture_of(const std::vector<PointsLane>& lanes, const std::string& where) {
    auto title = points_head(lanes.front().plan);
    title.pop_back();
    RaceBars race{title, where, "median, and the range of the runs", std::nullopt, {}};
    for (const PointsLane& lane : lanes)
        race.bars.push_back(
            {std::string(choice_of(lane.plan.engine).label), lane.spread, std::nullopt});
    return draw_workload_race(race);
}

}  // namespace

int run_points_race(const PointsRace& command) {
    const Interruption interruption;
    check_file_arguments("race", {{"-o", command.output}, {"--plot", command.plot}});
    PointsRounds rounds(command.plans);
    if (!measure_with_progress(rounds, "race", command.plans.size(), command.repeat, interruption))
        return Interruption::exit_status;
    const auto lanes = lanes_of(command, rounds);
    const auto where = fmt::format("{} runs each, in random order; {}: {}", command.repeat,
                                   mariani::name_of(lanes.front().plan.backend), rounds.device());
    fmt::print("{}{}\n{}", points_head(lanes.front().plan), where, report(lanes));
    if (command.output) write_table(*command.output, csv_of(lanes, rounds.device()));
    if (command.plot) render::write_png(*command.plot, picture_of(lanes, where));
    return 0;
}

}  // namespace mariani::app
