#include "app/command_line/file_arguments.hpp"
#include "app/command_line/gasket/gasket_commands.hpp"
#include "app/command_line/gasket/gasket_progress.hpp"
#include "app/command_line/gasket/gasket_rounds.hpp"
#include "app/command_line/gasket/gasket_rows.hpp"
#include "app/command_line/workload_race_picture.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/table_file.hpp"
#include "render/picture/png.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct Lane {
    std::size_t engine;                 // in the setup's
    std::vector<double> ms;             // a step, of its runs
    Spread spread;                      // of these
    std::optional<double> improvement;  // over BB's median, if BB ran
};

// By the median, the fastest first.
std::vector<Lane> lanes_of(const GasketMeasurement& measured) {
    std::vector<Lane> lanes;
    for (std::size_t engine = 0; engine < measured.setup.engines.size(); ++engine) {
        Lane lane{engine, measured.step_ms_of(engine), {}, std::nullopt};
        lane.spread = spread_of(lane.ms);
        if (const auto bb = measured.bb_step_ms()) lane.improvement = *bb / lane.spread.median;
        lanes.push_back(std::move(lane));
    }
    std::ranges::stable_sort(lanes, {}, [](const Lane& lane) { return lane.spread.median; });
    return lanes;
}

std::string_view label_of(const GasketMeasurement& measured, const Lane& lane) {
    return mariani::name_of(measured.setup.engines[lane.engine]);
}

std::string csv_of(const GasketMeasurement& measured, const std::vector<Lane>& lanes) {
    std::string csv;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const auto& [engine, ms, spread, improvement] = lanes[i];
        Json row = Json::object();
        row["rank"] = i + 1;
        row.update(gasket_row(measured.setup, measured.setup.engines[engine], measured.device,
                              measured.steps));
        row["runs"] = ms.size();
        row["ms_median"] = spread.median;
        row["ms_min"] = spread.min;
        row["ms_max"] = spread.max;
        row["bytes"] = measured.bytes[engine];
        row["improvement"] = improvement ? Json(*improvement) : Json();
        row["runs_ms"] = runs_text(ms);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

std::string report(const GasketMeasurement& measured, const std::vector<Lane>& lanes) {
    std::string text = fmt::format("{:>4}  {:<10} {:>10} {:>23} {:>8}\n", "rank", "engine",
                                   "ms a step", "min..max", "vs BB");
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const Spread& ms = lanes[i].spread;
        const auto& gain = lanes[i].improvement;
        text += fmt::format("{:>4}  {:<10} {:>10.5f} {:>23} {:>8}\n", i + 1,
                            label_of(measured, lanes[i]), ms.median,
                            fmt::format("{:.5f}..{:.5f}", ms.min, ms.max),
                            gain ? fmt::format("{:.2f}", *gain) : "-");
    }
    return text + left_out_text(measured.setup.left_out);
}

render::Image picture_of(const GasketMeasurement& measured, const std::vector<Lane>& lanes,
                         const std::string& where) {
    auto title = gasket_head(measured.setup);
    title.pop_back();
    RaceBars race{title, where, "ms a step: median, and the range of the runs", {}, {}};
    for (const Lane& lane : lanes)
        race.bars.push_back({std::string(label_of(measured, lane)), lane.spread, lane.improvement});
    return draw_workload_race(race);
}

}  // namespace

int run_gasket_race(const GasketRace& command) {
    const Interruption interruption;
    check_file_arguments("race", {{"-o", command.output}, {"--plot", command.plot}});
    const auto measured = measure_with_progress<GasketMeasurement>(
        "race", static_cast<int>(command.setup.engines.size()) * command.repeat, interruption,
        [command](const std::stop_token& stop, std::atomic<int>& done) {
            return measure_gasket(command.setup, command.steps, command.repeat, stop, done);
        });
    if (!measured) return end_interrupted();
    const auto lanes = lanes_of(*measured);
    const auto where =
        fmt::format("{} runs of {} steps each, in random order; {}: {}", command.repeat,
                    command.steps, mariani::name_of(measured->setup.backend), measured->device);
    fmt::print("{}{}\n{}", gasket_head(measured->setup), where, report(*measured, lanes));
    if (command.output) write_table(*command.output, csv_of(*measured, lanes));
    if (command.plot) render::write_png(*command.plot, picture_of(*measured, lanes, where));
    return 0;
}

}  // namespace mariani::app
