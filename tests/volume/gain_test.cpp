// What subdivision pays, in the window's words and beside what was measured, and the rows of
// tables.
#include "app/workloads/volume/runs.hpp"
#include "compute/workloads/volume/work_model.hpp"

#include <atomic>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using volume::Plan;

// Half of the voxels were iterated, by regions of two levels.
volume::RunStats two_levels() {
    volume::RunStats stats;
    stats.compute_ms = 2;
    stats.iterated = 442'368;
    stats.launches = 7;
    stats.failed_launches = 3;
    stats.levels = {{512, 100, 412, 0, 6144, 3.25, 110'592}, {3296, 2000, 0, 1296, 39'552, {}, {}}};
    return stats;
}

TEST(VolumeRowsTest, ARowOfTheLogSaysWhatARunMadeAndTook) {
    const auto row = log_row(Plan{}, two_levels(), "a processor", {});
    EXPECT_EQ(row["cells"], 96 * 96 * 96);
    EXPECT_EQ(row["cells_iterated"], 442'368);
    EXPECT_EQ(row["cells_per_s"], 96.0 * 96 * 96 / 0.002);
    EXPECT_EQ(row["launches"], 7);
    EXPECT_EQ(row["failed_launches"], 3);
    EXPECT_EQ(row["regions"], 512 + 3296);
    EXPECT_EQ(row["list_bytes"], 6144 + 39'552);
}

TEST(VolumeRowsTest, TheLastLevelHasNoProbability) {
    std::istringstream table(levels_text(Plan{}, two_levels()));
    std::vector<std::string> last, first;
    for (std::string line; std::getline(table, line);) {
        std::istringstream words(line);
        first.swap(last);
        last.assign(std::istream_iterator<std::string>(words), {});
    }
    EXPECT_EQ(first.at(6), "0.805");
    EXPECT_EQ(last.at(6), "-");
}

TEST(VolumeGainTest, TheModelHasTheAxesOfThePlan) {
    Plan plan;
    plan.axes = 2;
    plan.side = {{96, 96, 1, 1}};
    plan.g = 2;
    const auto gain = volume_gain(plan, two_levels());
    ASSERT_TRUE(gain && gain->omega && gain->best[0]);
    EXPECT_LE(*gain->omega, *gain->best[0]);
    CostParams params;
    params.n = 96;
    params.g = plan.g, params.r = plan.r, params.B = plan.B;
    params.P = gain->P.value(), params.lambda = 100, params.A = plan.dwell_limit;
    EXPECT_DOUBLE_EQ(*gain->omega, volume::omega(params, 2));
}

// What is given is another engine's: surface has larger regions of its own.
TEST(VolumeGainTest, SurfaceIsMeasuredWithItsOwnB) {
    volume::Request request;
    request.side = 64;
    request.backend = Backend::cpu;
    request.engine = volume::EngineKind::ask;
    request.B = 2;
    for (const Plan& plan : engines_over(request, "there is none"))
        if (plan.engine == volume::EngineKind::surface) {
            EXPECT_EQ(plan.B, 16);
        } else if (plan.engine == volume::EngineKind::ask) {
            EXPECT_EQ(plan.B, 2);
        }
}

TEST(VolumeGainTest, AllEnginesThatFitAreMeasuredBesideEx) {
    volume::Request request;
    request.side = 24;
    request.backend = Backend::cpu;
    request.scheme = Scheme::mbr;  // DP has none of that on a processor
    const auto plans = engines_over(request, "there is none");
    ASSERT_EQ(plans.size(), 3U);
    EXPECT_EQ(plans[0].engine, volume::EngineKind::ex);
    std::atomic<int> done = 0;
    const auto measured = measure_engines(plans, 2, false, {}, done);
    ASSERT_TRUE(measured.has_value());
    const auto& times = measured->measurement.times;
    ASSERT_EQ(times.size(), 3U);
    EXPECT_FALSE(measured->measurement.lists);
    EXPECT_EQ(times[1].label, "ASK-MBR B 4");
    for (const VolumeTimes& each : times)
        EXPECT_DOUBLE_EQ(each.gain, times[0].ms.median / each.ms.median) << each.label;
    EXPECT_EQ(measured->rows.size(), 6U);
}

TEST(VolumeGainTest, APoolKeepsNoEngineFromBeingMeasured) {
    volume::Request request;
    request.side = 24;
    request.backend = Backend::cpu;
    request.engine = volume::EngineKind::dp;
    request.pool = 16;
    EXPECT_EQ(engines_over(request, "there is none").size(), 4U);
}

TEST(VolumeGainTest, EncodingsAndOrdersAreMeasuredBesideEx) {
    volume::Request request;
    request.side = 24;
    request.backend = Backend::cpu;
    request.engine = volume::EngineKind::ex;  // which has no list
    const auto plans = lists_over(request, "there is none");
    ASSERT_EQ(plans.size(), 1U + 5U * 3U);
    EXPECT_EQ(plans[0].engine, volume::EngineKind::ex);
    std::atomic<int> done = 0;
    const auto measured = measure_engines(plans, 1, false, {}, done);
    ASSERT_TRUE(measured.has_value());
    EXPECT_TRUE(measured->measurement.lists);
    std::set<std::string> labels;
    for (const VolumeTimes& times : measured->measurement.times) labels.insert(times.label);
    EXPECT_EQ(labels.size(), plans.size());
    EXPECT_TRUE(labels.contains("Ex") && labels.contains("hilbert arrival"));
    request.engine = volume::EngineKind::surface;
    EXPECT_EQ(lists_over(request, "there is none").back().engine, volume::EngineKind::surface);
    request.r = 3;  // no power of two, of which Morton and Hilbert have need
    EXPECT_EQ(lists_over(request, "there is none").size(), 1U + 3U * 3U);
}

}  // namespace
}  // namespace mariani::app
