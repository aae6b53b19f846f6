// What `bench` prints for experiments and for the suite, from fake figures.
#include "app/command_line/reports.hpp"
#include "tests/command_line/squeezed.hpp"
#include "tests/measure/fake_stats.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr ImageSize small{64, 32}, large{128, 96};

RowResult ex(ImageSize size, BlockSize block, Spread ms) {
    return {{EngineKind::ex, Scheme::sbr, size, {{}, block}}, 4, ms, 1, 0, 5};
}

RowResult dp(ImageSize size, SubdivisionParams subdivision, Spread ms, std::int64_t regions,
             int runs = 4) {
    return {{EngineKind::dp, Scheme::mbr, size, {subdivision, {8, 4}}}, runs, ms, regions, 6, 7};
}

// The faster one of two Ex on the small size is the reference for the others.
ExperimentRecord record() {
    ExperimentRecord record;
    record.time = "2026-01-02T03:04:05Z";
    record.machine = {"0.1.0", "Linux", "a cpu", "a gpu", "550.1"};
    record.device = "a device";
    record.backend = Backend::cuda;
    record.precision = Precision::f64;
    record.rows = {ex(small, {16, 16}, {30, 36, 37}), ex(small, {32, 2}, {20, 24, 28}),
                   dp(small, {4, 2, 16}, {7, 8, 10}, 51), dp(small, {9, 3, 5}, {2, 6, 11}, 52),
                   dp(large, {9, 3, 5}, {12, 15, 19}, 53)};
    record.left_out = {"256x256: too large"};
    return record;
}

TEST(ExperimentReport, BeginsWithWhatIsMeasuredAndWhereIt) {
    Experiment experiment;
    experiment.title = "A title";
    experiment.common = fake_request(std::nullopt, Scheme::sbr);
    experiment.repeat = 11;
    EXPECT_EQ(experiment_head(experiment, record()),
              "A title\n"
              "view center -0.75,0.125 height 0.0625, dwell 1000, f64, fill safe, shortcuts off\n"
              "cuda: a device; 11 runs each, in random order\n");
}

TEST(ExperimentReport, HasTheFastestOfEachEngineFirst) {
    const std::string columns = "engine scheme g r B block median ms min..max vs Ex regions\n";
    EXPECT_EQ(squeezed(experiment_rows(record())),
              "64x32 pixels\n" + columns +
                  "Ex - - - - 32x2 24.000 20.000..28.000 1.00 1\n"
                  "Ex - - - - 16x16 36.000 30.000..37.000 0.67 1\n"
                  "DP MBR 9 3 5 8x4 6.000 2.000..11.000 4.00 52\n"
                  "DP MBR 4 2 16 8x4 8.000 7.000..10.000 3.00 51\n"
                  "128x96 pixels\n" +
                  columns +
                  "DP MBR 9 3 5 8x4 15.000 12.000..19.000 - 53\n"
                  "left out: 256x256: too large\n");
}

TEST(ExperimentReport, HasTheTenFastestOfMany) {
    ExperimentRecord many;
    for (int g = 1; g <= 13; ++g) many.rows.push_back(dp(small, {g, 2, 8}, {1, 2.0 * g, 99}, g));
    EXPECT_NE(squeezed(experiment_rows(many)).find(" 10\nand 3 slower ones\n"), std::string::npos);
}

TEST(ExperimentReport, SetsTheRecordBesideItsRepetition) {
    ExperimentRecord recorded = record();
    recorded.rows.push_back(ex(large, {8, 8}, {10, 11, 12}));
    ExperimentRecord now = record();
    now.rows = {ex(small, {16, 16}, {33, 45, 50}), dp(small, {4, 2, 16}, {11, 12, 14}, 51),
                dp(small, {9, 3, 5}, {1, 1.5, 1.75}, 52), dp(large, {9, 3, 5}, {30, 30, 30}, 53, 1),
                ex(large, {8, 8}, {20, 22, 24})};
    now.left_out = {"64x32: out of time"};
    const std::string columns =
        "engine scheme g r B block recorded ms min..max now ms min..max ratio\n";
    EXPECT_EQ(squeezed(experiment_comparison(recorded, now)),
              "recorded 2026-01-02T03:04:05Z by mariani 0.1.0 on a device, driver 550.1\n"
              "64x32 pixels\n" +
                  columns +
                  "Ex - - - - 16x16 36.000 30.000..37.000 45.000 33.000..50.000 1.25 within the "
                  "spreads\n"
                  "DP MBR 4 2 16 8x4 8.000 7.000..10.000 12.000 11.000..14.000 1.50 slower\n"
                  "DP MBR 9 3 5 8x4 6.000 2.000..11.000 1.500 1.000..1.750 0.25 faster\n"
                  "128x96 pixels\n" +
                  columns +
                  "DP MBR 9 3 5 8x4 15.000 12.000..19.000 30.000 30.000..30.000 2.00 one run only\n"
                  "Ex - - - - 8x8 11.000 10.000..12.000 22.000 20.000..24.000 2.00 slower\n"
                  "left out: 64x32: out of time\n"
                  "5 of 6 recorded rows repeated: 1 within the spreads, 1 faster, 2 slower, 1 "
                  "without a spread\n");
    ExperimentRecord on_cpu = record();
    on_cpu.backend = Backend::cpu;
    EXPECT_TRUE(experiment_comparison(on_cpu, now)
                    .starts_with("recorded 2026-01-02T03:04:05Z by mariani 0.1.0 on a device\n"));
}

// 200 runs of 1 to 200 ms: a median of 100.5, a 99th percentile of 198.
SuiteRow suite_row_of(EngineKind engine) {
    SuiteRow row;
    row.asked.view = "paper";
    row.asked.request = fake_request(std::nullopt, Scheme::sbr);
    row.asked.request.precision = Precision::f64;
    row.asked.published_ms = 77.5;
    row.plan = fake_plan(engine, Scheme::wpr);
    for (int ms = 200; ms > 0; --ms) row.runs.push_back(fake_stats(ms));
    row.memset_ms = 12.5;
    row.iterations_ms = 40.2;
    return row;
}

TEST(SuiteReport, HasARowForEachCase) {
    SuiteRow row = suite_row_of(EngineKind::ask);
    row.target_ms = 100;
    EXPECT_EQ(squeezed(suite_row(row)),
              "paper 36x30 1000 f64 off ASK-WPR {5,3,7} 100.5 1..200 198 40.2 2.50 77.5 100 "
              "missed\n");
    row = suite_row_of(EngineKind::ex);
    row.asked.request.shortcuts = true;
    row.asked.published_ms.reset();
    row.iterations_ms = 3;
    row.target_ms = 100.5;
    EXPECT_EQ(squeezed(suite_row(row)),
              "paper 36x30 1000 f64 on Ex 100.5 1..200 198 12.5 8.04 - 100.5 reached\n");
    row.target_ms.reset();
    EXPECT_EQ(squeezed(suite_row(row)),
              "paper 36x30 1000 f64 on Ex 100.5 1..200 198 12.5 8.04 - -\n");
    row.skipped = "too large";
    EXPECT_EQ(squeezed(suite_row(row)), "paper 36x30 1000 f64 on skipped: too large\n");
}

TEST(SuiteReport, SaysWhatTheFloorIsMadeOf) {
    SuiteReport report{Backend::cuda, "a device", 8, 20, {3.25e12, 41e9, 20.5e9}, {}};
    const std::string rest =
        "memset 3.25e+03 GB/s; multiply-adds 41 G/s in f32, 20.5 G/s in f64\n"
        "view pixels dwell cut engine median ms min..max 99 % floor ms /floor published target\n";
    EXPECT_EQ(squeezed(suite_head(report)),
              "cuda: a device; 20 runs of each case, sides divided by 8\n" + rest);
    report.scale = 1;
    EXPECT_EQ(squeezed(suite_head(report)), "cuda: a device; 20 runs of each case\n" + rest);
    EXPECT_NE(suite_legend().find("\n3 multiply-adds each. "), std::string::npos);
}

}  // namespace
}  // namespace mariani::app
