// Which client has the engines if several want them.
#include "compute/service/turn_queue.hpp"

#include <atomic>
#include <optional>
#include <semaphore>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

using enum JobPriority;

// A job that runs until it is stopped or allowed to end.
class Job {
  public:
    Job(TurnQueue& queue, JobPriority priority)
        : thread_([this, &queue, priority](const std::stop_token& stop) {
              done_ = queue.run(priority, stop,
                                [this](const std::stop_token& own) { return work(own); });
          }) {}

    void wait_until_it_runs() { began_.acquire(); }
    void end() { may_end_ = true; }
    void stop() { thread_.request_stop(); }
    std::optional<int> result() {
        thread_.join();
        return done_;
    }
    int runs() const { return runs_; }

  private:
    std::optional<int> work(const std::stop_token& stop) {
        ++runs_;
        began_.release();
        while (!stop.stop_requested() && !may_end_) std::this_thread::yield();
        return stop.stop_requested() ? std::nullopt : std::optional(runs_.load());
    }

    std::counting_semaphore<> began_{0};
    std::atomic<bool> may_end_ = false;
    std::atomic<int> runs_ = 0;
    std::optional<int> done_;
    std::jthread thread_;
};

TEST(TurnQueue, AFrameStopsAnExperimentWhichIsRunAgain) {
    TurnQueue queue;
    Job measured(queue, experiment);
    measured.wait_until_it_runs();
    Job frame_job(queue, frame);
    frame_job.wait_until_it_runs();  // would never return if the experiment continued
    EXPECT_EQ(measured.runs(), 1) << "it waits";
    frame_job.end();
    EXPECT_EQ(frame_job.result(), 1);
    measured.wait_until_it_runs();
    measured.end();
    EXPECT_EQ(measured.result(), 2);
}

TEST(TurnQueue, WhatIsLessImportantWaitsForItsTurn) {
    TurnQueue queue;
    Job first(queue, frame);
    first.wait_until_it_runs();
    Job idle_job(queue, idle), experiment_job(queue, experiment);
    while (queue.waiting() < 2) std::this_thread::yield();
    first.end();
    experiment_job.wait_until_it_runs();
    experiment_job.end();
    EXPECT_TRUE(experiment_job.result());
    idle_job.wait_until_it_runs();
    idle_job.end();
    EXPECT_TRUE(idle_job.result());
    EXPECT_EQ(first.result(), 1) << "nothing stopped it";
}

TEST(TurnQueue, WhatMadeWayComesBeforeWhatIsLessImportant) {
    TurnQueue queue;
    Job measured(queue, experiment);
    measured.wait_until_it_runs();
    Job idle_job(queue, idle);
    while (queue.waiting() == 0) std::this_thread::yield();
    for (int round = 0; round < 500; ++round) {
        queue.run(frame, {}, [](const std::stop_token&) { return std::optional(0); });
        measured.wait_until_it_runs();
    }
    EXPECT_EQ(idle_job.runs(), 0);
    measured.end();
    idle_job.end();
    EXPECT_EQ(measured.result(), 501);
    EXPECT_EQ(idle_job.result(), 1);
}

TEST(TurnQueue, AnExportRunsBesideTheOthers) {
    for (const JobPriority other : {frame, experiment, idle}) {
        TurnQueue queue;
        Job poster(queue, exporting);
        poster.wait_until_it_runs();
        Job beside(queue, other);
        beside.wait_until_it_runs();
        poster.end();
        beside.end();
        EXPECT_EQ(poster.result(), 1) << "it was not stopped";
        EXPECT_EQ(beside.result(), 1);
    }
}

TEST(TurnQueue, WhatIsStoppedWhileItWaitsNeverRuns) {
    TurnQueue queue;
    Job shown(queue, frame);
    shown.wait_until_it_runs();
    Job waiting(queue, idle);
    while (queue.waiting() < 1) std::this_thread::yield();
    waiting.stop();
    EXPECT_EQ(waiting.result(), std::nullopt);
    EXPECT_EQ(waiting.runs(), 0);
    shown.stop();
    EXPECT_EQ(shown.result(), std::nullopt) << "stopped by its owner, it is not run again";
    EXPECT_EQ(shown.runs(), 1);
}

TEST(TurnQueue, AFailureEndsTheTurn) {
    TurnQueue queue;
    const auto fail = [](const std::stop_token&) -> std::optional<int> {
        throw std::string("broken");
    };
    EXPECT_THROW(queue.run(frame, {}, fail), std::string);
    EXPECT_EQ(queue.run(idle, {}, [](const std::stop_token&) { return std::optional(3); }), 3);
}

}  // namespace
}  // namespace mariani::tests
