// Experiments with a fake engine whose time and memory are known, and verdicts on made-up
// numbers.
#include "app/measure/experiment_run.hpp"
#include "tests/measure/fake_stats.hpp"

#include <algorithm>
#include <chrono>
#include <new>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using Nanoseconds = ExperimentClock::Time::duration;

constexpr ImageSize small{100, 100}, middle{200, 200}, large{400, 400};

// Ex takes 1 s on the small size; ASK half of that. The large one needs too much memory for MBR.
RunEngine fake(int* runs = nullptr) {
    return [=](const FrameRequest& asked, const std::stop_token& stop) -> std::optional<Frame> {
        const FramePlan plan = planned(asked);
        if (stop.stop_requested()) return std::nullopt;
        if (plan.scheme == Scheme::mbr && plan.image == large) throw std::bad_alloc();
        if (runs) ++*runs;
        Frame frame;
        frame.plan = plan;
        frame.plan.backend = Backend::cpu;
        frame.plan.precision = Precision::f64;
        frame.stats.device = "made up";
        frame.stats.levels.push_back({});
        frame.stats.levels.back().regions = plan.subdivision.g;
        frame.stats.compute_ms = (plan.engine == EngineKind::ex ? 1000 : 500) *
                                 static_cast<double>(pixels(plan.image)) / 1e4;
        return frame;
    };
}

Experiment two_cases() {
    Experiment experiment;
    experiment.repeat = 2;
    experiment.minutes = 1e6;
    experiment.cases = {
        {EngineKind::ex, Scheme::sbr, {small, middle}, false, {{}, {}, {}, {{16, 16}}}},
        {EngineKind::ask, Scheme::sbr, {small, middle}, true, {{2, 4}, {2}, {8}, {{16, 16}}}},
        {EngineKind::ask, Scheme::sbr, {small, middle}, true, {{4}, {2}, {8, 16}, {{16, 16}}}}};
    return experiment;
}

std::optional<ExperimentRecord> run(const Experiment& experiment, int* runs = nullptr) {
    ExperimentClock clock;
    return run_experiment(
        experiment, [=] { return fake(runs); }, {}, clock);
}

// With a clock on which a run takes this many times as long as its engine reports.
ExperimentRecord run_slowly(const Experiment& experiment, double times_longer) {
    std::chrono::duration<double, std::milli> spent{0};
    ExperimentClock clock(
        [&] { return ExperimentClock::Time::time_point(std::chrono::ceil<Nanoseconds>(spent)); });
    const RunEngine slow = [&, run = fake()](const FrameRequest& request, std::stop_token stop) {
        auto frame = run(request, std::move(stop));
        spent += std::chrono::duration<double, std::milli>(times_longer * frame->stats.compute_ms);
        return frame;
    };
    return run_experiment(
               experiment, [&] { return slow; }, {}, clock)
        .value();
}

TEST(ExperimentTest, CrossesTheListsOfItsCasesAndTakesNoRowTwice) {
    const auto experiment = two_cases();
    EXPECT_EQ(sizes_of(experiment), (std::vector{small, middle}));
    EXPECT_EQ(rows_up_to(experiment, pixels(small)).size(), 1u + 3);
    const auto rows = rows_up_to(experiment, pixels(middle));
    ASSERT_EQ(rows.size(), 2u + 3);  // Ex on both, ASK with {2,2,8}, {4,2,8}, {4,2,16} on one
    EXPECT_EQ(rows[0].size, small);
    EXPECT_EQ(rows[0].engine, EngineKind::ex);
    for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_EQ(rows[i].size, middle);
    EXPECT_EQ(rows[4].cell.subdivision, (SubdivisionParams{4, 2, 16}));
}

TEST(ExperimentTest, BeginsEachSizeWithEx) {
    auto experiment = two_cases();
    std::ranges::rotate(experiment.cases, experiment.cases.begin() + 1);
    experiment.cases.back().sizes = {{50, 200}, {200, 50}};  // as many pixels
    experiment.cases.front().sizes = experiment.cases.back().sizes;
    experiment.cases.front().largest = false;
    experiment.cases.erase(experiment.cases.begin() + 1);
    const auto rows = rows_up_to(experiment, pixels(large));
    ASSERT_EQ(rows.size(), 2 * (1u + 2));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].size, (i < 3 ? ImageSize{50, 200} : ImageSize{200, 50})) << i;
        EXPECT_EQ(rows[i].engine, i % 3 == 0 ? EngineKind::ex : EngineKind::ask) << i;
    }
    experiment.minutes = 1e-9;
    EXPECT_EQ(run_slowly(experiment, 1).rows.front().row.engine, EngineKind::ex);
}

TEST(ExperimentTest, MeasuresEveryRowAsOftenAsItSays) {
    int runs = 0;
    const auto record = run(two_cases(), &runs);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->device, "made up");
    EXPECT_EQ(record->precision, Precision::f64);
    EXPECT_FALSE(record->machine.mariani.empty());
    EXPECT_FALSE(record->machine.cpu.empty());
    ASSERT_EQ(record->rows.size(), 5u);
    for (const auto& row : record->rows) EXPECT_EQ(row.runs, 2);
    EXPECT_EQ(record->rows[1].ms.median, 4000);
    EXPECT_EQ(record->rows[2].ms.median, 2000);
    EXPECT_EQ(record->rows[2].regions, 2);
    EXPECT_TRUE(record->left_out.empty());
    EXPECT_EQ(runs, 2 * 2 + 5 * 3);  // two Ex runs on each size predict the time
    EXPECT_EQ(ex_of(record->rows, middle)->ms.median, 4000);
    EXPECT_EQ(ex_of(record->rows, large), nullptr);
}

// On the middle size: Ex small 1 s and middle 4 s, three rows of 4 s; each three runs: 51 s.
TEST(ExperimentTest, LeavesOutTheSizesThatTakeTooLong) {
    auto experiment = two_cases();
    experiment.minutes = 52 / 60.0;
    EXPECT_EQ(run(experiment)->rows.size(), 5u);
    experiment.minutes = 50 / 60.0;
    int runs = 0;
    const auto record = run(experiment, &runs);
    EXPECT_EQ(runs, 2 + 4 * 3) << "none on the size left out: its time was told from the small one";
    EXPECT_EQ(record->rows.size(), 4u);
    for (const auto& row : record->rows) EXPECT_EQ(row.row.size, small);
    ASSERT_EQ(record->left_out.size(), 1u);
    EXPECT_EQ(record->left_out[0],
              "200x200: together they would take about 51 s, and 50 s is allowed (--minutes)");
}

// The runs that predict the time of Ex take 10 s here, the rows' own 3 and 30 s; 52 s are allowed.
TEST(ExperimentTest, EndsWhenTheTimeIsUp) {
    auto experiment = two_cases();
    experiment.minutes = 52 / 60.0;
    EXPECT_TRUE(run_slowly(experiment, 1).left_out.empty());

    const auto some = run_slowly(experiment, 2);  // 20 + 6 s, and 20 for a run of each row
    EXPECT_EQ(some.rows.size(), 5u);
    EXPECT_EQ(some.rows.front().runs, 2);
    EXPECT_EQ(some.rows.back().runs, 1);
    EXPECT_EQ(some.rows.back().ms.median, 2000);
    EXPECT_EQ(
        some.left_out,
        LeftOutRows{
            "200x200: the time limit (52 s) was reached: 4 of 4 rows with fewer runs (--minutes)"});

    const auto few = run_slowly(experiment, 4.1);  // 41 + 12.3 s
    ASSERT_EQ(few.rows.size(), 1u);
    EXPECT_EQ(few.rows[0].row.size, small);
    EXPECT_EQ(few.rows[0].runs, 2);
    EXPECT_EQ(few.left_out,
              LeftOutRows{
                  "200x200: the time limit (52 s) was reached: 4 of 4 rows left out (--minutes)"});

    const auto minimal = run_slowly(experiment, 10);  // 100 s for Ex alone
    ASSERT_EQ(minimal.rows.size(), 1u);
    EXPECT_EQ(minimal.rows[0].row.size, small);
    EXPECT_EQ(minimal.rows[0].runs, 1);
    EXPECT_EQ(minimal.left_out.size(), 2u);

    experiment.minutes = 0.03 / 60;
    for (auto& one : experiment.cases) one.sizes = {small};
    EXPECT_EQ(run_slowly(experiment, 1).left_out,
              LeftOutRows{"100x100: the time limit (0.03 s) was reached: 3 of 4 rows left out, 1 "
                          "with fewer runs (--minutes)"});
}

TEST(ExperimentTest, SaysWhichRowsFoundTooLittleMemory) {
    auto experiment = two_cases();
    for (auto& one : experiment.cases) one.sizes = {large};
    experiment.cases.back().scheme = Scheme::mbr;
    const auto record = run(experiment);
    EXPECT_EQ(record->rows.size(), 3u);
    ASSERT_EQ(record->left_out.size(), 2u);
    EXPECT_EQ(record->left_out[0], "ASK-MBR on 400x400: there is not enough memory for it");
}

TEST(ExperimentTest, SaysThatAnExperimentIsTooLargeForTheMachine) {
    auto experiment = two_cases();
    experiment.common.backend = Backend::cpu;
    for (auto& one : experiment.cases) one.sizes = {{60'000'000, 60'000}};
    try {
        run(experiment);
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_TRUE(std::string(error.what())
                        .starts_with("no part of the experiment fits this machine: 60000000x60000: "
                                     "it needs 26822.1 GiB of "
                                     "memory, and "))
            << error.what();
    }
}

TEST(ExperimentTest, RepeatsTheRowsOfItsRecord) {
    auto experiment = two_cases();
    experiment.record = run(experiment);
    experiment.cases.clear();
    const auto again = run(experiment);
    ASSERT_EQ(again->rows.size(), 5u);
    for (const auto& each : compare(*experiment.record, *again)) {
        EXPECT_EQ(each.verdict(), Verdict::same);
        EXPECT_EQ(each.ratio(), 1);
    }
}

TEST(ExperimentTest, StopsAtOnce) {
    std::stop_source stop;
    stop.request_stop();
    ExperimentClock clock;
    EXPECT_FALSE(run_experiment(
        two_cases(), [] { return fake(); }, stop.get_token(), clock));
}

Verdict verdict(const Spread& recorded, const Spread& repeated, int runs = 5) {
    const RowResult before{{}, runs, recorded, 1, 0, 1}, now{{}, runs, repeated, 1, 0, 1};
    return RowComparison{&before, &now}.verdict();
}

TEST(ExperimentTest, JudgesByTheSpreads) {
    EXPECT_EQ(verdict({9, 10, 12}, {10, 11, 13}), Verdict::same);
    EXPECT_EQ(verdict({9, 10, 12}, {12, 13, 14}), Verdict::same);  // they touch
    EXPECT_EQ(verdict({9, 10, 12}, {12.1, 13, 14}), Verdict::slower);
    EXPECT_EQ(verdict({9, 10, 12}, {5, 6, 8.9}), Verdict::faster);
    EXPECT_EQ(verdict({10, 10, 10}, {20, 20, 20}, 1), Verdict::unknown);
    const RowResult before{{}, 5, {9, 10, 12}, 1, 0, 1}, now{{}, 5, {12, 15, 16}, 1, 0, 1};
    EXPECT_EQ((RowComparison{&before, &now}.ratio()), 1.5);
}

// Rows that took too long were run less often.
TEST(ExperimentTest, ASweepIsRepeatedAsOftenAsItsMostMeasuredRow) {
    SweepSubject subject;
    subject.ex_runs.resize(1);
    std::vector<SweepRow> rows(3);
    rows[0].runs = 2;
    rows[1].runs = 5;
    rows[2].runs = 1;
    EXPECT_EQ(experiment_of(subject, rows).repeat, 5);
}

}  // namespace
}  // namespace mariani::app
