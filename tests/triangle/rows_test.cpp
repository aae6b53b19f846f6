// What tables and legends tell of measured and recorded runs.
#include "app/workloads/colours.hpp"
#include "app/workloads/triangle/runs.hpp"

#include <atomic>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using triangle::MapKind;

TEST(TriangleRowsTest, ARowIsOfItsRun) {
    triangle::Request request;
    request.maps = {MapKind::bb, MapKind::ltm};
    request.side = 200;
    request.backend = Backend::cpu;
    const auto plans = triangle::resolve(request, "there is none");
    TriangleRounds rounds(plans);
    std::atomic<int> done = 0;
    ASSERT_TRUE(rounds.measure(2, {}, done));
    std::multiset<std::pair<std::string, int>> runs;
    for (const auto& run : rounds.runs()) {
        const auto row = triangle_row(plans[run.which], run, rounds);
        runs.emplace(row["engine"], row["run"]);
        EXPECT_EQ(row["cells"], 200 * 201 / 2);
        EXPECT_EQ(row["cells_per_s"], 200 * 201 / 2 / (run.stats.compute_ms * 1e-3));
    }
    EXPECT_EQ(runs, (std::multiset<std::pair<std::string, int>>{
                        {"bb", 1}, {"bb", 2}, {"ltm", 1}, {"ltm", 2}}));
}

// Two blocks of a millisecond each, of which the second begins at 9 ms, by five threads and more.
TEST(RecordColoursTest, LegendsSayWhatWasRecorded) {
    constexpr std::uint32_t ms = 1'000'000;
    BlockTrace trace{{0, 0, 0, BlockUse::useful, 0, ms},
                     {1, 1, 0, BlockUse::useful, 9 * ms, 10 * ms}};
    for (std::uint16_t unit = 2; unit < 5; ++unit)
        trace.push_back({unit, unit, 0, BlockUse::useful, 0, ms});
    const RecordColours colours(trace);
    const auto last = [&](BlockColour colour) {
        return colours.legend(colour, Backend::cpu).back().text;
    };
    EXPECT_EQ(last(BlockColour::unit), "thread 2; 2 more");
    EXPECT_EQ(last(BlockColour::start), "begins last, at 9 ms");
    EXPECT_EQ(last(BlockColour::duration), "the longest: 1 ms");
    EXPECT_EQ(colours.legend_while_played(0.5, {}).at(1).text,
              "working now, 5 ms of 10 ms after the first began");
    EXPECT_EQ(colours.while_played(trace[1], 0.5), role::waiting);
    EXPECT_EQ(colours.while_played(trace[1], 0.95), role::running);
    EXPECT_EQ(colours.while_played(trace[0], 0.95), std::nullopt);
}

}  // namespace
}  // namespace mariani::app
