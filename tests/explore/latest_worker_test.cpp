// The latest job wins, and nothing waits for it.
#include "app/explore/latest_worker.hpp"

#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

class LatestWorkerTest : public testing::Test {
  protected:
    using Worker = LatestWorker<int, int>;

    // Waits for the worker's word.
    Worker::Outcome outcome() {
        for (;;) {
            if (auto done = worker_.poll()) return *done;
            std::this_thread::yield();
        }
    }
    void wait_until_idle() {
        while (worker_.busy()) std::this_thread::yield();
    }

    // Negative jobs last until they are stopped, 0 fails, others are doubled.
    std::optional<int> work(int job, const std::stop_token& stop) {
        ++begun_;
        if (job == 0) throw std::runtime_error("no zero");
        while (job < 0 && !stop.stop_requested()) std::this_thread::yield();
        if (job < 0) return std::nullopt;
        return 2 * job;
    }

    std::atomic<int> begun_ = 0, woken_ = 0;
    Worker worker_{[this](int job, const std::stop_token& stop) { return work(job, stop); },
                   [this] { ++woken_; }};
};

TEST_F(LatestWorkerTest, AJobIsDoneOnce) {
    EXPECT_FALSE(worker_.busy());
    worker_.submit(4);
    EXPECT_EQ(outcome().result, 8);
    worker_.submit(4);
    EXPECT_FALSE(worker_.busy());
    EXPECT_EQ(begun_, 1);
    worker_.submit_again();
    EXPECT_EQ(outcome().result, 8);
    EXPECT_EQ(begun_, 2);
}

TEST_F(LatestWorkerTest, AnotherJobStopsTheOneThatRuns) {
    worker_.submit(-1);
    while (begun_ == 0) std::this_thread::yield();
    worker_.submit(5);
    EXPECT_EQ(outcome().result, 10);
}

TEST_F(LatestWorkerTest, AStoppedJobLeavesNothingAndDoesNotBeginByItself) {
    worker_.submit(-1);
    while (begun_ == 0) std::this_thread::yield();
    worker_.stop();
    wait_until_idle();
    EXPECT_FALSE(worker_.poll());
    worker_.submit(-1);
    EXPECT_FALSE(worker_.busy());
}

TEST_F(LatestWorkerTest, AForgottenJobBeginsAgain) {
    worker_.submit(3);
    EXPECT_EQ(outcome().result, 6);
    worker_.forget();
    worker_.submit(3);
    EXPECT_EQ(outcome().result, 6);
    EXPECT_EQ(begun_, 2);
}

TEST_F(LatestWorkerTest, AFailureIsToldAndTheNextJobIsDone) {
    worker_.submit(0);
    const auto failed = outcome();
    EXPECT_FALSE(failed.result);
    EXPECT_EQ(failed.error, "no zero");
    worker_.submit(1);
    EXPECT_EQ(outcome().result, 2);
    EXPECT_GE(woken_, 1);
}

TEST(LatestWorkerEndTest, ItsEndStopsTheRunningJob) {
    std::atomic<bool> begun = false;
    LatestWorker<int, int> worker(
        [&](int, const std::stop_token& stop) -> std::optional<int> {
            begun = true;
            while (!stop.stop_requested()) std::this_thread::yield();
            return std::nullopt;
        },
        [] {});
    worker.submit(1);
    while (!begun) std::this_thread::yield();
}

}  // namespace
}  // namespace mariani::app
