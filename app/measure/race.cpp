#include "app/measure/race.hpp"

#include "app/files/own_file.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/timing_log.hpp"
#include "app/settings/failure.hpp"
#include "render/picture/roles.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// Like `run`, but a frame that the cpu computed in place of a failed GPU is an error.
RunEngine as_asked(const RunEngine& run) {
    return [&run](const FrameRequest& request, std::stop_token stop) {
        auto frame = run(request, std::move(stop));
        if (frame && !frame->stats.backend_failure.empty())
            throw std::runtime_error("the GPU failed: " + frame->stats.backend_failure);
        return frame;
    };
}

// An error becomes the lane's failure. False if stopped.
bool take_picture(RaceLane& lane, const RacePlan& plan, const Portray& portray,
                  const RunEngine& run, const std::stop_token& stop) {
    std::vector<Contestant> alone{{request_of(lane.racer, plan.request)}};
    alone.front().request.keep_regions = true;
    alone.front().request.count_work = plan.growth;
    const auto take = [&](const Frame& frame, int) {
        lane.plan = frame.plan;
        lane.stats = frame.stats;
        LanePictures pictures = portray(frame);
        lane.picture = std::make_shared<const render::Image>(std::move(pictures.picture));
        lane.growth = std::move(pictures.growth);
    };
    const Rounds once{.repeat = 0, .kept = KeptFailures::all};
    if (!run_rounds(alone, once, run, stop, take)) return false;
    lane.failure = alone.front().failure;
    return true;
}

void take_runs(RaceLane& lane, const Contestant& contestant) {
    lane.failure = contestant.failure;
    lane.ms.clear();
    for (const EngineStats& run : contestant.runs) lane.ms.push_back(run.compute_ms);
    if (contestant.runs.empty()) return;
    lane.plan = contestant.plan;
    lane.stats = contestant.runs.back();
}

// False if stopped.
bool measure_lanes(Race& race, const RunEngine& run, const std::stop_token& stop,
                   const std::function<void(const Race&)>& seen) {
    std::vector<Contestant> contestants;
    for (const RaceLane& lane : race.lanes) {
        Contestant& contestant = contestants.emplace_back();
        contestant.request = request_of(lane.racer, race.plan.request);
        contestant.failure = lane.failure;
    }
    const auto take_all = [&] {
        for (std::size_t i = 0; i < contestants.size(); ++i)
            take_runs(race.lanes[i], contestants[i]);
        seen(race);
    };
    const Rounds rounds{
        .repeat = race.plan.repeat, .seed = race.plan.seed, .kept = KeptFailures::all};
    if (!run_rounds(contestants, rounds, run, stop, [&](const Frame&, int) { take_all(); }))
        return false;
    take_all();
    return true;
}

bool measure_energies(Race& race, const RunEngine& run, const std::stop_token& stop,
                      const std::function<void(const Race&)>& seen, const OpenCounter& open) {
    for (RaceLane& lane : race.lanes) {
        if (!lane.timed()) continue;
        std::optional<MeasuredEnergy> measured;
        auto failure = failure_of([&] {
            measured = measure_energy(request_of(lane.racer, race.plan.request), run, stop, open);
        });
        if (!measured && !failure) return false;
        lane.energy = measured ? measured->energy : FrameEnergy{};
        if (failure) lane.energy->unknown = std::move(*failure);
        seen(race);
    }
    return true;
}

[[noreturn]] void throw_all_failures(const Race& race) {
    std::string all;
    for (const RaceLane& lane : race.lanes)
        all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", title_of(lane.racer), lane.failure);
    throw std::runtime_error("none of the engines can run here: " + all);
}

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
    add_insertion_column(row, lane.plan);
    return row;
}

}  // namespace

std::optional<std::string> why_invalid(const RacePlan& plan) {
    const auto racers = static_cast<std::int64_t>(plan.racers.size());
    if (!racers_in_race.holds(racers))
        return fmt::format("{} {} not a race: name {} to {} engines", racers,
                           racers == 1 ? "engine is" : "engines are", racers_in_race.min,
                           racers_in_race.max);
    if (auto why = why_invalid("the number of runs", plan.repeat, runs_in_race)) return why;
    if (auto why = why_invalid("the seed", plan.seed, seeds)) return why;
    for (const Racer& racer : plan.racers)
        if (auto why = why_invalid(request_of(racer, plan.request))) return why;
    return std::nullopt;
}

std::vector<std::size_t> ranking(const Race& race) {
    std::vector<std::size_t> ranked;
    for (std::size_t i = 0; i < race.lanes.size(); ++i)
        if (race.lanes[i].timed()) ranked.push_back(i);
    std::ranges::stable_sort(ranked, {},
                             [&](std::size_t i) { return race.lanes[i].spread().median; });
    return ranked;
}

const FramePlan& winning_plan(const Race& race) {
    const auto ranked = ranking(race);
    return race.lanes[ranked.empty() ? 0 : ranked.front()].plan;
}

std::string lane_title(const RaceLane& lane) {
    const bool ran = !lane.stats.levels.empty();
    const auto backend = ran ? std::optional(lane.plan.backend) : lane.racer.backend;
    if (!backend) return title_of(lane.racer);
    return fmt::format("{}, {}", title_of(lane.racer), name_of(*backend));
}

std::optional<double> ex_median(const Race& race) {
    for (const std::size_t i : ranking(race))
        if (race.lanes[i].racer.engine == EngineKind::ex) return race.lanes[i].spread().median;
    return std::nullopt;
}

bool run_race(const RacePlan& plan, const Portray& portray, const RunEngine& run,
              const std::stop_token& stop, const std::function<void(const Race&)>& seen,
              const OpenCounter& open) {
    refuse(why_invalid(plan));
    Race race{plan, {}};
    race.plan.request.keep_regions = race.plan.request.smooth = false;
    race.plan.request.exterior = false;
    race.plan.request.count_work = false;
    for (const Racer& racer : plan.racers) race.lanes.emplace_back().racer = racer;
    seen(race);
    const RunEngine run_as_asked = as_asked(run);
    for (RaceLane& lane : race.lanes) {
        if (!take_picture(lane, race.plan, portray, run_as_asked, stop)) return false;
        seen(race);
    }
    if (!measure_lanes(race, run_as_asked, stop, seen)) return false;
    if (ranking(race).empty()) throw_all_failures(race);
    return !plan.energy || measure_energies(race, run, stop, seen, open);
}

double progress_of(const Race& race) {
    const int for_energy = race.plan.energy ? 5 : 0;
    const int each = race.plan.repeat + 2 + for_energy;
    double done = 0;
    for (const RaceLane& lane : race.lanes) {
        if (!lane.failure.empty())
            done += each;
        else if (lane.picture)
            done += 2 + static_cast<double>(lane.ms.size()) + (lane.energy ? for_energy : 0);
    }
    return done / (each * static_cast<double>(race.lanes.size()));
}

render::Rgb8 lane_colour(std::size_t lane) {
    return render::role::series[lane % render::role::series.size()];
}

double FilmPace::ms_at(double second) const {
    return second / running * slowest_ms;
}

std::string FilmPace::text(double speed) const {
    const double slower = running * 1000 / slowest_ms / speed;
    if (slower < 1) return fmt::format("{:.2g} times real time", 1 / slower);
    return slower < 10 ? fmt::format("1/{:.1f} of real time", slower)
                       : fmt::format("1/{:.0f} of real time", slower);
}

FilmPace film_pace(const Race& race, double seconds) {
    constexpr double longest_end = 1.5, end_share = 0.25;  // while the result is shown
    FilmPace pace;
    for (const std::size_t lane : ranking(race))
        pace.slowest_ms = std::max(pace.slowest_ms, race.lanes[lane].spread().median);
    pace.running = seconds - std::min(longest_end, end_share * seconds);
    return pace;
}

double moment_of(const RaceLane& lane, double ms) {
    return ms / lane.spread().median;
}

bool can_be_watched(const Race& race) {
    return std::ranges::any_of(race.lanes,
                               [](const RaceLane& lane) { return lane.timed() && lane.growth; });
}

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
