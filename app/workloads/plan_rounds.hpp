// Measured runs of several plans of one workload, mixed, so that a busy moment of the machine
// affects all of them alike.
#pragma once

#include "app/measure/energy_meter.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/spread.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

template <typename RunStats>
struct PlanRun {
    std::chrono::system_clock::time_point time;  // when it was done
    std::size_t which;                           // of the plans
    int number;                                  // of this plan's runs, from 1
    RunStats stats;
};

// `Engines` names the workload's Plan, Runner and RunStats, and has its output_bytes() and
// is_baseline(), which tells what others are compared with. Where it names a Progress, too, runs
// report to one. make_runner() is that beside the Plan.
template <typename Engines>
class PlanRounds {
  public:
    using Plan = typename Engines::Plan;
    using RunStats = typename Engines::RunStats;
    using Run = PlanRun<RunStats>;

    // At least one plan; all run on one device: each run in a turn of an experiment, if there is a
    // service, which outlives this.
    explicit PlanRounds(std::vector<Plan> plans, ComputeService* service = nullptr)
        : plans_(std::move(plans)),
          service_(service),
          runners_(plans_.size()),
          last_(plans_.size()) {
        constexpr std::int64_t few_bytes = std::int64_t{1} << 30;
        std::int64_t bytes = 0;
        for (const Plan& plan : plans_) bytes += Engines::output_bytes(plan);
        keeps_all_ = bytes <= few_bytes;
    }

    // Each once to warm up, then all in so many rounds, each of random order. False if stopped.
    // Throws what a runner throws.
    bool measure(int repeat, const std::stop_token& stop, std::atomic<int>& done) {
        const bool finished =
            in_random_rounds(plans_.size(), repeat, done, [&](std::size_t which, int round) {
                const auto stats = run(which, stop);
                if (!stats) return false;
                last_[which] = *stats;
                runs_.push_back({std::chrono::system_clock::now(), which, round, *stats});
                return true;
            });
        if (!finished) return false;
        floor_ms_ = kept_runner().floor_ms();
        return !stop.stop_requested();
    }

    // Measures the energy of a run of each plan, after measure(). False if stopped.
    bool measure_energies(const std::stop_token& stop, std::atomic<int>& done,
                          const OpenCounter& open = open_energy_counter) {
        for (std::size_t which = 0; which < plans_.size(); ++which) {
            FramePlan where;
            where.backend = plans_[which].backend;
            where.device = plans_[which].device;
            const auto energy = measure_energy(
                where, [&] { return run(which, stop).has_value(); }, open);
            if (!energy) return false;
            energies_.push_back(*energy);
            ++done;
        }
        return true;
    }

    const std::vector<Run>& runs() const { return runs_; }  // as they ran
    std::vector<double> ms_of(std::size_t which) const {
        std::vector<double> ms;
        for (const Run& run : runs_)
            if (run.which == which) ms.push_back(run.stats.compute_ms);
        return ms;
    }
    const RunStats& last_of(std::size_t which) const { return last_[which]; }
    double floor_ms() const { return floor_ms_; }
    // The energy of a plan's run; nothing unless it was measured.
    std::optional<FrameEnergy> energy_of(std::size_t which) const {
        return which < energies_.size() ? std::optional(energies_[which]) : std::nullopt;
    }
    const std::string& device() const { return device_; }

    // The median of the plan that is the baseline, the fastest where there are several.
    std::optional<double> baseline_ms() const {
        std::optional<double> least;
        for (std::size_t which = 0; which < plans_.size(); ++which)
            if (Engines::is_baseline(plans_[which])) {
                const double ms = spread_of(ms_of(which)).median;
                least = std::min(least.value_or(ms), ms);
            }
        return least;
    }

  protected:
    // One that has run, after measure().
    typename Engines::Runner& kept_runner() const {
        return **std::ranges::find_if(runners_, [](const auto& each) { return each != nullptr; });
    }

  private:
    std::optional<RunStats> run(std::size_t which, const std::stop_token& stop) {
        if (!service_) return run_now(which, stop);
        return service_->run_on(plans_[which].device, JobPriority::experiment, stop,
                                [&](const std::stop_token& own) { return run_now(which, own); });
    }

    std::optional<RunStats> run_now(std::size_t which, const std::stop_token& stop) {
        if (!runners_[which]) {
            if (!keeps_all_)
                for (auto& other : runners_) other.reset();
            runners_[which] = make_runner(plans_[which]);
            device_ = runners_[which]->device();
            if (!run_once(*runners_[which], stop)) return std::nullopt;
        }
        return run_once(*runners_[which], stop);
    }

    static std::optional<RunStats> run_once(typename Engines::Runner& runner,
                                            const std::stop_token& stop) {
        if constexpr (requires { typename Engines::Progress; }) {
            typename Engines::Progress progress;
            return runner.run(stop, progress);
        } else {
            return runner.run(stop);
        }
    }

    std::vector<Plan> plans_;
    ComputeService* service_;
    bool keeps_all_;  // or one runner at a time: large outputs leave no room for a second one
    std::vector<std::unique_ptr<typename Engines::Runner>> runners_;
    std::vector<Run> runs_;
    std::vector<RunStats> last_;  // of each plan
    std::vector<FrameEnergy> energies_;
    double floor_ms_ = 0;
    std::string device_;
};

// An engine's runs in a few figures.
template <typename Rounds>
struct EngineTimes {
    decltype(Rounds::Plan::engine) engine{};
    Spread ms;
    typename Rounds::RunStats stats;    // of its last run
    std::optional<double> gain;         // over the baseline, where it ran
    std::optional<FrameEnergy> energy;  // of a run, if it was measured
};

template <typename Rounds>
struct EngineMeasurement {
    typename Rounds::Plan plan;  // of the first; the others differ by their engines only
    std::string device;
    std::vector<EngineTimes<Rounds>> engines;  // all, in their order
    int repeats = 0;                           // runs of each
};

template <typename Rounds>
struct MeasuredEngines {
    EngineMeasurement<Rounds> measurement;
    std::vector<nlohmann::ordered_json> rows;  // of all runs, for the log
};

// Each so many times, in random order; in turns of the service, if there is one. `log_row` makes a
// row of a plan, its run and the rounds. Nothing if stopped. Throws what a runner throws.
template <typename Rounds, typename LogRow>
std::optional<MeasuredEngines<Rounds>> measured_engines(
    const std::vector<typename Rounds::Plan>& plans, int repeat, bool energy,
    const std::stop_token& stop, std::atomic<int>& done, ComputeService* service,
    const LogRow& log_row) {
    Rounds rounds(plans, service);
    if (!rounds.measure(repeat, stop, done)) return std::nullopt;
    if (energy && !rounds.measure_energies(stop, done)) return std::nullopt;
    MeasuredEngines<Rounds> measured{{plans.front(), rounds.device(), {}, repeat}, {}};
    const auto baseline_ms = rounds.baseline_ms();
    for (std::size_t i = 0; i < plans.size(); ++i) {
        EngineTimes<Rounds> times{plans[i].engine, spread_of(rounds.ms_of(i)), rounds.last_of(i),
                                  std::nullopt, rounds.energy_of(i)};
        if (baseline_ms) times.gain = *baseline_ms / times.ms.median;
        measured.measurement.engines.push_back(std::move(times));
    }
    for (const auto& run : rounds.runs())
        measured.rows.push_back(log_row(plans[run.which], run, rounds));
    return measured;
}

}  // namespace mariani::app
