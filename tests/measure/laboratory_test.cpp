// Experiments with fake engines: their results, and that they stop.
#include "app/measure/laboratory.hpp"

#include "tests/measure/engines.hpp"
#include "tests/measure/fake_stats.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <map>
#include <memory>
#include <semaphore>
#include <stdexcept>
#include <thread>
#include <tuple>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using namespace std::chrono_literals;

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

TEST(LaboratoryTest, MeasuresForTheModel) {
    std::atomic<int> woken = 0;
    std::promise<void> allowed;
    const RunEngine once_allowed = [run = engines(), gate = allowed.get_future().share()](
                                       const FrameRequest& request, std::stop_token stop) {
        gate.wait();
        return run(request, std::move(stop));
    };
    Laboratory laboratory(once_allowed, [&] { ++woken; });
    laboratory.measure_for_model(small_request());
    EXPECT_THROW(laboratory.measure_for_model(small_request()), std::runtime_error);
    allowed.set_value();
    wait_for(laboratory);
    const auto view = laboratory.view();
    EXPECT_EQ(view.error, "");
    EXPECT_GT(woken, 0);
    ASSERT_TRUE(view.model);
    const ModelMeasurement& model = *view.model;
    EXPECT_EQ(model.ex.stats.levels.size(), 1U);
    EXPECT_GT(model.sbr.stats.total().regions, 1);
    EXPECT_EQ(model.sbr.stats.total().iterations, model.mbr.stats.total().iterations);
    EXPECT_FALSE(model.plan.shortcuts);
    EXPECT_GE(model.parallelism.q, 1);
    EXPECT_GT(model.bare.stats.total().subdivided, 50);
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

MeasuredRuns runs_of(const EngineStats& stats, const Spread& ms) {
    return {ms, stats};
}

// 64 x 64 pixels in 4 x 4 regions, of which 5 are subdivided into 2 x 2 leaves; 3 x 8 cores.
ModelMeasurement fake_measurement() {
    ModelMeasurement made;
    made.plan.image = {64, 64};
    made.plan.part = whole(made.plan.image);
    made.plan.dwell_limit = 100;
    made.plan.subdivision = {4, 2, 8};
    made.parallelism = {3, 8};
    made.ex = runs_of(fake_ex_stats(50), {30, 41, 50});  // 24,600 iterations
    EngineStats tree;
    tree.levels = {fake_level(0, 16, {16, 8, 5, 3, 1500, 1000, 12'000, 0, 0, 0}, 4),
                   fake_level(1, 8, {20, 2, 0, 18, 128, 1468, 17'616, 0, 0, 0}, 6)};
    made.sbr = runs_of(tree, {9, 11, 14});
    made.mbr = runs_of(tree, {18, 23, 29});
    // One of four regions is subdivided, which takes all of the time.
    made.bare_plan = made.plan;
    made.bare_plan.subdivision = {2, 2, 4};
    EngineStats bare;
    bare.levels = {fake_level(0, 32, {4, 0, 1, 3, 0, 1, 2, 0, 0, 0}, 0),
                   fake_level(1, 16, {4, 0, 0, 4, 0, 1, 2, 0, 0, 0}, 0)};
    bare.compute_ms = 7;
    made.bare = runs_of(bare, {6, 7, 8});
    return made;
}

// A run's iterations identify it: of 700, 100, 200, 300, 400, 500 ms the first is the warm-up.
TEST(LaboratoryTest, TheModelIsHeldAgainstTheMedianRun) {
    std::map<std::pair<Scheme, EngineKind>, int> runs;
    const RunEngine run = [&](const FrameRequest& asked, const std::stop_token&) {
        const FramePlan plan = planned(asked);
        constexpr int order[] = {7, 3, 5, 1, 2, 4};
        // The bare frame is separate: its dwell limit is 2.
        const bool bare = plan.dwell_limit == 2;
        int& count = runs[{bare ? Scheme::wpr : plan.scheme, plan.engine}];
        Frame frame;
        frame.plan = plan;
        frame.stats = fake_stats(100 * order[count]);
        frame.stats.levels[0].iterations = order[count++];
        return std::optional<Frame>(frame);
    };
    std::atomic<double> progress = 0;
    const auto measured = measure_for_model(small_request(), run, {}, progress);
    ASSERT_TRUE(measured);
    EXPECT_EQ(measured->repeats, 5);
    for (const MeasuredRuns* each :
         {&measured->ex, &measured->sbr, &measured->mbr, &measured->bare}) {
        EXPECT_EQ(each->ms, (Spread{100, 300, 500}));
        EXPECT_EQ(each->stats.compute_ms, 300);
        EXPECT_EQ(each->stats.levels[0].iterations, 3);
    }
}

TEST(LaboratoryTest, AVerdictIsThePapersOfWhatWasMeasured) {
    const ModelVerdict verdict = judge(fake_measurement(), MeanOrLimit::mean);
    const double q = 3, c = 8, n = 64, P = 5.0 / 16;
    const double A = (12'000 + 17'616) / (1000.0 + 1468);  // 12
    const double ms_per_unit = 41 * q * c / 24'600;        // 0.04
    EXPECT_DOUBLE_EQ(verdict.ms_per_unit, ms_per_unit);
    EXPECT_EQ(verdict.params.A, A);
    EXPECT_EQ(verdict.params.P, P);
    // Four regions are two rounds of three, in each of which a quarter is subdivided.
    const double lambda = 7 / (0.25 * A * 2 * ms_per_unit);
    EXPECT_DOUBLE_EQ(verdict.params.lambda, lambda);
    EXPECT_DOUBLE_EQ(verdict.ex_predicted_ms, std::ceil(n * n / (q * c)) * A * ms_per_unit);

    // 16 regions take 6 rounds, 64 (a fraction P of them exists) take 22; sides of 16 and 8 pixels.
    const double each = 64 / c * A + P * lambda * A;
    const double sbr[] = {6 * (each + (1 - P) * 256 / c), P * A * (64 / c) * 22};
    const double mbr[] = {6 * each + (1 - P) * std::ceil(n * n / (q * c)),
                          P * A * std::ceil(n * n / (q * c))};
    for (const auto& [comparison, predicted, measured] :
         {std::tuple(verdict.sbr, sbr, 11.0), {verdict.mbr, mbr, 23.0}}) {
        ASSERT_EQ(comparison.levels.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_DOUBLE_EQ(comparison.levels[i].predicted_ms, predicted[i] * ms_per_unit);
            EXPECT_EQ(comparison.levels[i].measured_ms, i == 0 ? 4 : 6);
        }
        EXPECT_DOUBLE_EQ(comparison.predicted_ms, (predicted[0] + predicted[1]) * ms_per_unit);
        EXPECT_EQ(comparison.measured_ms, measured);
        EXPECT_DOUBLE_EQ(comparison.error(),
                         (predicted[0] + predicted[1]) * ms_per_unit / measured - 1);
    }
    // Ex's borders would be 64 pixels of 16 regions; 12,000 steps were taken instead of 12,288.
    EXPECT_DOUBLE_EQ(verdict.sbr.by_term.border,
                     6 * 64 / c * A * ms_per_unit * (12'000 / (64 * 16 * A) - 1));
}

TEST(LaboratoryTest, StopsAtOnceAndTellsOfFailures) {
    std::binary_semaphore began{0};
    std::atomic<bool> broken = false;
    const RunEngine run = [&](const FrameRequest&,
                              const std::stop_token& stop) -> std::optional<Frame> {
        if (broken) throw std::runtime_error("the engine broke");
        began.release();
        while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
        return std::nullopt;
    };
    Laboratory laboratory(run, [] {});
    laboratory.measure_for_model(small_request());
    began.acquire();
    EXPECT_FALSE(laboratory.view().doing.empty());
    laboratory.stop();
    wait_for(laboratory);
    broken = true;
    laboratory.measure_for_model(small_request());
    while (laboratory.view().error.empty()) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(failure_at(ExperimentPlace::model, laboratory.view()), "the engine broke");
    EXPECT_EQ(failure_at(ExperimentPlace::landscape, laboratory.view()), "");
    EXPECT_FALSE(laboratory.view().model);
    wait_for(laboratory);
    broken = false;
    laboratory.tune(small_request());
    EXPECT_EQ(laboratory.view().error, "") << "another one has begun";
}

TEST(LaboratoryTest, TellsWhatASearchFoundOnceItHasEndedByItself) {
    const RunEngine subdividing_pays = [run = engines()](const FrameRequest& request,
                                                         std::stop_token stop) {
        auto frame = run(request, std::move(stop));
        if (!frame) return frame;
        const bool ex = frame->plan.engine == EngineKind::ex;
        frame->stats.compute_ms = ex ? 1000 : frame->plan.subdivision.B;
        return frame;
    };
    Laboratory laboratory(subdividing_pays, [] {});
    laboratory.tune(small_request());
    wait_for(laboratory);
    while (!laboratory.view().doing.empty()) std::this_thread::sleep_for(1ms);
    const auto view = laboratory.view();
    ASSERT_TRUE(view.tuned) << view.error;
    EXPECT_EQ(view.tuned->cell, best_of(view.sweep->rows)->cell);
}

}  // namespace
}  // namespace mariani::app
