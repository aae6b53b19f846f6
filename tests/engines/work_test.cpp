// The iterations spent on each pixel, as every engine counts them.
#include "compute/model/work_sums.hpp"
#include "compute/service/dwell_access.hpp"
#include "tests/engines/each_engine.hpp"
#include "tests/engines/reference.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

std::int64_t sum_of(const std::vector<std::uint32_t>& values) {
    return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

bool on_ring(PixelRect rect, int x, int y) {
    return x == rect.x || y == rect.y || x == rect.x + rect.width - 1 ||
           y == rect.y + rect.height - 1;
}

// How often each pixel was iterated, by the definition: with every border that it lies on, and
// within a leaf; or, if borders are kept, at most once.
std::vector<std::uint32_t> times_iterated(const Frame& frame, bool recomputed) {
    const PixelRect part = frame.plan.part;
    std::vector<std::uint32_t> times(static_cast<std::size_t>(pixel_count(part)), 0);
    for (const auto& [rect, min, max, iterations, level, outcome] : regions_of(frame))
        for (int y = rect.y; y < rect.y + rect.height; ++y)
            for (int x = rect.x; x < rect.x + rect.width; ++x)
                if (outcome == Outcome::leaf || on_ring(rect, x, y))
                    ++times[static_cast<std::size_t>(y - part.y) *
                                static_cast<std::size_t>(part.width) +
                            static_cast<std::size_t>(x - part.x)];
    if (!recomputed)
        for (auto& count : times) count = std::min(count, 1U);
    return times;
}

class WorkSuite : public EachEngine {
  protected:
    Frame run(FramePlan asked) {
        asked.count_work = true;
        return compute(*engine_, own(asked));
    }
};

FramePlan plan_of(const View& view) {
    auto asked = plan(151, 113, 600, view);
    asked.subdivision = {3, 2, 4};
    return asked;
}

TEST_P(WorkSuite, AddsUpToTheIterationsOfTheFrame) {
    for (const auto& view : {paper, seahorse, elephant, View{{0, 0}, 20}})
        for (const bool shortcuts : {false, true})
            for (const bool smooth : {false, true})
                for (const auto precision : {Precision::f32, Precision::f64}) {
                    auto asked = plan_of(view);
                    asked.shortcuts = shortcuts;
                    asked.smooth = smooth;
                    asked.precision = precision;
                    const Frame frame = run(asked);
                    EXPECT_EQ(sum_of(work_of(frame)), frame.stats.total().iterations);
                }
}

TEST_P(WorkSuite, IsThatOfEachTimeThatThePixelWasIterated) {
    for (const auto& view : {paper, seahorse, elephant}) {
        const Frame frame = run(plan_of(view));
        const auto dwells = dwells_of(frame);
        auto expected = times_iterated(frame, recomputes_borders(frame.plan));
        for (std::size_t i = 0; i < expected.size(); ++i) expected[i] *= dwells[i];
        EXPECT_EQ(work_of(frame), expected);
    }
}

TEST_P(WorkSuite, ShowsBordersTwiceWhereTheyAreIteratedTwiceAndOnlyThere) {
    const Frame frame = run(plan_of(paper));
    const auto dwells = dwells_of(frame), work = work_of(frame);
    const auto times = times_iterated(frame, true);
    std::size_t shared = 0;
    for (std::size_t i = 0; i < work.size(); ++i) {
        if (times[i] != 2 || dwells[i] == 0) continue;
        ++shared;
        ASSERT_EQ(work[i], recomputes_borders(frame.plan) ? 2 * dwells[i] : dwells[i]);
    }
    EXPECT_EQ(shared > 0, entry().kind != EngineKind::ex);
    RegionMap map = frame.regions->map({151, 113});
    copy_to_host(map);
    const Field on_host = host_copy(frame.work);
    const auto sums = sum_work(on_host.host<std::uint32_t>(), map);
    EXPECT_EQ(repeats(sums, frame.stats) > 0,
              recomputes_borders(frame.plan) && entry().kind != EngineKind::ex);
}

TEST_P(WorkSuite, CountsPartsOfAnImage) {
    auto asked = plan_of(seahorse);
    asked.part = {50, 37, 101, 76};
    const Frame frame = run(asked);
    EXPECT_EQ(sum_of(work_of(frame)), frame.stats.total().iterations);
}

TEST_P(WorkSuite, IsCountedOnlyWhenAsked) {
    auto asked = plan_of(seahorse);
    const Frame counted = run(asked);
    asked.engine = entry().kind;
    asked.backend = entry().backend;
    asked.scheme = GetParam().scheme;
    const Frame plain = compute(*engine_, asked);
    EXPECT_FALSE(plain.work);
    EXPECT_EQ(dwells_of(plain), dwells_of(counted));
    EXPECT_EQ(regions_of(plain), regions_of(counted));
    EXPECT_EQ(plain.stats.total().iterations, counted.stats.total().iterations);
}

TEST_P(WorkSuite, StartsFromNothingInReusedMemory) {
    const auto first = work_of(run(plan_of(elephant)));
    for (int i = 0; i < 4; ++i) run(plan_of(seahorse));
    EXPECT_EQ(work_of(run(plan_of(elephant))), first);
}

INSTANTIATE_TEST_SUITE_P(Registry, WorkSuite, testing::ValuesIn(all_candidates()),
                         [](const auto& candidate) { return name_of_candidate(candidate.param); });

}  // namespace
}  // namespace mariani::tests
