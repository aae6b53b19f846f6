// The order of the work of real frames, from every engine.
#include "compute/model/work_order.hpp"

#include "compute/service/dwell_access.hpp"
#include "tests/engines/each_engine.hpp"

#include <algorithm>
#include <cstddef>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

class WorkOrderSuite : public EachEngine {
  protected:
    Frame run(FramePlan asked) {
        asked.count_work = true;
        return compute(*engine_, own(asked));
    }
    static WorkOrder order_of(const Frame& frame) {
        const Field work = host_copy(frame.work);
        return order_of_work(frame.plan, frame.stats, regions_of(frame),
                             work.host<std::uint32_t>());
    }
};

FramePlan plan_of(int width, int height, SubdivisionParams subdivision, const View& view = paper) {
    auto asked = plan(width, height, 300, view);
    asked.subdivision = subdivision;
    return asked;
}

std::vector<FramePlan> odd_plans() {
    std::vector<FramePlan> plans{plan_of(151, 113, {3, 2, 4}),
                                 plan_of(151, 113, {3, 2, 4}, seahorse),
                                 plan_of(64, 64, {4, 2, 8}),
                                 plan_of(1, 1, {1, 2, 1}),
                                 plan_of(97, 1, {5, 3, 2}),
                                 plan_of(2, 53, {2, 2, 1}, elephant),
                                 plan_of(41, 37, {64, 2, 1}),
                                 plan_of(120, 90, {4, 4, 2}, {{0, 0}, 20}),
                                 plan_of(80, 60, {2, 2, 4}, {{0, 0}, 0.1})};
    plans.push_back(plan_of(150, 110, {3, 2, 4}));
    plans.back().part = {50, 0, 50, 36};  // a region of the first lattice
    plans.push_back(plan_of(151, 113, {3, 2, 4}));
    plans.back().shortcuts = true;
    return plans;
}

TEST_P(WorkOrderSuite, EndsWithTheFramesOwnTotals) {
    for (const auto& asked : odd_plans()) {
        const Frame frame = run(asked);
        const auto order = order_of(frame);
        const WorkDone whole{pixel_count(asked.part), frame.stats.total().iterations};
        EXPECT_EQ(order.done.back(), whole);
        EXPECT_EQ(done_at(order, 1), whole);
        EXPECT_EQ(done_at(order, 0), order.done.front());
    }
}

TEST_P(WorkOrderSuite, NeverTakesBackWhatWasDone) {
    for (const auto& asked : odd_plans()) {
        const auto order = order_of(run(asked));
        for (std::size_t i = 1; i < order.done.size(); ++i) {
            EXPECT_GE(order.done[i].pixels, order.done[i - 1].pixels);
            EXPECT_GE(order.done[i].iterations, order.done[i - 1].iterations);
        }
    }
}

TEST_P(WorkOrderSuite, MakesEveryPixelKnownTheLastOneAtTheEnd) {
    for (const auto& asked : odd_plans()) {
        const Frame frame = run(asked);
        const auto order = order_of(frame);
        const auto known_at = order.known_at.host<float>();
        EXPECT_EQ(known_at.extent, asked.part);
        EXPECT_GE(*std::ranges::min_element(known_at.values), 0);
        const float last = *std::ranges::max_element(known_at.values);
        EXPECT_LE(last, 1);
        EXPECT_GE(last, recomputes_borders(frame.plan) ? 0 : 1 - 1e-5);  // else it repeats some
    }
}

TEST_P(WorkOrderSuite, CountsThePixelsThatAreKnown) {
    const auto order = order_of(run(plan_of(151, 113, {3, 2, 4})));
    const auto values = order.known_at.host<float>().values;
    for (std::size_t i = 0; i < order.done.size(); i += 64) {
        const float moment = static_cast<float>(i) / static_cast<float>(order.done.size() - 1);
        EXPECT_EQ(order.done[i].pixels,
                  std::ranges::count_if(values, [&](float at) { return at <= moment; }));
    }
}

// What a region needs to know comes before what follows from it.
TEST_P(WorkOrderSuite, KnowsBordersBeforeTheFillsAndChildrenThatFollow) {
    const Frame frame = run(plan_of(151, 113, {3, 2, 4}));
    if (!subdivides()) return;
    const auto order = order_of(frame);
    const auto known_at = order.known_at.host<float>();
    for (const auto& [rect, min, max, iterations, level, outcome] : regions_of(frame)) {
        float border = 0, first_inside = 1;
        for (int y = rect.y; y < rect.y + rect.height; ++y)
            for (int x = rect.x; x < rect.x + rect.width; ++x) {
                const bool on_ring = x == rect.x || y == rect.y || x == rect.x + rect.width - 1 ||
                                     y == rect.y + rect.height - 1;
                const float at = known_at.at(x, y);
                if (on_ring)
                    border = std::max(border, at);
                else
                    first_inside = std::min(first_inside, at);
            }
        EXPECT_LE(border, first_inside);
    }
}

TEST_P(WorkOrderSuite, FillsARegionAtOnce) {
    const Frame frame = run(plan_of(151, 113, {3, 2, 4}));
    const auto order = order_of(frame);
    const auto known_at = order.known_at.host<float>();
    for (const auto& region : regions_of(frame)) {
        if (region.outcome != Outcome::filled) continue;
        const auto& rect = region.rect;
        for (int y = rect.y + 1; y < rect.y + rect.height - 1; ++y)
            for (int x = rect.x + 1; x < rect.x + rect.width - 1; ++x)
                ASSERT_EQ(known_at.at(x, y), known_at.at(rect.x + 1, rect.y + 1));
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, WorkOrderSuite, testing::ValuesIn(all_candidates()),
                         [](const auto& candidate) { return name_of_candidate(candidate.param); });

}  // namespace
}  // namespace mariani::tests
