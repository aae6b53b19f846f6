// Two to six engines on one view, side by side: what to run, the results, the winner, the table of
// them, and how a race is slowed down until it can be watched.
#pragma once

#include "app/measure/energy_meter.hpp"
#include "app/measure/racer.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/spread.hpp"
#include "compute/model/limits.hpp"
#include "render/picture/growing_picture.hpp"
#include "render/picture/image.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

inline constexpr IntegerRange racers_in_race{2, 6};
inline constexpr IntegerRange runs_in_race{1, 100'000};
inline constexpr IntegerRange seeds{0, 2'147'483'647};

struct RacePlan {
    FrameRequest request;  // the view; the racers set the engine and its parameters
    std::vector<Racer> racers;
    int repeat = 5;       // measured runs of each
    int seed = 1;         // determines the order
    bool energy = false;  // also measure the energy per frame, after all runs
    bool growth = false;  // also keep how the pictures grew, for a film
};

// Why it may not run; nullopt if it may. Anything this machine lacks is not a reason: that is
// reported for the racer concerned.
std::optional<std::string> why_invalid(const RacePlan& plan);

// The results of one racer.
struct RaceLane {
    Racer racer;
    std::string failure;     // why it cannot run here, or had to stop; empty if it runs
    FramePlan plan;          // of its last run
    EngineStats stats;       // of its last run
    std::vector<double> ms;  // of the measured runs, in their order
    std::shared_ptr<const render::Image> picture;  // with its regions; null before its first run
    std::shared_ptr<const render::GrowingPicture> growth;  // likewise; null unless wanted

    std::optional<FrameEnergy> energy;  // once measured, or found to have no figure

    bool timed() const { return failure.empty() && !ms.empty(); }
    Spread spread() const { return spread_of(ms); }  // if timed
};

struct Race {
    RacePlan plan;
    std::vector<RaceLane> lanes;  // in the order of the racers
};

// The timed lanes, the fastest median first.
std::vector<std::size_t> ranking(const Race& race);

// The plan of the fastest; of the first if none was timed.
const FramePlan& winning_plan(const Race& race);

// "ASK-MBR {8, 2, 32}, cpu": with the backend if known.
std::string lane_title(const RaceLane& lane);

// The median of the fastest Ex; nullopt if none was timed.
std::optional<double> ex_median(const Race& race);

// What a lane shows of a frame.
struct LanePictures {
    render::Image picture;                                           // small, with the regions
    std::shared_ptr<const render::GrowingPicture> growth = nullptr;  // if the frame has its work
};

// Makes them of a frame that has its regions.
using Portray = std::function<LanePictures(const Frame& frame)>;

// Runs each racer for its picture, then all of them in rounds, then each for its energy. `seen`
// receives the race after each run. An engine's exception is its lane's failure; the others
// continue. Returns false if stopped. Throws std::invalid_argument with a plan's refusal,
// std::runtime_error if no racer can run.
bool run_race(const RacePlan& plan, const Portray& portray, const RunEngine& run,
              const std::stop_token& stop, const std::function<void(const Race& race)>& seen,
              const OpenCounter& open = open_energy_counter);

// The share of a race's runs done, counting each racer's two unmeasured ones.
double progress_of(const Race& race);

// Links a lane's picture to its bar; distinguishable by colour-blind readers.
render::Rgb8 lane_colour(std::size_t lane);

// The pace of a film that shows the race until its last lane is done, and then its result.
struct FilmPace {
    double slowest_ms = 0;  // the median of the lane that ends last
    double running = 0;     // seconds until it ends, at normal speed

    double ms_at(double second) const;
    // "1/125 of real time", at this many times the normal speed.
    std::string text(double speed = 1) const;
};

// `seconds`: of the whole film. The race has a timed lane.
FilmPace film_pace(const Race& race, double seconds);

// The share of its time that a timed lane has run by then; more than 1 once it is done.
double moment_of(const RaceLane& lane, double ms);

// Whether there is something to watch: a timed lane whose growth was kept.
bool can_be_watched(const Race& race);

// A row per racer, the fastest first and those that could not run last, with the reason. `runs_ms`
// lists the measured runs in order, separated by blanks.
std::string race_csv(const Race& race);

// Whole or not at all; throws std::runtime_error.
void write_race_csv(const std::filesystem::path& path, const Race& race);

}  // namespace mariani::app
