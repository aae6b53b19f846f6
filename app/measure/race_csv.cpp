#include "app/measure/race_csv.hpp"

#include "app/files/atomic_file.hpp"
#include "app/files/csv_text.hpp"
#include "app/measure/frame_columns.hpp"

#include <utility>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

// What a lane that did not run would have requested.
FrameRequest asked_of(const RacePlan& plan, const Racer& racer) {
    FrameRequest asked = plan.request;
    asked.engine = racer.engine;
    asked.scheme = racer.scheme;
    asked.backend = racer.backend;
    return asked;
}

template <typename Frame>
void add_frame(Json& row, const Frame& frame, const std::string& device) {
    add_engine_columns(row, frame);
    row["device"] = device;
    add_view_columns(row, frame);
    add_julia_column(row, frame.view);
}

void add_times(Json& row, const RaceLane& lane, std::optional<double> ex_ms) {
    const bool ran = lane.timed();
    const Spread ms = ran ? lane.spread() : Spread{};
    const auto known = [&](auto value) { return ran ? Json(value) : Json(); };
    row["runs"] = ran ? lane.ms.size() : 0;
    row["ms_median"] = known(ms.median);
    row["ms_min"] = known(ms.min);
    row["ms_max"] = known(ms.max);
    row["speedup"] = ran && ex_ms ? Json(*ex_ms / ms.median) : Json();
    row["regions"] = known(lane.stats.total().regions);
    row["pixels_filled"] = known(lane.stats.total().pixels_filled);
    row["iterations"] = known(lane.stats.total().iterations);
}

// The runs' times in one field, separated by spaces.
std::string runs_of(const RaceLane& lane) {
    std::string runs;
    for (const double run : lane.ms) {
        if (!runs.empty()) runs += ' ';
        runs += to_text(run);
    }
    return runs;
}

Json row_of(const Race& race, const RaceLane& lane, Json rank, std::optional<double> ex_ms) {
    const Racer& racer = lane.racer;
    Json row = Json::object();
    row["rank"] = std::move(rank);
    if (lane.timed())
        add_frame(row, lane.plan, lane.stats.device);
    else
        add_frame(row, asked_of(race.plan, racer), lane.stats.device);
    add_subdivision_columns(row, racer.subdivision, racer.block);
    row["seed"] = race.plan.seed;
    add_times(row, lane, ex_ms);
    add_energy_columns(row, lane.energy, static_cast<double>(pixel_count(race.plan.request.part)),
                       "pixels");
    row["runs_ms"] = lane.timed() ? runs_of(lane) : "";
    row["refusal"] = lane.timed() ? "" : lane.failure;
    return row;
}

}  // namespace

std::string race_csv(const Race& race) {
    const auto ex_ms = ex_median(race);
    std::vector<Json> rows;
    for (const std::size_t i : ranking(race))
        rows.push_back(row_of(race, race.lanes[i], rows.size() + 1, ex_ms));
    for (const RaceLane& lane : race.lanes)
        if (!lane.timed()) rows.push_back(row_of(race, lane, {}, ex_ms));
    std::string csv = csv_names(row_of({}, {}, {}, {})) + '\n';
    for (const Json& row : rows) csv += csv_values(row) + '\n';
    return csv;
}

void write_race_csv(const std::filesystem::path& path, const Race& race) {
    write_whole_file(path, race_csv(race));
}

}  // namespace mariani::app
