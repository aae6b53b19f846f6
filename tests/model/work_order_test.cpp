// The order of the work, of regions made by hand whose steps can be counted.
#include "compute/model/work_order.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace mariani {
namespace {

// 8 x 4 pixels in two regions: the left one is filled, the right one is divided into four of 2 x 2
// pixels, which are leaves but for one that is filled. No pixel is iterated twice.
constexpr PixelRect part{10, 20, 8, 4};

Region region(PixelRect rect, int level, Outcome outcome, std::uint64_t iterations) {
    Region made;
    made.rect = {part.x + rect.x, part.y + rect.y, rect.width, rect.height};
    made.level = static_cast<std::uint8_t>(level);
    made.outcome = outcome;
    made.iterations = iterations;
    return made;
}

struct Example {
    FramePlan plan;
    EngineStats stats;
    std::vector<Region> regions;
    std::vector<std::uint32_t> work = std::vector<std::uint32_t>(32, 5);

    explicit Example(EngineKind engine, Scheme scheme, Backend backend = Backend::cpu) {
        plan.image = {100, 100};
        plan.part = part;
        plan.engine = engine;
        plan.scheme = scheme;
        plan.backend = backend;
        regions = {region({0, 0, 4, 4}, 0, Outcome::filled, 60),
                   region({4, 0, 4, 4}, 0, Outcome::subdivided, 60),
                   region({4, 0, 2, 2}, 1, Outcome::leaf, 5),
                   region({6, 0, 2, 2}, 1, Outcome::leaf, 5),
                   region({4, 2, 2, 2}, 1, Outcome::filled, 5),
                   region({6, 2, 2, 2}, 1, Outcome::leaf, 5)};
        stats.levels.resize(2);
        stats.levels[0].ms = 3;
        stats.levels[1].ms = 1;
        for (const int filled : {9, 10, 17, 18}) work[static_cast<std::size_t>(filled)] = 0;
    }

    WorkOrder order() const { return order_of_work(plan, stats, regions, {part, std::span(work)}); }
};

float at(const WorkOrder& order, int x, int y) {
    return order.known_at.host<float>().at(part.x + x, part.y + y);
}

// The pixels as letters, row by row: those known first are a, the next b, and so on, after z A.
std::string sequence_of(const WorkOrder& order) {
    const auto values = order.known_at.host<float>().values;
    std::vector<float> moments(values.begin(), values.end());
    std::ranges::sort(moments);
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    std::string text;
    for (const float value : values) {
        const auto place = std::ranges::find(moments, value) - moments.begin();
        text += static_cast<char>(place < 26 ? 'a' + place : 'A' + place - 26);
    }
    return text;
}

// A border is the top row, the bottom row, the left and the right side; then comes the fill.
TEST(WorkOrder, OfSbrFinishesARegionBeforeTheNextAndALevelBeforeTheNext) {
    for (const auto& example : {Example(EngineKind::ask, Scheme::sbr),
                                Example(EngineKind::dp, Scheme::sbr, Backend::cuda)})
        EXPECT_EQ(sequence_of(example.order()),
                  "abcdnopq"
                  "immkvzAx"
                  "jmmlwBCy"
                  "efghrstu");
}

TEST(WorkOrder, OfMbrFillsALevelOnceAllOfItsBordersAreKnown) {
    EXPECT_EQ(sequence_of(Example(EngineKind::ask, Scheme::mbr).order()),
              "abcdmnop"
              "iyykuzAw"
              "jyylvBCx"
              "efghqrst");
}

TEST(WorkOrder, OfTasksExaminesSiblingsTogetherAndThenTheChildrenOfTheLast) {
    Example example(EngineKind::dp, Scheme::sbr);
    EXPECT_EQ(sequence_of(example.order()),
              sequence_of(Example(EngineKind::ask, Scheme::mbr).order()));
    // Another pair of the same kind: now both of level 0 are divided, into halves.
    example.regions = {region({0, 0, 4, 4}, 0, Outcome::subdivided, 60),
                       region({4, 0, 4, 4}, 0, Outcome::subdivided, 60),
                       region({0, 0, 2, 4}, 1, Outcome::leaf, 10),
                       region({2, 0, 2, 4}, 1, Outcome::leaf, 10),
                       region({4, 0, 2, 4}, 1, Outcome::leaf, 10),
                       region({6, 0, 2, 4}, 1, Outcome::leaf, 10)};
    EXPECT_EQ(sequence_of(example.order()),
              "abcdmnop"
              "iCEkuyAw"
              "jDFlvzBx"
              "efghqrst");
}

TEST(WorkOrder, OfWprFinishesARegionWithAllBelowItBeforeTheNext) {
    Example example(EngineKind::ask, Scheme::wpr, Backend::cuda);
    std::swap(example.regions[0].outcome, example.regions[1].outcome);
    for (std::size_t i = 2; i < 6; ++i) example.regions[i].rect.x -= 4;
    EXPECT_EQ(sequence_of(example.order()),
              "abcdqrst"
              "imnkyCCA"
              "jopl"
              "zCCB"
              "efghuvwx");
}

TEST(WorkOrder, OfExGoesThroughTheRowsOrOnCudaThroughTheTiles) {
    Example example(EngineKind::ex, Scheme::sbr);
    example.regions = {region({0, 0, 8, 4}, 0, Outcome::leaf, 160)};
    example.work.assign(32, 5);
    example.stats.levels.resize(1);
    EXPECT_EQ(sequence_of(example.order()), "abcdefghijklmnopqrstuvwxyzABCDEF");
    example.plan.backend = Backend::cuda;
    example.plan.block = {4, 2};
    EXPECT_EQ(sequence_of(example.order()),
              "abcdijkl"
              "efghmnop"
              "qrstyzAB"
              "uvwxCDEF");
}

TEST(WorkOrder, GivesEachLevelItsShareOfTheTime) {
    Example example(EngineKind::ask, Scheme::sbr);
    const auto measured = example.order();
    EXPECT_NEAR(at(measured, 7, 2), 0.75, 1e-6);  // the last of level 0
    // Each region of level 1 has one new pixel.
    EXPECT_NEAR(at(measured, 5, 1), 0.75 + 0.25 * 1 / 4, 1e-6);
    EXPECT_NEAR(at(measured, 6, 2), 1, 1e-6);
    example.stats.levels[0].ms = example.stats.levels[1].ms = 0;
    // 60 + 16 and 60 + 12 steps, then four times 5 + 1.
    EXPECT_NEAR(at(example.order(), 7, 2), 148.0 / 172, 1e-6);
}

TEST(WorkOrder, GivesEachPixelTheTimeOfItsIterations) {
    Example example(EngineKind::ex, Scheme::sbr);
    example.regions = {region({0, 0, 8, 4}, 0, Outcome::leaf, 99 + 31)};
    example.work.assign(32, 1);
    example.work[3] = 99;
    example.stats.levels.resize(1);
    const auto order = example.order();
    EXPECT_NEAR(at(order, 2, 0), 6.0 / 162, 1e-6);
    EXPECT_NEAR(at(order, 3, 0), 106.0 / 162, 1e-6);
    EXPECT_EQ(done_at(order, 1), (WorkDone{32, 130}));
    EXPECT_EQ(done_at(order, 0.5), (WorkDone{3, 3}));
    EXPECT_EQ(done_at(order, 2), done_at(order, 1));
    EXPECT_EQ(done_at(order, -1), (WorkDone{}));
}

TEST(WorkOrder, CountsAlsoWhatIsIteratedAgain) {
    Example example(EngineKind::ask, Scheme::sbr, Backend::cuda);
    // As the papers' engines do: the children iterate all of their borders.
    for (std::size_t i = 2; i < 6; ++i) example.regions[i].iterations = 20;
    for (const int again : {4, 5, 6, 7, 12, 15, 20, 23, 28, 29, 30, 31})
        example.work[static_cast<std::size_t>(again)] += 5;
    EXPECT_EQ(example.order().done.back(), (WorkDone{32, 60 + 60 + 4 * 20}));
}

TEST(WorkOrder, NeedsRegionsAndWork) {
    Example example(EngineKind::ask, Scheme::sbr);
    EXPECT_THROW(order_of_work(example.plan, example.stats, example.regions, {}), std::logic_error);
    EXPECT_THROW(order_of_work(example.plan, example.stats, {}, {part, std::span(example.work)}),
                 std::logic_error);
}

}  // namespace
}  // namespace mariani
