// The laboratory: runs one experiment at a time on a thread of its own and keeps the results.
#pragma once

#include "app/measure/frame_check.hpp"
#include "app/measure/gain_curves.hpp"
#include "app/measure/race.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/sweep.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace mariani::app {

// What a sweep, or a search for the best, has measured.
struct SweepResult {
    SweepSubject subject;
    std::vector<SweepRow> rows;  // in the order of measurement
    std::vector<GainRow> sizes;  // the best of them on smaller sizes
};

// Time limit of a search for the best.
inline constexpr double tuning_seconds = 10;

// Where an experiment is started, and its failure told.
enum class ExperimentPlace { model, landscape, race, check, papers, energy };

// What the window shows of it.
struct LaboratoryView {
    std::string doing;               // "Measuring for the model"; empty when idle
    std::optional<double> progress;  // of that, 0 to 1; nothing where it is not known
    ExperimentPlace place = ExperimentPlace::model;  // of the last experiment
    std::string error;  // why that failed, for the user; empty if it did not
    std::shared_ptr<const ModelMeasurement> model;
    std::shared_ptr<const FrameCheck> check;
    std::shared_ptr<const SweepResult> sweep;  // grows while it is measured
    std::shared_ptr<const SweepRow> tuned;     // the best of the last search, once it has ended
    std::shared_ptr<const Race> race;          // likewise
    std::shared_ptr<const MeasuredEnergy> energy;
};

// Why the last experiment failed, if this is its place; else empty.
inline std::string_view failure_at(ExperimentPlace place, const LaboratoryView& view) {
    return view.place == place ? view.error : std::string_view();
}

// A figure of the last race or sweep.
bool has_result(const LaboratoryView& view);

class Laboratory {
  public:
    // `run` is called on the laboratory's thread, and so is `wake`, when there is something new to
    // show.
    Laboratory(RunEngine run, std::function<void()> wake);
    ~Laboratory();  // stops the experiment and waits for it
    Laboratory(const Laboratory&) = delete;
    Laboratory& operator=(const Laboratory&) = delete;

    // All of these on one thread; none waits for an engine.

    // Throw std::runtime_error while another experiment is running.
    void measure_for_model(const FrameRequest& request);
    void check(const FrameRequest& request);
    void tune(const FrameRequest& request);
    void measure_energy(const FrameRequest& request);
    // These also throw std::invalid_argument with the refusal of the grid or the plan.
    void sweep(const FrameRequest& request, const SweepGrid& grid);
    void race(const RacePlan& plan, Portray portray);
    void stop();
    void forget_failure();
    bool busy() const { return busy_; }
    LaboratoryView view() const;

    // Any other: what it does is told until it ends, and by tell() from its thread.
    using Experiment = std::function<void(const RunEngine& run, const std::stop_token& stop)>;
    void begin(ExperimentPlace place, std::string doing, Experiment experiment);
    void tell(std::string doing, double progress);

  private:
    static constexpr double unknown_progress = -1;
    void carry_out(const Experiment& experiment, const std::stop_token& stop);
    void conclude(std::optional<std::string> failure);
    void add_row(const SweepSubject& subject, const SweepRow& row);
    void change_sweep(const std::function<void(SweepResult&)>& change);
    void update(const std::function<void(LaboratoryView&)>& change);

    const RunEngine run_;
    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    LaboratoryView view_;
    std::atomic<double> progress_ = unknown_progress;
    std::atomic<bool> busy_ = false;
    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace mariani::app
