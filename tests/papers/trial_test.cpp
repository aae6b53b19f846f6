// What a command measures, as values: of each kind of command that claims are measured by.
#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/papers/claim.hpp"
#include "app/start/command_line.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

Result measured(const std::string& command) {
    const RunEngine none = [](const FrameRequest&, const std::stop_token&) -> std::optional<Frame> {
        throw std::logic_error("no frame of the Mandelbrot set is wanted");
    };
    return paper_tools().measure(command + " --backend cpu", none, {}).value();
}

const ResultRow& row_of(const Result& result, std::string_view label) {
    const auto found = std::ranges::find(result.rows, label, &ResultRow::label);
    if (found == result.rows.end()) throw std::out_of_range(std::string(label));
    return *found;
}

TEST(Trials, OfAContestHaveEachEnginesTimesAndCounts) {
    const Result result = measured(
        "bench --workload points --engine dp,linear --points 64 --distribution grid --min 2 "
        "--repeat 2");
    EXPECT_FALSE(result.device.empty());
    ASSERT_EQ(result.rows.size(), 2u);
    const ResultRow& dp = row_of(result, "DP");
    EXPECT_EQ(dp.ms.size(), 2u);
    EXPECT_EQ(dp.values.at("nodes"), 85) << "4 levels";
    EXPECT_EQ(dp.values.at("levels"), 4);
    EXPECT_EQ(dp.values.at("leaves"), 64);
    EXPECT_EQ(dp.values.at("run"), 2) << "the last";
    EXPECT_FALSE(dp.values.contains("engine")) << "it is no number";
    EXPECT_EQ(row_of(result, "linear").ms.size(), 2u);
}

TEST(Trials, OfAContestSayHowEnginesCompare) {
    const Result result =
        measured("bench --workload triangle --test map --map bb,ltm --n 256 --repeat 1");
    ASSERT_EQ(result.rows.size(), 2u);
    for (const ResultRow& row : result.rows) EXPECT_GT(row.values.at("blocks"), 0) << row.label;
    EXPECT_EQ(result.rows.front().values.at("k"), 1) << "BB beside itself";
    EXPECT_GT(result.rows.back().values.at("k"), 0);
}

TEST(Trials, OfACheckCountYesAsOneAndNoAsZero) {
    const Result result =
        measured("check --workload triangle --test map --map ltm-strict-printed,ltm-strict --n 64");
    EXPECT_EQ(row_of(result, "ltm-strict").values.at("exact"), 1);
    EXPECT_EQ(row_of(result, "ltm-strict-printed").values.at("exact"), 0);
    EXPECT_TRUE(row_of(result, "ltm-strict").ms.empty());
}

TEST(Trials, OfFramesHaveTheParametersOfTheModel) {
    const auto result = paper_tools().measure(
        "bench --view paper --size 256x256 --engine ask --scheme mbr -g 4 -r 2 -B 16 --repeat 2 "
        "--backend cpu --threads 2",
        runner_of("bench"), {});
    const ResultRow& row = row_of(*result, "ASK-MBR");
    EXPECT_EQ(row.ms.size(), 2u);
    EXPECT_EQ(row.values.at("n"), 256);
    EXPECT_EQ(row.values.at("g"), 4);
    EXPECT_EQ(row.values.at("r"), 2);
    EXPECT_EQ(row.values.at("B"), 16);
    EXPECT_EQ(row.values.at("q"), 2) << "threads";
    EXPECT_EQ(row.values.at("levels"), 2);
    const double A = row.values.at("A");
    EXPECT_TRUE(A > 1 && A < 512) << A;
    EXPECT_FALSE(row.values.contains("lambda")) << "nothing measures it";
}

TEST(Trials, TellInsertionsApart) {
    for (const auto& [insertion, label] :
         {std::pair("region", "ASK-SBR"), std::pair("child", "ASK-SBR child"),
          std::pair("scan", "ASK-SBR scan")}) {
        const auto result = paper_tools().measure(
            std::string("bench --view paper --size 64x64 --engine ask -g 4 -r 2 -B 4 --repeat 1 "
                        "--backend cpu --insertion ") +
                insertion,
            runner_of("bench"), {});
        EXPECT_EQ(row_of(*result, label).ms.size(), 1u);
    }
}

TEST(Trials, ThatMeasureNothingOrWriteAFileAreRefused) {
    EXPECT_THROW(measured("model"), UsageError);
    EXPECT_THROW(measured("bench --workload points --engine dp --points 64 -o a.csv"), UsageError);
    EXPECT_THROW(measured("bench --view paper --size 32x32 -o a.csv"), UsageError);
}

}  // namespace
}  // namespace mariani::app
