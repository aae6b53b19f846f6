// The energy per frame from a counter that moves in steps.
#include "app/measure/energy_meter.hpp"

#include "compute/service/engine_dispatcher.hpp"
#include "tests/measure/fake_stats.hpp"

#include <chrono>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using namespace std::chrono_literals;

// 20 W, updated every 2 ms; after `fails_after` readings it cannot be read.
class FakeCounter final : public energy::Counter {
  public:
    explicit FakeCounter(int fails_after) : left_(fails_after) {}
    double joules() override {
        if (left_-- == 0) throw std::runtime_error("the counter broke");
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
        return 20 * 0.002 * std::floor(spent.count() / 0.002);
    }
    std::string name() const override { return "made up"; }

  private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    int left_;
};

OpenCounter fake(int fails_after = -1) {
    return [=](const FramePlan&) {
        return energy::CounterOrReason{std::make_unique<FakeCounter>(fails_after), {}};
    };
}

std::optional<Frame> short_frame(const FrameRequest& asked, const std::stop_token& stop) {
    const FramePlan plan = planned(asked);
    if (stop.stop_requested()) return std::nullopt;
    std::this_thread::sleep_for(1ms);
    Frame frame;
    frame.plan = plan;
    return frame;
}

TEST(EnergyTest, IsMeanPowerTimesTheTimeOfAFrame) {
    // 60 W for 0.5 s; 100 frames in 0.6 s take 6 ms each.
    auto energy = energy_of({25, 0.5, 30}, 100, 0.6, {});
    ASSERT_TRUE(energy.known());
    EXPECT_DOUBLE_EQ(energy.joules, 0.36);
    EXPECT_EQ(energy.steps, 25);
    EXPECT_EQ(energy.frames, 100);
    EXPECT_DOUBLE_EQ(energy.pixels_per_joule(720'000), 2e6);
    energy.counter = "NVML";
    EXPECT_EQ(energy_text(energy, 720'000),
              "0.36 J per frame, 2 Mpixel/J (NVML, 25 steps in 0.5 s)");
}

TEST(EnergyTest, IsNoFigureWhereTheCounterCannotTell) {
    for (const CounterTrail& trail : {CounterTrail{0, 0, 0}, CounterTrail{9, 4, 100}}) {
        const auto energy = energy_of(trail, 100, 4, {});
        EXPECT_FALSE(energy.known());
        EXPECT_NE(energy.unknown.find("too coarse to measure"), std::string::npos)
            << energy.unknown;
        EXPECT_EQ(energy_text(energy, 1), energy.unknown);
    }
}

TEST(EnergyTest, RepeatsAFrameUntilTheCounterHasMovedEnough) {
    const auto measured = measure_energy({}, short_frame, {}, fake(), {0.05, 60, 20, 10});
    ASSERT_TRUE(measured);
    const FrameEnergy* energy = &measured->energy;
    EXPECT_EQ(energy->unknown, "");
    EXPECT_EQ(energy->counter, "made up");
    EXPECT_GE(energy->steps, 20);
    EXPECT_GT(energy->frames, 0);
    EXPECT_GT(energy->joules, 0);
}

TEST(EnergyTest, GivesUpOnACounterThatHardlyMoves) {
    const auto energy = measure_energy({}, short_frame, {}, fake(), {0.01, 0.02, 20, 100'000});
    ASSERT_TRUE(energy);
    EXPECT_FALSE(energy->energy.known());
}

TEST(EnergyTest, SaysWhyThereIsNoCounter) {
    const auto none = [](const FramePlan&) {
        return energy::CounterOrReason{nullptr, "there is none"};
    };
    EXPECT_EQ(measure_energy({}, short_frame, {}, none)->energy.unknown, "there is none");
    EXPECT_EQ(measure_energy({}, short_frame, {}, fake(3))->energy.unknown, "the counter broke");
}

TEST(EnergyTest, Stops) {
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(measure_energy({}, short_frame, stopped.get_token(), fake()));
    int runs = 0;
    std::stop_source source;
    const RunEngine run = [&](const FrameRequest& request, const std::stop_token& stop) {
        if (++runs == 3) source.request_stop();
        return short_frame(request, stop);
    };
    EXPECT_FALSE(measure_energy({}, run, source.get_token(), fake()));
    EXPECT_EQ(runs, 3);
}

// Either a figure, or the reason why this machine has none.
void expect_figure_or_reason(Backend backend) {
    EngineDispatcher dispatcher;
    const RunEngine run = [&](const FrameRequest& request, std::stop_token stop) {
        FrameProgress unwatched;
        return dispatcher.compute(request, std::move(stop), unwatched);
    };
    FrameRequest request;
    request.image = {256, 256};
    request.part = whole(request.image);
    request.backend = backend;
    const auto measured = measure_energy(request, run, {});
    ASSERT_TRUE(measured);
    EXPECT_EQ(measured->plan.backend, backend);
    const FrameEnergy* energy = &measured->energy;
    if (energy->known()) {
        EXPECT_GT(energy->joules, 0);
        EXPECT_GE(energy->seconds, 0.3);
        EXPECT_GE(energy->steps, 10);
    } else {
        EXPECT_GT(energy->unknown.size(), 20u);
    }
}

TEST(EnergyTest, OfTheProcessorOrTheReason) {
    expect_figure_or_reason(Backend::cpu);
}

TEST(EnergyTest, OfTheGpu) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    expect_figure_or_reason(Backend::cuda);
}

}  // namespace
}  // namespace mariani::app
