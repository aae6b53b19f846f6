// `bench --suite`: the published cases and the window's, on any machine.
#include "app/measure/suite.hpp"

#include "compute/service/engine_dispatcher.hpp"
#include "tests/command_line/program.hpp"
#include "tests/measure/fake_stats.hpp"

#include <algorithm>
#include <new>
#include <optional>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::json;
using SuiteTest = ProgramTest;

TEST_F(SuiteTest, MeasuresEachCaseAndTellsHowFarItIsFromTheFloor) {
    const auto outcome = run("bench --suite --backend cpu --scale 1024 --repeat 2 -o suite.json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const std::string part : {"memset", "multiply-adds", "\npaper", "\nseahorse", "/floor"})
        EXPECT_SAYS(outcome.out, part);
    const Json report = Json::parse(text_of(folder / "suite.json"));
    EXPECT_GT(report["fma_per_s_f32"], 0);
    ASSERT_EQ(report["rows"].size(), suite_cases(1).size());
    for (const Json& row : report["rows"]) {
        SCOPED_TRACE(row.dump());
        ASSERT_FALSE(row.contains("skipped"));
        const double floor = row["floor_ms"], median = row["median_ms"];
        EXPECT_EQ(floor,
                  std::max(row["memset_ms"].get<double>(), row["iterations_ms"].get<double>()));
        EXPECT_NEAR(row["times_floor"], median / floor, 1e-9);
        const double fma = report[row["precision"] == "f32" ? "fma_per_s_f32" : "fma_per_s_f64"];
        EXPECT_NEAR(row["iterations_ms"], 3e3 * row["iterations"].get<double>() / fma, 1e-9);
        EXPECT_LE(row["least_ms"], median);
        EXPECT_LE(median, row["percentile_99_ms"]);
        EXPECT_EQ(row["runs_ms"].size(), row["height"] == 2 ? 10u : 2u) << "more in the window";
        EXPECT_EQ(row["launches"], 0) << "the processor launches no kernels";
        EXPECT_TRUE(row["published_ms"].is_null()) << "the figures are of the whole size";
    }
    EXPECT_EQ(files(), std::vector<std::string>{"suite.json"});
}

TEST_F(SuiteTest, HasTheCasesWithPublishedFiguresAndTargets) {
    const auto cases = suite_cases(1);
    const auto has = [&](int side, std::uint32_t dwell_limit, double published, double target) {
        return std::ranges::any_of(cases, [&](const SuiteCase& each) {
            return each.request.image == ImageSize{side, side} &&
                   each.request.dwell_limit == dwell_limit && !each.request.shortcuts &&
                   each.published_ms == published && each.target_ms == target;
        });
    };
    EXPECT_TRUE(has(65536, 512, 350.7, 170));
    EXPECT_TRUE(has(65536, 512, 32.0, 12));
    EXPECT_TRUE(has(16384, 8192, 38.6, 10));
    EXPECT_TRUE(has(16384, 512, 3.8, 1.2));
    EXPECT_TRUE(has(4096, 512, 0.64, 0.25));
    EXPECT_TRUE(has(1024, 512, 0.12, 0.05));
    EXPECT_EQ(std::ranges::count(cases, true, &SuiteCase::in_window), 5);
}

TEST_F(SuiteTest, SaysWhatAMachineHasNoRoomFor) {
    constexpr std::int64_t gib = std::int64_t{1} << 30;
    EXPECT_EQ(memory_shortage({65536, 65536}, 8 * gib),
              "needs 20.0 GiB of memory; 8.0 GiB is free");
    EXPECT_FALSE(memory_shortage({16384, 16384}, 8 * gib));
}

TEST_F(SuiteTest, CallsATargetReachedByTheMedian) {
    SuiteRow row;
    for (int ms = 1; ms <= 200; ++ms) row.runs.emplace_back().compute_ms = ms;
    EXPECT_EQ(row.ms().median, 100.5);
    EXPECT_EQ(row.ms_99(), 198);
    row.target_ms = 100.5;
    EXPECT_TRUE(row.reached());
    row.target_ms = 100;
    EXPECT_FALSE(row.reached());
}

TEST_F(SuiteTest, HoldsDoublePrecisionAgainstTheRowBefore) {
    EngineDispatcher dispatcher;
    const auto compute = [&](const FrameRequest& request, const std::stop_token& stop) {
        FrameProgress unwatched;
        return dispatcher.compute(request, stop, unwatched);
    };
    FrameRequest small;
    small.image = {64, 64};
    small.part = whole(small.image);
    const SuiteRun run(small, 1, 2, compute, {});
    SuiteCase twin;
    twin.request.image = {16, 16};
    twin.target_ratio = 1.5;
    SuiteRow before;
    before.runs = fake_runs(EngineKind::ask, {10, 40, 20});
    const SuiteRow row = run.row_of(twin, &before);
    EXPECT_EQ(row.target_ms, 30);
    EXPECT_EQ(row.runs.size(), 2u);
    EXPECT_FALSE(run.row_of(twin, nullptr).target_ms);
}

TEST_F(SuiteTest, SkipsACaseThatFailsUnlessItsBackendFailed) {
    const auto compute = [](const FrameRequest& request, const std::stop_token&) {
        if (request.dwell_limit == 7) throw std::bad_alloc();
        if (request.dwell_limit == 8) throw BackendFailure("the device is lost");
        Frame frame;
        frame.plan = planned(request);
        return std::optional(frame);
    };
    const SuiteRun run({}, 1, 2, compute, {});
    SuiteCase asked;
    asked.request.image = {16, 16};
    asked.request.dwell_limit = 7;
    const SuiteRow row = run.row_of(asked, nullptr);
    EXPECT_SAYS(row.skipped, "not enough memory");
    EXPECT_TRUE(row.runs.empty());
    asked.request.dwell_limit = 8;
    EXPECT_THROW(run.row_of(asked, nullptr), BackendFailure);
}

TEST_F(SuiteTest, RefusesWhatItDoesNotTake) {
    EXPECT_SAYS(run("bench --suite --view paper").err, "with --suite, there is no option --view");
    EXPECT_SAYS(run("bench --suite -o suite.csv").err, "ending in .json");
    EXPECT_SAYS(run("bench --suite --scale 0").err, "--scale is \"0\"");
    EXPECT_SAYS(run("bench --suite -o missing/suite.json").err, "missing");
}

}  // namespace
}  // namespace mariani::app
