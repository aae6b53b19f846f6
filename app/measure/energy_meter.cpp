#include "app/measure/energy_meter.hpp"

#include "app/failure.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

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

}  // namespace

FrameEnergy energy_of(const CounterTrail& trail, int frames, double seconds,
                      const EnergyPatience& patience) {
    if (trail.steps < patience.least_steps)
        return unknown(fmt::format(
            "the energy counter moved {} times in {:.1f} s: too coarse to measure a frame's energy",
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
    const auto warm = run(request, stop);
    if (!warm) return std::nullopt;
    auto [counter, reason] = open(warm->plan);
    if (!counter) return MeasuredEnergy{warm->plan, unknown(std::move(reason))};
    const std::string name = counter->name();
    const CounterWatch watch(std::move(counter));
    const auto begin = Clock::now();
    int frames = 0;
    double seconds = 0;
    for (bool enough = false; !enough;) {
        if (!run(request, stop)) return std::nullopt;
        ++frames;
        seconds = seconds_since(begin);
        enough =
            seconds >= patience.most_seconds ||
            (seconds >= patience.least_seconds && watch.trail().steps >= patience.enough_steps) ||
            !watch.failure().empty();
    }
    if (auto failure = watch.failure(); !failure.empty())
        return MeasuredEnergy{warm->plan, unknown(std::move(failure))};
    FrameEnergy energy = energy_of(watch.trail(), frames, seconds, patience);
    energy.counter = name;
    return MeasuredEnergy{warm->plan, energy};
}

std::string energy_text(const FrameEnergy& energy, std::int64_t pixels) {
    if (!energy.known()) return energy.unknown;
    return fmt::format("{:.3g} J per frame, {:.3g} Mpixel/J ({})", energy.joules,
                       energy.pixels_per_joule(pixels) * 1e-6, counted_by(energy));
}

}  // namespace mariani::app
