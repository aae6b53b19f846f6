#include "app/command_line/file_arguments.hpp"
#include "app/command_line/measured_rounds.hpp"
#include "app/command_line/volume/volume_commands.hpp"
#include "app/command_line/workload_race_picture.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "app/workloads/volume_rounds.hpp"
#include "app/workloads/volume_rows.hpp"
#include "app/workloads/volume_text.hpp"
#include "render/picture/png.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct VolumeLane {
    volume::Plan plan;
    std::string label;
    std::vector<double> ms;             // of its runs, at least one
    Spread spread;                      // of these
    std::optional<double> improvement;  // over Ex's median, if Ex ran
};

// By the median, the fastest first.
std::vector<VolumeLane> lanes_of(const VolumeRace& command, const VolumeRounds& rounds) {
    const auto labels = volume_labels(command.plans);
    std::vector<VolumeLane> lanes;
    for (std::size_t i = 0; i < command.plans.size(); ++i) {
        VolumeLane lane{command.plans[i], labels[i], rounds.ms_of(i), {}, std::nullopt};
        lane.spread = spread_of(lane.ms);
        if (const auto ex = rounds.ex_ms()) lane.improvement = *ex / lane.spread.median;
        lanes.push_back(std::move(lane));
    }
    std::ranges::stable_sort(lanes, {}, [](const VolumeLane& lane) { return lane.spread.median; });
    return lanes;
}

std::string csv_of(const std::vector<VolumeLane>& lanes, const std::string& device) {
    std::string csv;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const VolumeLane& lane = lanes[i];
        Json row = Json::object();
        row["rank"] = i + 1;
        add_plan(row, lane.plan, device);
        row["runs"] = lane.ms.size();
        row["ms_median"] = lane.spread.median;
        row["ms_min"] = lane.spread.min;
        row["ms_max"] = lane.spread.max;
        row["improvement"] = lane.improvement ? Json(*lane.improvement) : Json();
        row["runs_ms"] = runs_text(lane.ms);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

std::string report(const std::vector<VolumeLane>& lanes) {
    std::string text = fmt::format("{:>4}  {:<28} {:>10} {:>23} {:>7}\n", "rank", "engine",
                                   "median ms", "min..max", "vs Ex");
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const VolumeLane& lane = lanes[i];
        text += fmt::format("{:>4}  {:<28} {:>10.4f} {:>23} {:>7}\n", i + 1, lane.label,
                            lane.spread.median,
                            fmt::format("{:.4f}..{:.4f}", lane.spread.min, lane.spread.max),
                            lane.improvement ? fmt::format("{:.2f}", *lane.improvement) : "-");
    }
    return text;
}

render::Image picture_of(const std::vector<VolumeLane>& lanes, const std::string& head,
                         const std::string& where) {
    RaceBars race{head, where, "median, and the range of the runs", {}, {}, "Ex"};
    for (const VolumeLane& lane : lanes)
        race.bars.push_back({lane.label, lane.spread, lane.improvement});
    return draw_workload_race(race);
}

}  // namespace

int run_volume_race(const VolumeRace& command) {
    const Interruption interruption;
    check_file_arguments("race", {{"-o", command.output}, {"--plot", command.plot}});
    VolumeRounds rounds(command.plans);
    if (!measure_with_progress(rounds, "race", command.plans.size(), command.repeat, interruption))
        return Interruption::exit_status;
    const auto lanes = lanes_of(command, rounds);
    const auto head = volume_head(command.plans);
    const auto where = fmt::format("{} runs each, in random order; {}: {}", command.repeat,
                                   mariani::name_of(lanes.front().plan.backend), rounds.device());
    fmt::print("{}\n{}\n{}", head, where, report(lanes));
    if (command.output) write_table(*command.output, csv_of(lanes, rounds.device()));
    if (command.plot) render::write_png(*command.plot, picture_of(lanes, head, where));
    return 0;
}

}  // namespace mariani::app
