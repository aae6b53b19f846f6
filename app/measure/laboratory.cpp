#include "app/measure/laboratory.hpp"

#include "app/settings/failure.hpp"
#include "app/settings/yield_to_window.hpp"
#include "compute/model/limits.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr int cell_runs = 3;  // of each cell of a sweep, after a warm-up

}  // namespace

bool has_result(const LaboratoryView& view) {
    return (view.race && !ranking(*view.race).empty()) || (view.sweep && !view.sweep->rows.empty());
}

Laboratory::Laboratory(RunEngine run, std::function<void()> wake)
    : run_(std::move(run)), wake_(std::move(wake)) {}

Laboratory::~Laboratory() {
    stop();
}

void Laboratory::stop() {
    thread_.request_stop();
}

void Laboratory::forget_failure() {
    const std::scoped_lock lock(mutex_);
    view_.error.clear();
}

LaboratoryView Laboratory::view() const {
    const std::scoped_lock lock(mutex_);
    LaboratoryView view = view_;
    if (const double progress = progress_; progress >= 0) view.progress = progress;
    return view;
}

void Laboratory::update(const std::function<void(LaboratoryView&)>& change) {
    {
        const std::scoped_lock lock(mutex_);
        change(view_);
    }
    wake_();
}

void Laboratory::begin(ExperimentPlace place, std::string doing, Experiment experiment) {
    if (busy_) throw std::runtime_error("an experiment is under way: wait, or stop it");
    thread_ = {};  // the last experiment has ended, except for its final steps
    busy_ = true;
    progress_ = unknown_progress;
    {
        const std::scoped_lock lock(mutex_);
        view_.doing = std::move(doing);
        view_.place = place;
        view_.error.clear();
    }
    auto failure = failure_of([&] {
        thread_ = std::jthread([this, experiment = std::move(experiment)](
                                   const std::stop_token& token) { carry_out(experiment, token); });
    });
    if (failure) conclude(std::move(failure));
}

void Laboratory::tell(std::string doing, double progress) {
    progress_ = progress;
    update([&](LaboratoryView& view) { view.doing = std::move(doing); });
}

void Laboratory::carry_out(const Experiment& experiment, const std::stop_token& stop) {
    yield_to_window();
    const auto measured = [&](const FrameRequest& request, std::stop_token stop_run) {
        auto frame = run_(request, std::move(stop_run));
        wake_();
        return frame;
    };
    conclude(failure_of([&] { experiment(measured, stop); }));
}

void Laboratory::conclude(std::optional<std::string> failure) {
    busy_ = false;
    update([&](LaboratoryView& view) {
        view.doing.clear();
        if (failure) view.error = std::move(*failure);
    });
}

void Laboratory::measure_for_model(const FrameRequest& request) {
    begin(ExperimentPlace::model, "Measuring Ex, SBR and MBR",
          [this, request](const RunEngine& run, const std::stop_token& stop) {
              auto measured = app::measure_for_model(request, run, stop, progress_);
              if (!measured) return;
              auto model = std::make_shared<const ModelMeasurement>(std::move(*measured));
              update([&](LaboratoryView& view) { view.model = std::move(model); });
          });
}

void Laboratory::check(const FrameRequest& request) {
    begin(ExperimentPlace::check, "Computing the frame and Ex",
          [this, request](const RunEngine& run, const std::stop_token& stop) {
              auto checked = check_frame(request, run, stop, progress_);
              if (!checked) return;
              auto check = std::make_shared<const FrameCheck>(std::move(*checked));
              update([&](LaboratoryView& view) { view.check = std::move(check); });
          });
}

void Laboratory::add_row(const SweepSubject& subject, const SweepRow& row) {
    change_sweep([&](SweepResult& sweep) {
        sweep.subject = subject;
        sweep.rows.push_back(row);
    });
}

void Laboratory::change_sweep(const std::function<void(SweepResult&)>& change) {
    update([&](LaboratoryView& view) {
        auto next = std::make_shared<SweepResult>(view.sweep ? *view.sweep : SweepResult{});
        change(*next);
        view.sweep = std::move(next);
    });
}

void Laboratory::sweep(const FrameRequest& request, const SweepGrid& grid) {
    refuse(why_invalid(grid));
    begin(ExperimentPlace::landscape, "Sweeping",
          [this, request, grid](const RunEngine& run, const std::stop_token& stop) {
              const auto subject = sweep_subject(request, cell_runs, run, stop);
              if (!subject) return;
              update([](LaboratoryView& view) { view.sweep.reset(); });
              SweepClock clock;
              std::vector<SweepRow> rows;
              const auto add = [&](const SweepRow& row) {
                  progress_ = clock.progress();
                  update([&](LaboratoryView& view) {
                      view.doing = fmt::format("Sweeping, {}", clock.text());
                  });
                  rows.push_back(row);
                  add_row(*subject, row);
              };
              if (!run_sweep(*subject, grid.cells(), cell_runs, run, stop, clock, add)) return;
              update(
                  [](LaboratoryView& view) { view.doing = "Measuring the best on smaller sizes"; });
              const auto sizes = measure_sizes(*subject, best_of(rows)->cell, cell_runs, run, stop);
              if (sizes) change_sweep([&](SweepResult& sweep) { sweep.sizes = *sizes; });
          });
}

void Laboratory::tune(const FrameRequest& request) {
    begin(ExperimentPlace::landscape, "Searching",
          [this, request](const RunEngine& run, const std::stop_token& stop) {
              const auto subject = sweep_subject(request, cell_runs, run, stop);
              if (!subject) return;
              update([](LaboratoryView& view) {
                  view.sweep.reset();
                  view.tuned.reset();
              });
              std::vector<SweepRow> rows;
              const auto take = [&](const SweepRow& row) {
                  rows.push_back(row);
                  add_row(*subject, row);
                  update([&](LaboratoryView& view) {
                      view.doing = fmt::format("Searching, {} measured", rows.size());
                  });
              };
              if (!app::tune(*subject, tuning_seconds, cell_runs, run, stop, take)) return;
              update([](LaboratoryView& view) { view.doing = "Measuring the best once more"; });
              const auto best = confirmed(*subject, *best_of(rows), run, stop);
              if (!best) return;
              update([&](LaboratoryView& view) {
                  view.tuned = std::make_shared<const SweepRow>(*best);
              });
          });
}

void Laboratory::measure_energy(const FrameRequest& request) {
    begin(ExperimentPlace::energy, "Measuring energy",
          [this, request](const RunEngine& run, const std::stop_token& stop) {
              auto measured = app::measure_energy(request, run, stop);
              if (!measured) return;
              auto energy = std::make_shared<const MeasuredEnergy>(std::move(*measured));
              update([&](LaboratoryView& view) { view.energy = std::move(energy); });
          });
}

void Laboratory::race(const RacePlan& plan, Portray portray) {
    refuse(why_invalid(plan));
    begin(ExperimentPlace::race, "Racing",
          [this, plan, portray = std::move(portray)](const RunEngine& run,
                                                     const std::stop_token& stop) {
              run_race(plan, portray, run, stop, [this](const Race& race) {
                  progress_ = progress_of(race);
                  auto next = std::make_shared<const Race>(race);
                  update([&](LaboratoryView& view) { view.race = std::move(next); });
              });
          });
}

}  // namespace mariani::app
