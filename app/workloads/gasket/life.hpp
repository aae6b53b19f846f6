// A state on a fractal that engines take on, one after the other: what is shown, and what is wanted
// of it. One thread at a time.
#pragma once

#include "app/measure/energy_meter.hpp"
#include "app/workloads/gasket/place.hpp"
#include "app/workloads/gasket/runs.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/state.hpp"
#include "compute/workloads/gasket/trace.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

// What it begins with. Another one begins anew.
struct GasketStart {
    std::string fractal;  // as parse_fractal() reads it
    int level = 0;
    float density = 0.5F;
    std::uint64_t seed = 1;
    std::int64_t steps = 0;  // taken before anything is shown
    std::int64_t round = 0;  // counted by whoever begins the same again
    bool operator==(const GasketStart&) const = default;
};

// How it goes on. Another one goes on with the same state.
struct GasketMeans {
    gasket::Rule rule;
    std::optional<gasket::EngineKind> engine;  // nothing: the fastest that fits
    std::optional<Backend> backend;            // nothing: cuda where it is available
    gasket::Method method;
    bool operator==(const GasketMeans& other) const;
};

// Cells that a user sets.
struct GasketEdit {
    std::vector<CellSpan> cells;
    bool alive = true;
};

// How many cells were alive after a step.
struct GasketCount {
    std::int64_t step = 0;
    std::uint64_t alive = 0;
};

// A state to be shown, and where it comes from.
struct GasketMoment {
    GasketStart start;
    gasket::Problem problem;
    gasket::Shape shape;
    std::shared_ptr<const gasket::Snapshot> state;
    std::int64_t steps = 0;  // since the start
    std::uint64_t alive = 0;
    bool altered = false;  // a user set cells, or another rule in mid-run: no start leads here
    const gasket::EngineEntry* engine = nullptr;     // null if there is none
    gasket::Method method;                           // of the engine
    std::int64_t bytes = 0;                          // of its state, both buffers
    std::uint32_t tile_side = 1;                     // of its tiles, in cells
    std::optional<double> floor_ms;                  // a step's least, as its memory is written
    std::optional<double> step_ms;                   // of the last steps that were taken, each
    std::optional<FrameEnergy> step_energy;          // of a step, if it was measured
    std::shared_ptr<const GasketTimes> times;        // of all engines, the last that were measured
    std::shared_ptr<const GasketSizes> sizes;        // likewise, of several n and rhos
    std::optional<std::uint64_t> hash;               // of the state
    std::vector<GasketCount> counts;                 // of some steps, oldest first
    std::shared_ptr<const gasket::StepTrace> trace;  // of the next step, if it was watched
    std::string not_watched;                         // why it was not, though it should have been
};

// Why an engine cannot go on by these means; nothing if it can. The means' own engine is ignored.
std::optional<std::string> gasket_refusal(const gasket::Problem& problem, const GasketMeans& means,
                                          gasket::EngineKind engine);

// The engine that is asked for, or the fastest that fits. Throws std::invalid_argument: why there
// is none.
const gasket::EngineEntry& gasket_engine(const gasket::Problem& problem, const GasketMeans& means);

class GasketLife {
  public:
    // Ends what went on. Throws std::invalid_argument.
    void begin(const GasketStart& start);
    // Whether there is a state.
    bool begun() const { return begun_; }

    // Makes the engine, which takes the state over, or makes the random one of the start. False
    // within 100 ms of a stop request: the beginning has no state then. Throws what engines throw;
    // the former one goes on then, and a beginning has a state, but no engine.
    bool go_by(const GasketMeans& means, const std::stop_token& stop,
               std::atomic<double>& progress);
    bool has_engine() const { return engine_ != nullptr; }

    // One after the other. Cells that there are not are left out.
    void edit(std::span<const GasketEdit> edits);
    // Returns how many steps were taken. There is an engine.
    std::int64_t advance(std::int64_t steps, const std::stop_token& stop);

    // Takes steps without a pause, for half a second or longer, and reads the energy counter; fewer
    // after a stop request: nothing is measured then. There is an engine.
    void measure_energy(const std::stop_token& stop, const OpenCounter& open = open_energy_counter);

    // Measures a step of each engine that could go on from here; the state stays. After a stop
    // request nothing new is known. There is an engine. Throws BackendFailure.
    void measure_engines(const std::stop_token& stop, std::atomic<double>& progress);
    // The same for every rho, a power of the box's side up to 32, and six levels up to this one.
    void measure_sizes(const std::stop_token& stop, std::atomic<double>& progress);

    // `watched`: with a trace of the next step.
    GasketMoment moment(bool with_hash, bool watched = false);

  private:
    gasket::State state() const { return engine_ ? engine_->state() : *parked_; }
    gasket::RandomFill random_fill() const { return {start_.seed, start_.density}; }
    bool hand_over(gasket::Engine& engine, const std::stop_token& stop,
                   std::atomic<double>& progress) const;
    void park(const std::stop_token& stop, std::atomic<double>& progress);
    FramePlan place() const;
    void measure_floor();
    void watch(GasketMoment& moment);
    void count(const GasketMoment& moment);
    std::optional<GasketTimes> measured(const gasket::Problem& problem,
                                        const gasket::Method& method, gasket::State state,
                                        const std::stop_token& stop) const;

    bool begun_ = false;
    GasketStart start_;
    gasket::Problem problem_;
    gasket::Shape shape_;
    std::int64_t steps_ = 0;
    bool altered_ = false;
    std::optional<gasket::State> parked_;  // while there is no engine
    const gasket::EngineEntry* entry_ = nullptr;
    std::unique_ptr<gasket::Engine> engine_;
    gasket::Method method_;
    std::optional<double> step_ms_, floor_ms_;
    std::optional<FrameEnergy> step_energy_;
    std::shared_ptr<const GasketTimes> times_;
    std::shared_ptr<const GasketSizes> sizes_;
    std::vector<GasketCount> counts_;
};

}  // namespace mariani::app
