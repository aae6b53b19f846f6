// The worker's guarantees: the newest request wins, stopping is quick, errors are reported, nothing
// hangs.
#include "app/explore/frame_worker.hpp"

#include "tests/measure/fake_stats.hpp"

#include <atomic>
#include <semaphore>
#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using namespace std::chrono_literals;

FrameRequest request_with(std::uint32_t dwell_limit) {
    FrameRequest request;
    request.dwell_limit = dwell_limit;
    return request;
}

PreparedFrame frame_of(const FrameRequest& asked) {
    const FramePlan plan = planned(asked);
    PreparedFrame prepared;
    prepared.frame.plan = plan;
    return prepared;
}

// A request of dwell limit 1 runs until it is stopped, 2 fails, any other finishes at once.
class HeldEngine {
  public:
    FrameWorker::Compute compute() {
        return [this](const FrameRequest& request, std::stop_token stop,
                      FrameProgress& progress) -> std::optional<PreparedFrame> {
            ++runs;
            if (request.dwell_limit == 2) throw std::runtime_error("the engine broke");
            if (request.dwell_limit != 1) return frame_of(request);
            progress.pixels_total = 4;
            progress.pixels_done = 1;
            began.release();
            while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
            return std::nullopt;
        };
    }

    std::atomic<int> runs = 0;
    std::counting_semaphore<> began{0};
};

class FrameWorkerTest : public testing::Test {
  protected:
    std::optional<FrameOutcome> next_outcome() {
        for (;;) {
            if (auto outcome = worker_.poll()) return outcome;
            if (!woken_.try_acquire_for(120s)) return std::nullopt;
        }
    }
    void wait_until_idle() {
        while (worker_.busy()) {
            worker_.poll();
            std::this_thread::sleep_for(1ms);
        }
    }

    HeldEngine engine_;
    std::counting_semaphore<> woken_{0};
    FrameWorker worker_{engine_.compute(), [this] { woken_.release(); }, 0ms};
};

TEST_F(FrameWorkerTest, HandsOverTheFrameOfARequest) {
    worker_.submit(request_with(100));
    const auto outcome = next_outcome();
    ASSERT_TRUE(outcome && outcome->frame);
    EXPECT_EQ(outcome->request, request_with(100));
    EXPECT_EQ(outcome->frame->frame.plan.dwell_limit, 100u);
    EXPECT_EQ(outcome->error, "");
    wait_until_idle();
    EXPECT_FALSE(worker_.busy_since());
}

TEST_F(FrameWorkerTest, ComputesTheSameRequestOnce) {
    worker_.submit(request_with(100));
    ASSERT_TRUE(next_outcome());
    worker_.submit(request_with(100));
    EXPECT_FALSE(worker_.busy());
    EXPECT_EQ(engine_.runs, 1);
}

TEST_F(FrameWorkerTest, ComputesItAgainWhenAskedTo) {
    worker_.submit(request_with(100));
    ASSERT_TRUE(next_outcome());
    worker_.submit_again();
    ASSERT_TRUE(next_outcome());
    EXPECT_EQ(engine_.runs, 2);
}

TEST_F(FrameWorkerTest, WhatWasStoppedIsComputedAnew) {
    worker_.submit(request_with(1));
    engine_.began.acquire();
    worker_.submit_anew(request_with(1));  // it runs already
    EXPECT_EQ(worker_.submitted(), 1u);
    worker_.stop();
    wait_until_idle();
    worker_.submit_anew(request_with(1));
    engine_.began.acquire();
    worker_.submit_anew(request_with(100));
    EXPECT_EQ(next_outcome().value().request, request_with(100));
    worker_.submit_anew(request_with(100));
    EXPECT_TRUE(next_outcome());
    EXPECT_EQ(engine_.runs, 4);
}

TEST_F(FrameWorkerTest, ANewerRequestStopsTheRunningFrame) {
    worker_.submit(request_with(1));
    engine_.began.acquire();
    worker_.submit(request_with(100));
    const auto outcome = next_outcome();
    ASSERT_TRUE(outcome && outcome->frame);
    EXPECT_EQ(outcome->request.dwell_limit, 100u);
}

TEST_F(FrameWorkerTest, NumbersItsRequestsAndTheirOutcomes) {
    EXPECT_EQ(worker_.submitted(), 0u);
    worker_.submit(request_with(1));
    EXPECT_EQ(worker_.submitted(), 1u);
    engine_.began.acquire();
    worker_.submit(request_with(100));
    worker_.submit(request_with(100));
    EXPECT_EQ(worker_.submitted(), 2u);
    EXPECT_EQ(next_outcome().value().number, 2u);
    worker_.submit_again();
    EXPECT_EQ(next_outcome().value().number, 3u);
    EXPECT_EQ(worker_.submitted(), 3u);
}

TEST_F(FrameWorkerTest, OnlyTheNewestOfThoseThatWaitIsComputed) {
    worker_.submit(request_with(1));
    engine_.began.acquire();
    for (std::uint32_t limit = 100; limit <= 200; ++limit) worker_.submit(request_with(limit));
    std::optional<FrameOutcome> outcome;
    do outcome = next_outcome();
    while (outcome && outcome->request.dwell_limit != 200);
    ASSERT_TRUE(outcome);
    wait_until_idle();
    // The first may have started before the others arrived; not all of them.
    EXPECT_LE(engine_.runs, 102);
    EXPECT_FALSE(worker_.poll());
}

TEST_F(FrameWorkerTest, StopEndsTheFrameAndComputesNothingElse) {
    worker_.submit(request_with(1));
    engine_.began.acquire();
    EXPECT_TRUE(worker_.busy_since());
    EXPECT_DOUBLE_EQ(worker_.progress(), 0.25);
    EXPECT_FALSE(worker_.stopped());
    worker_.stop();
    wait_until_idle();
    EXPECT_TRUE(worker_.stopped());
    EXPECT_FALSE(worker_.poll());
    EXPECT_FALSE(worker_.busy_since());
    EXPECT_DOUBLE_EQ(worker_.progress(), 0);
    // The same settings remain stopped; others are computed.
    worker_.submit(request_with(1));
    EXPECT_FALSE(worker_.busy());
    worker_.submit(request_with(100));
    EXPECT_FALSE(worker_.stopped());
    EXPECT_TRUE(next_outcome());
    worker_.stop();
    EXPECT_FALSE(worker_.stopped()) << "there was nothing to stop";
}

TEST_F(FrameWorkerTest, TellsWhatFailedAndGoesOn) {
    worker_.submit(request_with(2));
    const auto failed = next_outcome();
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->frame, nullptr);
    EXPECT_EQ(failed->error, "the engine broke");
    EXPECT_EQ(failed->request, request_with(2));
    worker_.submit(request_with(100));
    const auto next = next_outcome();
    ASSERT_TRUE(next);
    EXPECT_NE(next->frame, nullptr);
}

TEST_F(FrameWorkerTest, ClosingStopsTheRunningFrame) {
    HeldEngine engine;
    {
        FrameWorker worker(engine.compute(), [] {});
        worker.submit(request_with(1));
        engine.began.acquire();
        worker.submit(request_with(1));
    }
    EXPECT_EQ(engine.runs, 1);
}

TEST(FrameWorker, LeavesAQuickFrameItsGrace) {
    HeldEngine engine;
    FrameWorker worker(
        engine.compute(), [] {}, std::chrono::hours(1));
    worker.submit(request_with(1));
    engine.began.acquire();
    worker.submit(request_with(100));
    worker.poll();
    std::this_thread::sleep_for(20ms);
    EXPECT_TRUE(worker.busy());
    EXPECT_EQ(engine.runs, 1);
    worker.stop();
}

TEST(FrameWorker, SurvivesManyRequestsFromAnImpatientUser) {
    HeldEngine engine;
    FrameWorker worker(
        engine.compute(), [] {}, 0ms);
    for (std::uint32_t i = 0; i < 2000; ++i) {
        worker.submit(request_with(1 + i % 5));
        if (i % 7 == 0) worker.stop();
        if (i % 3 == 0) worker.poll();
        worker.progress();
    }
    worker.stop();
    while (worker.busy()) worker.poll();
    worker.submit(request_with(1000));
    std::optional<FrameOutcome> outcome;
    while (!(outcome = worker.poll())) std::this_thread::yield();
    EXPECT_EQ(outcome->request.dwell_limit, 1000u);
}

// A preview of dwell limit 7 for every request.
FrameWorker::Preview preview() {
    return [](const FrameRequest&, std::stop_token) { return frame_of(request_with(7)); };
}

TEST(FrameWorkerPreview, IsThereWhileTheFrameIsComputed) {
    HeldEngine engine;
    FrameWorker worker(
        engine.compute(), [] {}, 0ms, preview());
    worker.submit(request_with(1));
    engine.began.acquire();
    EXPECT_FALSE(worker.poll()) << "a preview is no outcome";
    const auto first = worker.poll_preview();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->frame.plan.dwell_limit, 7U);
    EXPECT_FALSE(worker.poll_preview()) << "reported once";
    EXPECT_TRUE(worker.busy());
}

TEST(FrameWorkerPreview, GivesWayToItsFrame) {
    HeldEngine engine;
    FrameWorker worker(
        engine.compute(), [] {}, 0ms, preview());
    worker.submit(request_with(100));
    std::optional<FrameOutcome> outcome;
    while (!(outcome = worker.poll())) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(outcome->request.dwell_limit, 100U);
    EXPECT_FALSE(worker.poll_preview());
}

}  // namespace
}  // namespace mariani::app
