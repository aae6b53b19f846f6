// The laws detect frames that break them.
#include "tests/property/laws.hpp"

#include "tests/engines/frames.hpp"
#include "tests/property/random_request.hpp"
#include "tests/property/trial.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

class Laws : public testing::Test {
  protected:
    static Facts facts_by(EngineKind engine) {
        FramePlan asked = plan(160, 120, 300);
        asked.engine = engine;
        asked.backend = Backend::cpu;
        asked.count_work = true;
        asked.subdivision = {4, 2, 8};
        FrameProgress progress;
        return facts_of(*EngineDispatcher().compute(request_for(asked), {}, progress));
    }

    Region& first(Outcome outcome) {
        return *std::ranges::find(facts.regions, outcome, &Region::outcome);
    }

    Facts facts = facts_by(EngineKind::ask);
    const Dwells truth = facts_by(EngineKind::ex).dwells;
};

TEST_F(Laws, HoldOfAFrame) {
    EXPECT_EQ(broken_law(facts, truth), "");
    EXPECT_EQ(difference(facts, facts_by(EngineKind::dp), Sharing::all), "");
}

TEST_F(Laws, NoticeARegionThatOverlapsAnother) {
    first(Outcome::leaf).rect.width += 1;
    EXPECT_NE(broken_tiling(facts), "");
}

TEST_F(Laws, NoticeAMissingRegion) {
    facts.regions.pop_back();
    EXPECT_NE(broken_tiling(facts), "");
}

TEST_F(Laws, NoticeAChildWithoutItsParent) {
    first(Outcome::subdivided).outcome = Outcome::leaf;
    EXPECT_NE(broken_tiling(facts), "");
}

TEST_F(Laws, NoticeAWrongDwell) {
    const Region& leaf = first(Outcome::leaf);
    facts.dwells[facts.index(leaf.rect.x + 1, leaf.rect.y + 1)] += 1;
    EXPECT_NE(broken_dwells(facts, truth), "");
}

TEST_F(Laws, NoticeABorderThatSaysAnotherDwell) {
    first(Outcome::leaf).border_max += 1;
    EXPECT_NE(broken_dwells(facts, truth), "");
}

TEST_F(Laws, NoticeAnInsideThatIsNotSafe) {
    facts.plan.fill = FillRule::safe;
    EXPECT_EQ(broken_safety(facts), "");
    facts.plan.view.centre.re += 0.5;
    EXPECT_NE(broken_safety(facts), "");
}

TEST_F(Laws, NoticeEveryCountThatIsOff) {
    for (const auto count :
         {&LevelStats::regions, &LevelStats::filled, &LevelStats::subdivided, &LevelStats::leaves,
          &LevelStats::empty_children, &LevelStats::pixels_filled, &LevelStats::pixels_iterated,
          &LevelStats::leaf_pixels}) {
        Facts other = facts;
        other.stats.levels[1].*count += 1;
        EXPECT_NE(broken_counts(other), "");
        EXPECT_NE(difference(facts, other, Sharing::tree_and_work), "");
    }
}

TEST_F(Laws, NoticeStepsThatAreOff) {
    Facts other = facts;
    other.stats.levels[0].iterations += 1;
    EXPECT_NE(broken_work(other, truth), "");
    other = facts;
    for (auto& level : other.stats.levels) level.leaf_iterations -= level.leaf_iterations / 2;
    EXPECT_NE(broken_work(other, truth), "");
    other = facts;
    other.work[truth.size() / 2] += 1;
    EXPECT_NE(broken_work(other, truth), "");
}

TEST_F(Laws, NoticeAMapInWhichARegionHasAnotherOutcome) {
    auto regions = facts.regions;
    for (auto& region : regions)
        if (region.outcome == Outcome::filled) region.outcome = Outcome::leaf;
    facts.map = map_regions(regions, facts.plan.image);
    EXPECT_NE(broken_sums(facts), "");
}

TEST_F(Laws, CountWrongPixelsByWhatTheyWereTakenFor) {
    const auto inside = std::ranges::find(facts.dwells, 300U) - facts.dwells.begin();
    auto other = truth;
    other[static_cast<std::size_t>(inside)] = 7;
    other.front() += 1;
    const auto wrong = wrong_pixels(facts, other), none = wrong_pixels(facts, truth);
    EXPECT_EQ(wrong.inside, none.inside + 1);
    EXPECT_EQ(wrong.outside, none.outside + 1);
}

TEST(Shrunk, FindsASimplerRequestThatFailsToo) {
    FrameRequest request = random_request(1, 0);
    request.image = {301, 203};
    request.part = {3, 5, 200, 100};
    set_subdivision(request, {7, 3, 9});
    const auto fails = [](const FrameRequest& candidate) {
        return candidate.image.width > 100 && candidate.r.value() > 2;
    };
    const FrameRequest simple = shrunk(request, fails);
    EXPECT_EQ(simple.image, (ImageSize{150, 1}));
    EXPECT_EQ(simple.part, whole(simple.image));
    EXPECT_EQ(simple.g, 1);
    EXPECT_EQ(simple.r, 3);
    EXPECT_EQ(simple.B, 1);
    EXPECT_EQ(simple.dwell_limit, 1U);
}

}  // namespace
}  // namespace mariani::tests
