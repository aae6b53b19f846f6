#include "app/measure/energy_meter.hpp"

#include "app/settings/failure.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Polls a counter on a thread of its own.
class CounterWatch {
  public:
    explicit CounterWatch(std::unique_ptr<energy::Counter> counter)
        : counter_(std::move(counter)),
          thread_([this](const std::stop_token& stop) { watch(stop); }) {}

    CounterTrail trail() const {
        const std::scoped_lock lock(mutex_);
        return trail_;
    }
    std::string failure() const {
        const std::scoped_lock lock(mutex_);
        return failure_;
    }

  private:
    // The first reading falls in the middle of a step: time counts from the next step on.
    void watch(const std::stop_token& stop) {
        constexpr auto interval = std::chrono::milliseconds(1);
        auto failure = failure_of([&] {
            double before = counter_->joules(), first = before;
            std::optional<Clock::time_point> begin;
            for (; !stop.stop_requested(); std::this_thread::sleep_for(interval)) {
                const double now = counter_->joules();
                if (now == before) continue;
                before = now;
                const std::scoped_lock lock(mutex_);
                if (!begin) {
                    begin = Clock::now();
                    first = now;
                } else {
                    trail_ = {trail_.steps + 1, seconds_since(*begin), now - first};
                }
            }
        });
        const std::scoped_lock lock(mutex_);
        if (failure) failure_ = std::move(*failure);
    }

    const std::unique_ptr<energy::Counter> counter_;
    mutable std::mutex mutex_;
    CounterTrail trail_;
    std::string failure_;
    std::jthread thread_;  // last: it uses all of the above
};

FrameEnergy unknown(std::string why) {
    FrameEnergy energy;
    energy.unknown = std::move(why);
    return energy;
}

// Counts frames while it watches a counter.
class EnergyMeter {
  public:
    EnergyMeter(const OpenCounter& open, const EnergyPatience& patience)
        : open_(open), patience_(patience) {}

    void begin(const FramePlan& plan) {
        plan_ = plan;
        auto [counter, reason] = open_(plan);
        reason_ = std::move(reason);
        if (!counter) return;
        name_ = counter->name();
        watch_.emplace(std::move(counter));
        begun_ = Clock::now();
    }

    void frame_done() {
        ++frames_;
        seconds_ = seconds_since(begun_);
    }

    bool enough() const {
        return !watch_ || seconds_ >= patience_.max_seconds ||
               (seconds_ >= patience_.min_seconds &&
                watch_->trail().steps >= patience_.enough_steps) ||
               !watch_->failure().empty();
    }

    MeasuredEnergy result() const {
        if (!watch_) return {plan_, unknown(reason_)};
        if (auto failure = watch_->failure(); !failure.empty())
            return {plan_, unknown(std::move(failure))};
        FrameEnergy energy = energy_of(watch_->trail(), frames_, seconds_, patience_);
        energy.counter = name_;
        return {plan_, energy};
    }

  private:
    const OpenCounter& open_;
    const EnergyPatience& patience_;
    FramePlan plan_;
    std::string name_, reason_;  // of the counter, or why there is none
    std::optional<CounterWatch> watch_;
    Clock::time_point begun_;
    int frames_ = 0;
    double seconds_ = 0;
};

}  // namespace

FrameEnergy energy_of(const CounterTrail& trail, int frames, double seconds,
                      const EnergyPatience& patience) {
    if (trail.steps < patience.min_steps)
        return unknown(
            fmt::format("the energy counter changed {} times in {:.1f} s: too coarse to measure a "
                        "frame's energy",
                        trail.steps, seconds));
    FrameEnergy energy;
    energy.joules = trail.joules / trail.seconds * (seconds / frames);
    energy.seconds = trail.seconds;
    energy.frames = frames;
    energy.steps = trail.steps;
    return energy;
}

std::optional<MeasuredEnergy> measure_energy(const FrameRequest& request, const RunEngine& run,
                                             const std::stop_token& stop, const OpenCounter& open,
                                             const EnergyPatience& patience) {
    EnergyMeter meter(open, patience);
    const auto count = [&](const Frame& frame, int round) {
        round == 0 ? meter.begin(frame.plan) : meter.frame_done();
    };
    std::vector<Contestant> alone{{request}};
    const Rounds rounds{
        .repeat = std::nullopt, .time_is_up = [&] { return meter.enough(); }, .any_plan = true};
    if (!run_rounds(alone, rounds, run, stop, count)) return std::nullopt;
    return meter.result();
}

std::optional<FrameEnergy> measure_energy(const FramePlan& where, const std::function<bool()>& run,
                                          const OpenCounter& open, const EnergyPatience& patience) {
    if (!run()) return std::nullopt;
    EnergyMeter meter(open, patience);
    meter.begin(where);
    while (!meter.enough()) {
        if (!run()) return std::nullopt;
        meter.frame_done();
    }
    return meter.result().energy;
}

std::string energy_text(const FrameEnergy& energy, std::int64_t pixels) {
    if (!energy.known()) return energy.unknown;
    return fmt::format("{:.3g} J per frame, {:.3g} Mpixel/J ({})", energy.joules,
                       energy.pixels_per_joule(pixels) * 1e-6, counted_by(energy));
}

std::string run_energy_text(const FrameEnergy& energy, double cells, std::string_view what) {
    if (!energy.known()) return energy.unknown;
    const double per_joule = cells / energy.joules;
    const bool many = per_joule >= 1e9;
    return fmt::format("{:.3g} J per {}, {:.3g} {} ({})", energy.joules, what,
                       per_joule * (many ? 1e-9 : 1e-6), many ? "Gcell/J" : "Mcell/J",
                       counted_by(energy));
}

}  // namespace mariani::app
