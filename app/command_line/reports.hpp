// What the commands that compute something measure, print and draw.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/measure/energy_meter.hpp"
#include "app/measure/experiment.hpp"
#include "app/measure/frame_check.hpp"
#include "app/measure/gain_curves.hpp"
#include "app/measure/race.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/suite.hpp"
#include "app/measure/sweep.hpp"
#include "app/measure/tunings.hpp"
#include "app/produce/poster.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mariani::app {

// The energy per frame of each engine that `bench` measures.
class BenchEnergies {
  public:
    // False if stopped. Throws what the engine throws.
    bool measure(const std::vector<Contestant>& contestants, const RunEngine& run,
                 const std::stop_token& stop, const OpenCounter& open = open_energy_counter);

    // The energy of the contestant that computed this; nullopt if it was not measured.
    std::optional<FrameEnergy> of(const FramePlan& computed) const;

    std::string text() const;  // one line each

  private:
    std::vector<std::pair<FramePlan, FrameEnergy>> measured_;
};

// The view, the parameters and the machine, one line each. `device` is what computed; `tuned` is
// empty if the parameters are the command's own.
std::string bench_head(const FramePlan& plan, const std::string& device, int repeat,
                       const std::vector<Tuning>& tuned);

// A row for each contestant, with the median of its runs beside that of Ex. `fma_peak` is a core's
// peak in fused multiply-adds per second; nullopt if unknown.
std::string bench_table(const std::vector<Contestant>& all, std::optional<double> fma_peak);

// What was iterated for what: the borders of regions or the insides of leaves (all of Ex); and the
// number of kernel launches.
std::string bench_work(const std::vector<Contestant>& all);

// Who measured: a line, or nothing of one process alone.
std::string party_text(const Party* party);

// What was computed, how many of its pixels are wrong, and the first twenty of them.
std::string check_report(const FrameCheck& check);

// What is printed of an experiment: its rows, or the record's rows beside their repetition.
std::string experiment_head(const Experiment& experiment, const ExperimentRecord& record);

// The fastest of each engine and scheme for each size, beside Ex.
std::string experiment_rows(const ExperimentRecord& record);

// Every row that both have: the medians with the range of the runs, their ratio, and whether it
// exceeds the spread of the runs.
std::string experiment_comparison(const ExperimentRecord& recorded,
                                  const ExperimentRecord& repeated);

// The fastest first, then those that could not run, then the energy per frame of each.
std::string race_report(const Race& race);

// One line on what was made, by what and how fast; if the work was counted, also the pixels'
// outcomes and where the iterations went. `tuned` is set if remembered parameters were used.
std::string render_report(const PosterJob& job, const PosterResult& result,
                          const std::optional<Tuning>& tuned);

// What `bench --suite` prints.
std::string suite_head(const SuiteReport& report);  // the machine, its peaks, the columns
std::string suite_row(const SuiteRow& row);         // times in ms, or why it was skipped
std::string suite_legend();

// What was swept, and the ten fastest cells. There must be rows.
std::string sweep_report(const SweepSubject& subject, std::vector<SweepRow> rows, int repeat);

struct MeasuredBench {
    std::vector<Contestant> contestants;  // at least one, each with its runs
    BenchEnergies energies;
};

// Nothing if stopped. Throws what the command throws.
std::optional<MeasuredBench> measure_bench(const BenchCommand& command, const RunEngine& run,
                                           const std::stop_token& stop);

// Adds the model's predictions, fitted to a measurement of each engine and scheme where its curves
// meet; reports on stderr if it predicts nothing. `common` is the request without size, engine,
// scheme, g, r, B and block. False if stopped.
bool add_predictions(std::vector<GainChart>& charts, const FrameRequest& common,
                     const RunEngine& run, const std::stop_token& stop);

// Throws UsageError if there is nothing to draw: no variable has two values.
void write_gains(const GainFiles& files, const std::vector<GainChart>& charts,
                 const std::string& title);

}  // namespace mariani::app
