// Two to six engines on one view, side by side: what is to be run, what came of it, and who won.
#pragma once

#include "app/measure/energy_meter.hpp"
#include "app/measure/racer.hpp"
#include "app/measure/run_engine.hpp"
#include "app/measure/spread.hpp"
#include "compute/model/limits.hpp"
#include "render/picture/image.hpp"

#include <cstddef>
#include <cstdint>
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
    FrameRequest request;  // the view; its engine and what that is told are the racers' own
    std::vector<Racer> racers;
    int repeat = 5;       // measured runs of each
    int seed = 1;         // of the order
    bool energy = false;  // measure that of a frame too, after all runs
};

// Why it may not be run; nothing where it may. What this machine lacks is no reason: that is told
// of the one racer.
std::optional<std::string> refusal(const RacePlan& plan);

// What is known of one racer.
struct RaceLane {
    Racer racer;
    std::string refusal;     // why it cannot run here, or had to give up; empty where it runs
    FramePlan plan;          // of its last run
    EngineStats stats;       // of its last run
    std::vector<double> ms;  // of the measured runs, as they ran
    std::shared_ptr<const render::Image> picture;  // with its regions; null before its first run

    std::optional<FrameEnergy> energy;  // once it was measured, or found to have no figure

    bool timed() const { return refusal.empty() && !ms.empty(); }
    Spread spread() const { return spread_of(ms); }  // where timed
};

struct Race {
    RacePlan plan;
    std::vector<RaceLane> lanes;  // in the order of the racers
};

// The lanes that were timed, the fastest median first.
std::vector<std::size_t> ranking(const Race& race);

// What the fastest computed; the first where none was timed.
const FramePlan& winning_plan(const Race& race);

// "ASK-MBR {8, 2, 32}, cpu": with the backend where that is known.
std::string lane_title(const RaceLane& lane);

// The median of the fastest Ex; nothing where none was timed.
std::optional<double> ex_median(const Race& race);

// Makes the small picture of a frame that has its regions.
using Portray = std::function<render::Image(const Frame& frame)>;

// Runs each racer for its picture, then all of them in rounds, then each for its energy.
// `seen` has the race after each run. What one engine throws is its lane's refusal and the others
// go on. Returns false when stopped. Throws std::invalid_argument with a plan's refusal,
// std::runtime_error where none can run.
bool run_race(const RacePlan& plan, const Portray& portray, const RunEngine& run,
              const std::stop_token& stop, const std::function<void(const Race& race)>& seen,
              const OpenCounter& open = open_energy_counter);

// Of the runs of a race, the two unmeasured ones of each racer included.
double progress_of(const Race& race);

// What ties a lane's picture to its bar; told apart by colour-blind readers.
render::Rgb8 lane_colour(std::size_t lane);

}  // namespace mariani::app
