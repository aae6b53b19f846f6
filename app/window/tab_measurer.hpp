// Measures engines over what a tab shows, beside its pictures.
#pragma once

#include "app/explore/latest_worker.hpp"
#include "app/panels/tab.hpp"
#include "app/window/window_state.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace mariani::app {

inline constexpr int measured_runs = 5;                 // of each engine
inline int runs_of(std::size_t engines, bool energy) {  // a run more where its energy is measured
    return (measured_runs + (energy ? 1 : 0)) * static_cast<int>(engines);
}

// Plans of one workload that are to be measured beside each other.
template <typename Plan>
struct PlansToMeasure {
    std::vector<Plan> plans;
    bool energy = false;  // of a run of each, too
    bool operator==(const PlansToMeasure&) const = default;
    int runs() const { return runs_of(plans.size(), energy); }
};

// All but the measuring is for the window's thread, and nothing waits.
template <typename Job, typename Measured>
class TabMeasurer {
  public:
    // On the worker's thread; counts the runs that are done.
    using Measure = std::function<std::optional<Measured>(
        const Job& job, ComputeService&, const std::stop_token&, std::atomic<int>& done)>;

    TabMeasurer(const TabMeans& means, Measure measure)
        : worker_([this, service = means.service, measure = std::move(measure)](
                      const Job& job,
                      const std::stop_token& stop) { return measure(job, *service, stop, done_); },
                  means.wake) {}

    // While no measurement is under way; `runs` are to be done.
    void begin(Job job, int runs) {
        done_ = 0;
        wanted_ = runs;
        worker_.submit(std::move(job));
        if (!worker_.busy()) worker_.submit_again();  // the same as before
    }
    void stop() { worker_.stop(); }
    bool busy() const { return worker_.busy(); }

    // Shows how far it is; keep(job, measured) has what came of one that has ended.
    template <typename Keep>
    void advance(TabView& view, WindowState& state, const Keep& keep) {
        if (auto outcome = worker_.poll()) {
            view.measurement_error.reset();
            if (outcome->result)
                keep(outcome->job, std::move(*outcome->result));
            else
                view.measurement_error = outcome->error;
        }
        const bool measured = std::exchange(view.measuring, worker_.busy());
        if (measured != view.measuring) state.request_redraw();
        view.measured_share = wanted_ == 0 ? 0 : static_cast<double>(done_) / wanted_;
    }

  private:
    std::atomic<int> done_ = 0;
    int wanted_ = 0;
    LatestWorker<Job, Measured> worker_;
};

// A TabMeasurer's Measure by a function that measures plans.
template <typename Plan, typename Measured>
auto measuring_plans(std::optional<Measured> (*measure)(const std::vector<Plan>& plans, int repeat,
                                                        bool energy, const std::stop_token&,
                                                        std::atomic<int>& done, ComputeService*)) {
    return [measure](const PlansToMeasure<Plan>& job, ComputeService& service,
                     const std::stop_token& stop, std::atomic<int>& done) {
        return measure(job.plans, measured_runs, job.energy, stop, done, &service);
    };
}

}  // namespace mariani::app
