#include "compute/workloads/gasket/rule.hpp"
#include "compute/workloads/gasket/state.hpp"

#include <gtest/gtest.h>

namespace mariani::gasket {
namespace {

TEST(RuleTest, TextsAreReadAndWritten) {
    EXPECT_EQ(text_of(Rule{}), "B2/S23");
    for (const char* text :
         {"B2/S23", "B3/S23", "B/S", "B012345678/S012345678", "B1/S1", "B12/S12", "B0/S8"}) {
        ASSERT_TRUE(parse_rule(text)) << text;
        EXPECT_EQ(text_of(*parse_rule(text)), text);
    }
    EXPECT_EQ(parse_rule("b3/s32"), parse_rule("B3/S23"));
    for (const char* text : {"", "/", "B3", "B3S23", "S23/B3", "B9/S2", "B3/S2 ", " B3/S2",
                             "B3/S2/", "23/3", "B3//S2", "B-1/S"})
        EXPECT_FALSE(parse_rule(text)) << text;
}

TEST(RuleTest, CountsLivingNeighbours) {
    const Rule rule = *parse_rule("B1/S08");
    for (unsigned living = 0; living <= Rule::max_neighbours; ++living) {
        EXPECT_EQ(rule.next(false, living), living == 1);
        EXPECT_EQ(rule.next(true, living), living == 0 || living == 8);
    }
}

TEST(StateTest, HoldsABitForEachCell) {
    State state(130);
    EXPECT_EQ(state.words().size(), 3U);
    EXPECT_EQ(state.population(), 0U);
    for (const std::uint64_t index : {0U, 63U, 64U, 129U}) state.set(index, true);
    EXPECT_TRUE(state.alive(129));
    EXPECT_FALSE(state.alive(128));
    EXPECT_EQ(state.population(), 4U);
    state.set(63, false);
    EXPECT_EQ(state.population(), 3U);
    EXPECT_EQ(state.words()[1], 1U);
}

TEST(StateTest, CountsPartsAsTheSumOfCells) {
    const State state = random_state(400, {3, 0.4F});
    for (std::uint64_t begin = 0; begin <= 400; ++begin) {
        std::uint64_t expected = 0;
        for (std::uint64_t end = begin; end <= 400; ++end) {
            ASSERT_EQ(state.population(begin, end), expected) << begin << " to " << end;
            if (end < 400) expected += state.alive(end);
        }
    }
}

TEST(StateTest, HashesDependOnCellsAndPlaces) {
    const State none(200);
    State first = none, last = none;
    first.set(0, true);
    last.set(199, true);
    EXPECT_NE(none.hash(), State(201).hash());
    EXPECT_NE(none.hash(), first.hash());
    EXPECT_NE(first.hash(), last.hash());
    EXPECT_EQ(first.hash(), State(first).hash());
}

TEST(StateTest, DifferencesAreCountedFromTheFirst) {
    const State none(200);
    EXPECT_EQ(differences(none, State(200)), Differences{});
    State other = none;
    for (const std::uint64_t index : {70U, 127U, 199U}) other.set(index, true);
    EXPECT_EQ(differences(none, other), (Differences{3, 70}));
    EXPECT_EQ(differences(other, none), (Differences{3, 70}));
    other.set(0, true);
    EXPECT_EQ(differences(other, none), (Differences{4, 0}));
}

TEST(StateTest, RandomCellsDependOnSeedAndPlaceOnly) {
    const State small = random_state(1000, {7, 0.25F}), large = random_state(100'000, {7, 0.25F});
    for (std::uint64_t index = 0; index < 1000; ++index)
        ASSERT_EQ(small.alive(index), large.alive(index));
    EXPECT_NEAR(static_cast<double>(large.population()), 25'000, 600);
    EXPECT_NE(small, random_state(1000, {8, 0.25F}));
    EXPECT_EQ(random_state(1000, {7, 0}).population(), 0U);
    EXPECT_EQ(random_state(1000, {7, 1}).population(), 1000U);
}

}  // namespace
}  // namespace mariani::gasket
