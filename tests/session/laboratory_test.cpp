// Experiments beside the window's frames: one engine at a time, frames first, nothing lost.
#include "app/session/laboratory.hpp"

#include "compute/engine_dispatcher.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using namespace std::chrono_literals;

RunEngine engines() {
    return [dispatcher = std::make_shared<EngineDispatcher>()](const FrameRequest& request,
                                                               std::stop_token stop) {
        FrameProgress unwatched;
        return dispatcher->compute(request, std::move(stop), unwatched);
    };
}

FrameRequest small_request() {
    FrameRequest request;
    request.image = {96, 96};
    request.part = whole(request.image);
    request.dwell_limit = 200;
    request.backend = Backend::cpu;
    return request;
}

void wait_for(const Laboratory& laboratory) {
    while (laboratory.busy()) std::this_thread::sleep_for(1ms);
}

TEST(EngineQueueTest, AFrameStopsAMeasuredRunWhichIsRunAgain) {
    EngineQueue queue;
    std::binary_semaphore began{0};
    int runs = 0;
    const RunEngine run = [&](const FrameRequest&, std::stop_token stop) -> std::optional<Frame> {
        if (++runs > 1) return Frame{};
        began.release();
        while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
        return std::nullopt;
    };
    std::optional<Frame> measured;
    std::jthread measuring([&](const std::stop_token& stop) {
        measured = queue.measured(run, small_request(), stop);
    });
    began.acquire();
    {
        const auto turn = queue.frame_turn();  // would never come if the run went on
        EXPECT_EQ(runs, 1);
    }
    measuring.join();
    EXPECT_TRUE(measured);
    EXPECT_EQ(runs, 2);
}

TEST(EngineQueueTest, NoMeasuredRunBeginsWhileAFrameIsComputed) {
    EngineQueue queue;
    std::atomic<int> runs = 0;
    const RunEngine run = [&](const FrameRequest&, const std::stop_token&) {
        ++runs;
        return std::optional<Frame>(Frame{});
    };
    auto turn = queue.frame_turn();
    std::jthread measuring([&](const std::stop_token& stop) {
        static_cast<void>(queue.measured(run, small_request(), stop));
    });
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(runs, 0);
    turn.unlock();
    measuring.join();
    EXPECT_EQ(runs, 1);
}

TEST(LaboratoryTest, MeasuresForTheModel) {
    EngineQueue queue;
    std::atomic<int> woken = 0;
    Laboratory laboratory(engines(), queue, [&] { ++woken; });
    laboratory.measure_for_model(small_request());
    EXPECT_THROW(laboratory.measure_for_model(small_request()), std::runtime_error);
    wait_for(laboratory);
    const auto view = laboratory.view();
    EXPECT_EQ(view.error, "");
    EXPECT_GT(woken, 0);
    ASSERT_TRUE(view.model);
    const ModelMeasurement& model = *view.model;
    EXPECT_EQ(model.ex.stats.engine, EngineKind::ex);
    EXPECT_EQ(model.sbr.stats.engine, EngineKind::ask);
    EXPECT_EQ(model.sbr.stats.iterations(), model.mbr.stats.iterations());
    EXPECT_FALSE(model.request.shortcuts);
    EXPECT_GE(model.parallelism.q, 1);
    EXPECT_GT(model.bare.stats.subdivided(), 50);
}

TEST(LaboratoryTest, AVerdictHoldsTogether) {
    std::atomic<double> progress = 0;
    const auto measured = measure_for_model(small_request(), engines(), {}, progress);
    ASSERT_TRUE(measured);
    EXPECT_EQ(progress, 1);
    for (const MeanOrLimit A : {MeanOrLimit::mean, MeanOrLimit::limit}) {
        const auto verdict = judge(*measured, A);
        EXPECT_GT(verdict.params.lambda, 0);
        EXPECT_EQ(verdict.cost.levels.size(), measured->sbr.stats.levels.size());
        for (const auto* comparison : {&verdict.sbr, &verdict.mbr})
            EXPECT_NEAR(
                comparison->predicted_ms + comparison->by_term.total() + comparison->unexplained_ms,
                comparison->measured_ms, 1e-9 * (1 + comparison->measured_ms));
    }
    EXPECT_EQ(judge(*measured, MeanOrLimit::limit).params.A, 200);
    EXPECT_LT(judge(*measured, MeanOrLimit::mean).params.A, 200);
}

TEST(LaboratoryTest, StopsAtOnceAndTellsOfFailures) {
    EngineQueue queue;
    std::binary_semaphore began{0};
    std::atomic<bool> broken = false;
    const RunEngine run = [&](const FrameRequest&,
                              const std::stop_token& stop) -> std::optional<Frame> {
        if (broken) throw std::runtime_error("the engine broke");
        began.release();
        while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
        return std::nullopt;
    };
    Laboratory laboratory(run, queue, [] {});
    laboratory.measure_for_model(small_request());
    began.acquire();
    EXPECT_FALSE(laboratory.view().doing.empty());
    laboratory.stop();
    wait_for(laboratory);
    broken = true;
    laboratory.measure_for_model(small_request());
    while (laboratory.view().error.empty()) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(laboratory.view().error, "the engine broke");
    EXPECT_FALSE(laboratory.view().model);
}

TEST(LaboratoryTest, TellsWhatASearchFoundOnceItHasEndedByItself) {
    EngineQueue queue;
    Laboratory laboratory(engines(), queue, [] {});
    laboratory.tune(small_request());
    wait_for(laboratory);
    while (!laboratory.view().doing.empty()) std::this_thread::sleep_for(1ms);
    const auto view = laboratory.view();
    ASSERT_TRUE(view.tuned) << view.error;
    EXPECT_EQ(view.tuned->cell, best_of(view.sweep->rows)->cell);
}

}  // namespace
}  // namespace mariani::app
