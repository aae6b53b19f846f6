// Measures engines over what a tab shows, beside its pictures.
#pragma once

#include "app/explore/latest_worker.hpp"
#include "app/window/window_log.hpp"
#include "app/window/window_state.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace mariani::app {

// `measure` does it, on the worker's thread; what it returns has the rows of the log, and the
// measurement that the panel shows. All else is for the window's thread, and nothing waits.
template <typename Plan, typename Measured>
class EngineMeasurer {
  public:
    using Measure = std::optional<Measured> (*)(const std::vector<Plan>& plans, int repeat,
                                                bool energy, const std::stop_token& stop,
                                                std::atomic<int>& done);

    EngineMeasurer(Measure measure, std::function<void()> wake)
        : worker_(
              [this, measure](const Job& job, const std::stop_token& stop) {
                  return measure(job.plans, runs_of_each, job.energy, stop, done_);
              },
              std::move(wake)) {}

    // While no measurement is under way. There is at least one plan.
    void begin(std::vector<Plan> plans, bool energy) {
        done_ = 0;
        wanted_ = (runs_of_each + (energy ? 1 : 0)) * static_cast<int>(plans.size());
        worker_.submit({std::move(plans), energy});
        if (!worker_.busy()) worker_.submit_again();  // the same engines as before
    }
    void stop() { worker_.stop(); }
    bool busy() const { return worker_.busy(); }

    // Takes what was measured into the tab's view and its log.
    template <typename View>
    void advance(View& view, WindowState& state, WindowLog& log) {
        if (auto outcome = worker_.poll()) {
            view.measurement_error.reset();
            if (outcome->result) {
                state.attempt([&] {
                    for (const auto& row : outcome->result->rows) log.write(row);
                });
                using Measurement = decltype(outcome->result->measurement);
                view.measurement =
                    std::make_shared<const Measurement>(std::move(outcome->result->measurement));
            } else {
                view.measurement_error = outcome->error;
            }
        }
        const bool measured = std::exchange(view.measuring, worker_.busy());
        if (measured != view.measuring) state.request_redraw();
        view.measured_share = wanted_ == 0 ? 0 : static_cast<double>(done_) / wanted_;
    }

  private:
    struct Job {
        std::vector<Plan> plans;
        bool energy = false;
        bool operator==(const Job&) const = default;
    };
    static constexpr int runs_of_each = 5;

    std::atomic<int> done_ = 0;
    int wanted_ = 0;
    LatestWorker<Job, Measured> worker_;
};

}  // namespace mariani::app
