// Sweeps and searches with a fake engine whose time is known.
#include "app/measure/sweep.hpp"

#include "tests/measure/fake_stats.hpp"

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

// Fastest at {16, 4, 8}; Ex takes 100 ms.
double ms_of(const FramePlan& plan) {
    if (plan.engine == EngineKind::ex) return 100;
    const auto& [g, r, B] = plan.subdivision;
    return 10 + 3 * std::abs(std::log2(g) - 4) + 2 * std::abs(std::log2(r) - 2) +
           std::abs(std::log2(B) - 3) + 0.5 * std::abs(std::log2(plan.block.width) - 5);
}

RunEngine fake(Backend backend, int* runs = nullptr) {
    return [=](const FrameRequest& asked, const std::stop_token& stop) -> std::optional<Frame> {
        const FramePlan plan = planned(asked);
        if (stop.stop_requested()) return std::nullopt;
        if (runs) ++*runs;
        Frame frame;
        frame.plan = plan;
        frame.plan.backend = backend;
        frame.plan.precision = Precision::f32;
        frame.stats.device = "made up";
        frame.stats.compute_ms = ms_of(plan);
        return frame;
    };
}

using Key = std::tuple<int, int, int, int, int>;

Key key(const SweepCell& cell) {
    const auto& [g, r, B] = cell.subdivision;
    return {g, r, B, cell.block.width, cell.block.height};
}

TEST(SweepTest, MeasuresExAndEachCellOfTheGridOnce) {
    int runs = 0;
    const auto run = fake(Backend::cpu, &runs);
    const auto subject = sweep_subject({}, 3, run, {});
    ASSERT_TRUE(subject);
    EXPECT_EQ(runs, 4);  // a warm-up and three
    EXPECT_EQ(subject->ex_ms.median, 100);
    EXPECT_EQ(subject->plan.engine, EngineKind::ask);
    EXPECT_EQ(subject->plan.backend, Backend::cpu);
    const SweepGrid grid{{8, 16, 16}, {2, 4}, {8, 32}, {{16, 16}}};
    std::set<Key> seen;
    SweepClock clock;
    EXPECT_TRUE(run_sweep(*subject, grid.cells(), 3, run, {}, clock, [&](const SweepRow& row) {
        EXPECT_TRUE(seen.insert(key(row.cell)).second);
        EXPECT_EQ(row.runs, 3);
        EXPECT_EQ(row.ex_ms, 100);
    }));
    EXPECT_EQ(seen.size(), 8u);
    EXPECT_EQ(clock.progress(), 1);
    EXPECT_EQ(runs, 4 + (8 + 1) * 4);  // Ex in each round
}

// Every run takes a different time: Ex 200 ms for the warm-up and then 130, 90, 100 ms; in the
// sweep 260 and 160, 120, 121 ms. Cells take g times 9, 2, 7 and 3 ms.
RunEngine rising(std::map<int, std::size_t>& runs) {
    return [&runs](const FrameRequest& asked, const std::stop_token&) {
        const FramePlan plan = planned(asked);
        constexpr std::array<double, 8> ex{200, 130, 90, 100, 260, 160, 120, 121};
        constexpr std::array<double, 4> cell{9, 2, 7, 3};
        const bool is_ex = plan.engine == EngineKind::ex;
        const int g = is_ex ? 0 : plan.subdivision.g;
        const std::size_t run = runs[g]++;
        Frame frame;
        frame.plan = plan;
        frame.stats = fake_stats(is_ex ? ex.at(run) : g * cell.at(run));
        frame.stats.levels[0].regions += g;
        return std::optional<Frame>(frame);
    };
}

TEST(SweepTest, KeepsTheMediansOfTheMeasuredRuns) {
    std::map<int, std::size_t> runs;
    const auto run = rising(runs);
    const auto subject = sweep_subject({}, 3, run, {});
    EXPECT_EQ(subject->ex_ms, (Spread{90, 100, 130}));
    EXPECT_EQ(subject->ex_runs.size(), 3u);
    EXPECT_EQ(subject->device, "a processor, 3 threads");
    std::vector<SweepRow> rows;
    SweepClock clock;
    const SweepGrid grid{{2, 5}, {2}, {8}, {{16, 16}}};
    EXPECT_TRUE(run_sweep(*subject, grid.cells(), 3, run, {}, clock,
                          [&](const SweepRow& row) { rows.push_back(row); }));
    ASSERT_EQ(rows.size(), 2u);
    for (const SweepRow& row : rows) {
        const int g = row.cell.subdivision.g;
        EXPECT_EQ(row.ms, (Spread{2.0 * g, 3.0 * g, 7.0 * g}));
        EXPECT_EQ(row.ex_ms, 121);
        EXPECT_EQ(row.speedup(), 121 / (3.0 * g));
        EXPECT_EQ(row.runs, 3);
        EXPECT_EQ(row.regions, 55 + g);
        EXPECT_EQ(row.pixels_filled, 420);
        EXPECT_EQ(row.iterations, 8200);
    }
    EXPECT_EQ(best_of(rows)->cell.subdivision.g, 2);
}

TEST(SweepTest, RunsWhatIsHopelessOnce) {
    const auto run = [](const FrameRequest& asked, const std::stop_token&) {
        const FramePlan plan = planned(asked);
        Frame frame;
        frame.plan = plan;
        frame.stats.compute_ms = plan.engine == EngineKind::ex ? 1 : 21;
        return std::optional<Frame>(frame);
    };
    const auto subject = sweep_subject({}, 2, run, {});
    EXPECT_EQ(measure_cell(*subject, {}, 5, run, {})->runs, 1);
}

TEST(SweepTest, HoldsEveryCellAgainstExAsItThenWas) {
    double slower = 1;  // later runs take longer, as on a machine that warms up
    const RunEngine run = [&](const FrameRequest& asked, const std::stop_token&) {
        const FramePlan plan = planned(asked);
        Frame frame;
        frame.plan = plan;
        frame.stats.compute_ms = (slower *= 1.0002) * ms_of(plan);
        return std::optional<Frame>(frame);
    };
    const auto subject = sweep_subject({}, 3, run, {});
    std::vector<SweepRow> rows;
    SweepClock clock;
    const SweepGrid grid{{1, 2, 4, 8, 16, 32, 64, 128}, {2, 4, 8, 16}, {4, 8, 16, 32}, {{16, 16}}};
    run_sweep(*subject, grid.cells(), 3, run, {}, clock,
              [&](const SweepRow& row) { rows.push_back(row); });
    ASSERT_EQ(rows.size(), 128u);
    EXPECT_GT(rows.back().ex_ms, 1.05 * rows.front().ex_ms);
    for (const SweepRow& row : rows) {
        FramePlan plan;
        plan.engine = EngineKind::ask;
        plan.subdivision = row.cell.subdivision;
        EXPECT_NEAR(row.speedup() / (100 / ms_of(plan)), 1, 0.05);
    }
}

TEST(SweepTest, StopsWithWhatItHasMeasured) {
    std::stop_source stop;
    const auto run = fake(Backend::cpu);
    const auto subject = sweep_subject({}, 1, run, {});
    int rows = 0;
    SweepClock clock;
    const SweepGrid grid{{2, 4, 8, 16}, {2, 4, 8, 16}, {8}, {{16, 16}}};
    EXPECT_FALSE(
        run_sweep(*subject, grid.cells(), 1, run, stop.get_token(), clock, [&](const SweepRow&) {
            if (++rows == 2) stop.request_stop();
        }));
    EXPECT_EQ(rows, 12);  // those of the same rounds
}

TEST(TuneTest, FindsTheBestWithFewCells) {
    for (const Backend backend : {Backend::cpu, Backend::cuda}) {
        const auto run = fake(backend);
        FrameRequest request;
        set_subdivision(request, {512, 32, 512});
        const auto subject = sweep_subject(request, 1, run, {});
        std::vector<SweepRow> rows;
        std::set<Key> seen;
        EXPECT_TRUE(tune(*subject, 60, 1, run, {}, [&](const SweepRow& row) {
            EXPECT_TRUE(seen.insert(key(row.cell)).second);
            rows.push_back(row);
        }));
        EXPECT_LT(rows.size(), 60u);
        const auto best = best_of(rows)->cell;
        EXPECT_EQ(best.subdivision, (SubdivisionParams{16, 4, 8}));
        EXPECT_EQ(best.block.width, backend == Backend::cuda ? 32 : 16);  // the cpu has no blocks
    }
}

// The fake engine, but every second run at {16, 4, 8} takes five times as long.
RunEngine scattered() {
    return [run = fake(Backend::cpu), count = 0](const FrameRequest& asked,
                                                 const std::stop_token& stop) mutable {
        auto frame = run(asked, stop);
        if (frame && frame->plan.subdivision.g == 16 && ++count % 2 == 0)
            frame->stats.compute_ms *= 5;
        return frame;
    };
}

class ConfirmedTest : public testing::Test {
  protected:
    SweepSubject subject_ = *sweep_subject({}, 1, fake(Backend::cpu), {});
    SweepRow found_ =
        *measure_cell(subject_, {{16, 4, 8}, subject_.plan.block}, 1, fake(Backend::cpu), {});
};

TEST_F(ConfirmedTest, WhatIsFasterInEveryRunIsKeptAsMeasuredAgain) {
    found_.ms = {1, 1, 1};  // of a lucky moment
    const auto kept = confirmed(subject_, found_, fake(Backend::cpu), {});
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->cell, found_.cell);
    EXPECT_DOUBLE_EQ(kept->speedup(), 100 / 10.5);
}

TEST_F(ConfirmedTest, AGainWithinTheScatterOfTheRunsIsRefusedWithTheFigures) {
    try {
        confirmed(subject_, found_, scattered(), {});
        FAIL() << "noise is kept";
    } catch (const std::runtime_error& why) {
        EXPECT_NE(
            std::string(why.what()).find("may be noise: measured side by side, g 16 r 4 B 8 took"),
            std::string::npos)
            << why.what();
    }
    found_.cell.subdivision = {512, 32, 512};
    EXPECT_THROW(confirmed(subject_, found_, fake(Backend::cpu), {}), std::runtime_error)
        << "it is slower than the present values";
}

TEST_F(ConfirmedTest, ThePresentValuesMayBeTheBest) {
    found_.cell = {subject_.plan.subdivision, subject_.plan.block};
    EXPECT_TRUE(confirmed(subject_, found_, fake(Backend::cpu), {}));
    const RunEngine alike = [](const FrameRequest& asked, const std::stop_token& stop) {
        auto frame = fake(Backend::cpu)(asked, stop);
        frame->stats.compute_ms = 20;
        return frame;
    };
    EXPECT_THROW(confirmed(subject_, found_, alike, {}), std::runtime_error) << "no gain over Ex";
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(confirmed(subject_, found_, fake(Backend::cpu), stop.get_token()));
}

TEST(TuneTest, EndsInTimeAndWhenItIsStopped) {
    const auto run = fake(Backend::cpu);
    const auto subject = sweep_subject({}, 1, run, {});
    int rows = 0;
    const auto count = [&](const SweepRow&) { ++rows; };
    EXPECT_TRUE(tune(*subject, 0, 1, run, {}, count));
    EXPECT_EQ(rows, 1);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(tune(*subject, 60, 1, run, stop.get_token(), count));
    EXPECT_EQ(rows, 1);
}

}  // namespace
}  // namespace mariani::app
