#include "compute/service/automatic_engine.hpp"

#include "tests/engines/frames.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

// A machine whose engines take these times, and whose ASK fills this share of the pixels.
struct Machine {
    double ex_ms;
    double ask_ms;
    double filled_share;

    // Reports what a frame by this engine took.
    void teach(AutomaticEngine& automatic, FramePlan plan, EngineKind engine) const {
        plan.engine = engine;
        automatic.learn(plan, run(engine, plan));
    }

    EngineStats run(EngineKind engine, const FramePlan& asked) const {
        EngineStats stats;
        stats.compute_ms = engine == EngineKind::ex ? ex_ms : ask_ms;
        LevelStats level;
        const auto pixels = static_cast<double>(pixel_count(asked.part));
        level.pixels_filled =
            engine == EngineKind::ex ? 0 : static_cast<std::int64_t>(filled_share * pixels);
        stats.levels = {level};
        return stats;
    }
};

class Automatic : public testing::Test {
  protected:
    EngineKind frame(const Machine& machine) {
        const auto choice = automatic_.choose(asked_);
        reason_ = choice.reason;
        machine.teach(automatic_, asked_, choice.engine);
        return choice.engine;
    }
    int ex_frames(const Machine& machine, int frames) {
        int ex = 0;
        for (int i = 0; i < frames; ++i) ex += frame(machine) == EngineKind::ex;
        return ex;
    }

    AutomaticEngine automatic_;
    FramePlan asked_ = plan(1000, 800, 512, seahorse);
    std::string reason_;
};

TEST_F(Automatic, StartsWithAskAndSaysSo) {
    EXPECT_EQ(frame({20, 10, 0.5}), EngineKind::ask);
    EXPECT_EQ(reason_, "ASK: nothing has been measured here yet");
    frame({20, 10, 0.83});
    frame({20, 10, 0.83});
    EXPECT_EQ(reason_, "ASK: filling saves 83 % of the pixels here");
}

TEST_F(Automatic, FindsThatExIsFasterWhereFillingSavesLittle) {
    const Machine machine{10, 14, 0.04};
    ex_frames(machine, 10);
    EXPECT_EQ(frame(machine), EngineKind::ex);
    EXPECT_EQ(reason_,
              "Ex: filling saves only 4 % of the pixels here; ASK took 1.40 times as long");
    EXPECT_GE(ex_frames(machine, 90), 89);
}

TEST_F(Automatic, IsNotMisledByFirstFramesThatPayForAnEnginesStart) {
    const Machine starting{30, 40, 0.04}, running{10, 14, 0.04};
    const auto frame_of = [&](bool& started) { return std::exchange(started, true); };
    bool ask_started = false, ex_started = false;
    EngineKind last = EngineKind::ask;
    for (int i = 0; i < 20; ++i) {
        last = automatic_.choose(asked_).engine;
        const bool started = frame_of(last == EngineKind::ex ? ex_started : ask_started);
        (started ? running : starting).teach(automatic_, asked_, last);
    }
    EXPECT_EQ(last, EngineKind::ex);
}

TEST_F(Automatic, KeepsAskWhereItIsFaster) {
    EXPECT_EQ(ex_frames({20, 15, 0.3}, 90), 2) << "frames to compare";
    EXPECT_EQ(reason_, "ASK: filling saves 30 % of the pixels here, Ex took 1.33 times as long");
}

TEST_F(Automatic, WhatSavesNothingIsNoReasonForAsk) {
    const Machine nothing_filled{9.5, 10, 0};
    frame(nothing_filled);
    frame(nothing_filled);
    EXPECT_EQ(reason_, "ASK: Ex has not been measured here");
    ex_frames(nothing_filled, 20);
    EXPECT_EQ(reason_, "ASK: Ex took 0.95 times as long, not enough to switch");
    ex_frames({12, 10, 0.004}, 200);
    EXPECT_EQ(reason_, "ASK: Ex took 1.20 times as long");
}

TEST_F(Automatic, DoesNotLookAtExWhereMostIsFilled) {
    EXPECT_EQ(ex_frames({100, 10, 0.9}, 300), 0);
}

TEST_F(Automatic, DoesNotSpendALongFrameOnALook) {
    EXPECT_EQ(ex_frames({5000, 4000, 0.2}, 300), 0);
}

TEST_F(Automatic, DoesNotFlapWhenBothAreAboutAsFast) {
    int changes = 0;
    auto last = frame({10, 10, 0.1});
    for (int i = 0; i < 200; ++i) {
        const double noise = i % 3 == 0 ? 1.1 : 0.95;
        const auto engine = frame({10 * noise, 10.5 / noise, 0.1});
        changes += engine != last;
        last = engine;
    }
    EXPECT_LE(changes, 4) << "two looks at Ex";
}

TEST_F(Automatic, KeepsWhatItKnowsWhileZoomingSlowly) {
    const Machine machine{10, 14, 0.04};
    ex_frames(machine, 10);
    for (int i = 0; i < 40; ++i) {
        asked_.view.height = asked_.view.height * (1 / 1.2);
        EXPECT_EQ(frame(machine), EngineKind::ex);
    }
}

TEST_F(Automatic, StartsAnewElsewhereAndWithOtherSettings) {
    const Machine machine{10, 14, 0.04};
    ex_frames(machine, 10);
    asked_.dwell_limit = 4096;
    EXPECT_EQ(frame(machine), EngineKind::ask);
    ex_frames(machine, 10);
    asked_.view = paper;
    EXPECT_EQ(frame(machine), EngineKind::ask);
}

TEST_F(Automatic, StartsAnewWithAnotherJuliaSet) {
    asked_.view.julia = PlanePoint{-0.8, 0.156};
    ex_frames({10, 20, 0.3}, 20);
    EXPECT_EQ(frame({10, 20, 0.3}), EngineKind::ex);
    for (const auto& other :
         {std::optional(PlanePoint{-0.8, 0.157}), std::optional<PlanePoint>()}) {
        FramePlan there = asked_;
        there.view.julia = other;
        EXPECT_EQ(automatic_.choose(there).reason, "ASK: nothing has been measured here yet");
    }
    EXPECT_EQ(automatic_.choose(asked_).engine, EngineKind::ex);
}

TEST_F(Automatic, NoticesThatAskHasBecomeFaster) {
    ex_frames({10, 14, 0.04}, 10);
    ex_frames({10, 4, 0.5}, 150);
    EXPECT_EQ(frame({10, 4, 0.5}), EngineKind::ask);
}

TEST_F(Automatic, DecidesTheSameFromTheSameFrames) {
    const Machine machine{10, 11, 0.2};
    AutomaticEngine other;
    for (int i = 0; i < 50; ++i) {
        const auto a = automatic_.choose(asked_), b = other.choose(asked_);
        ASSERT_EQ(a.engine, b.engine);
        ASSERT_EQ(a.reason, b.reason);
        machine.teach(automatic_, asked_, a.engine);
        machine.teach(other, asked_, b.engine);
    }
}

}  // namespace
}  // namespace mariani::tests
