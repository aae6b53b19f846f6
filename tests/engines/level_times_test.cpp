// What a frame reports on its levels: their times, and the counts that threads add up.
#include "compute/cpu/region_list.hpp"
#include "tests/engines/frames.hpp"

#include <numeric>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

double sum_of_ms(const std::vector<LevelStats>& levels) {
    return std::accumulate(levels.begin(), levels.end(), 0.0,
                           [](double sum, const LevelStats& level) { return sum + level.ms; });
}

TEST(LevelTimes, OfLevelsThatOverlapAreTheirSharesOfTheFrame) {
    std::vector<LevelStats> levels(3);
    levels[0].ms = 30;
    levels[1].ms = 60;
    levels[2].ms = 10;
    cpu::scale_times(levels, 25);
    EXPECT_DOUBLE_EQ(levels[0].ms, 7.5);
    EXPECT_DOUBLE_EQ(levels[1].ms, 15);
    EXPECT_DOUBLE_EQ(levels[2].ms, 2.5);
    levels.assign(2, {});
    cpu::scale_times(levels, 25);
    EXPECT_EQ(sum_of_ms(levels), 0);
}

TEST(LevelCounts, AddUpOneByOne) {
    const auto counts_from = [](std::int64_t n) {
        LevelStats level;
        for (const auto count :
             {&LevelStats::regions, &LevelStats::filled, &LevelStats::subdivided,
              &LevelStats::leaves, &LevelStats::empty_children, &LevelStats::pixels_filled,
              &LevelStats::pixels_iterated, &LevelStats::iterations, &LevelStats::leaf_pixels,
              &LevelStats::leaf_iterations})
            level.*count = n++;
        level.ms = static_cast<double>(n);
        return level;
    };
    const auto all = [](const LevelStats& level) {
        return std::tuple(level.regions, level.filled, level.subdivided, level.leaves,
                          level.empty_children, level.pixels_filled, level.pixels_iterated,
                          level.iterations, level.leaf_pixels, level.leaf_iterations, level.ms);
    };
    LevelStats sum = counts_from(100);
    sum += counts_from(1000);
    EXPECT_EQ(all(sum),
              std::tuple(1100, 1102, 1104, 1106, 1108, 1110, 1112, 1114, 1116, 1118, 1120));
}

// Two threads together take more than the frame's time.
TEST(LevelTimes, AreAllThereAndTogetherNoMoreThanTheFrames) {
    for (const auto kind : {EngineKind::dp, EngineKind::ask})
        for (const auto scheme : {Scheme::sbr, Scheme::mbr}) {
            auto asked = plan(400, 300, 2000, seahorse);
            asked.engine = kind;
            asked.scheme = scheme;
            asked.backend = Backend::cpu;
            asked.subdivision = {1, 2, 8};
            asked.threads = 2;
            const auto stats = compute(*find_engine(kind, Backend::cpu)->make(), asked).stats;
            ASSERT_EQ(stats.levels.front().subdivided, 1) << "nothing but a border on this level";
            for (const auto& level : stats.levels) EXPECT_GT(level.ms, 0);
            EXPECT_LE(sum_of_ms(stats.levels), stats.compute_ms * (1 + 1e-9));
        }
}

TEST(LevelTimes, OfOverlappingLevelsOnAGpuAreSharesOfTheFrame_cuda) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    for (const auto& [kind, scheme] : {std::pair(EngineKind::dp, Scheme::sbr),
                                       {EngineKind::dp, Scheme::mbr},
                                       {EngineKind::ask, Scheme::wpr}}) {
        auto asked = plan(800, 600, 2000, seahorse);
        asked.engine = kind;
        asked.scheme = scheme;
        asked.backend = Backend::cuda;
        asked.subdivision = {4, 2, 8};
        const auto stats = compute(*find_engine(kind, Backend::cuda)->make(), asked).stats;
        EXPECT_GT(stats.levels.size(), 1U);
        EXPECT_NEAR(sum_of_ms(stats.levels), stats.compute_ms, stats.compute_ms * 1e-6);
    }
}

}  // namespace
}  // namespace mariani::tests
