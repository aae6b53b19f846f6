// Every map with its threads, on both backends: each cell of the domain once, no other at all.
#include "tests/triangle/each_map.hpp"

namespace mariani::triangle {
namespace {

class MapVisits : public EachMap {};
class ExhibitVisits : public EachMap {};

TEST_P(MapVisits, EachCellOnceForEverySide) {
    for (const int block : {8, 16, 32, 64})
        for (const int side : {1, 2, block - 1, block, block + 1, 1000, 1023, 2 * block * 9})
            for (const bool diagonal : {true, false}) {
                SCOPED_TRACE(testing::Message() << side << " in " << block << " " << diagonal);
                Plan asked = plan(Task::map, side, block);
                asked.diagonal = diagonal;
                const Coverage found = coverage_of(asked);
                EXPECT_TRUE(found.exact);
                EXPECT_EQ(found.missed, 0);
                EXPECT_EQ(found.repeated, 0);
                EXPECT_EQ(found.visits.outside, 0);
                EXPECT_EQ(found.visits.first_outside, -1);
                EXPECT_EQ(found.visits.inside, side * (side + (diagonal ? 1 : -1)) / 2);
            }
}

TEST_P(MapVisits, EachCellOnceInALargeTriangle) {
    for (const bool diagonal : {true, false}) {
        Plan asked = plan(Task::map, 4097, 16);
        asked.diagonal = diagonal;
        const Coverage found = coverage_of(asked);
        EXPECT_TRUE(found.exact);
        EXPECT_EQ(found.missed + found.repeated + found.visits.outside, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Each, MapVisits, testing::ValuesIn(exact_maps()), name_of_candidate);

// Without epsilon the three roots fail at once; the printed fold and the printed Eq. 9 miss cells,
// and the printed pairs do in a triangle that is large enough.
TEST_P(ExhibitVisits, ShowWhatIsWrong) {
    Plan asked = plan(Task::map, 4608, 16);
    if (has_epsilon(asked.map) && asked.map != MapKind::ltm_x) asked.epsilon = 0;
    const Coverage found = coverage_of(asked);
    if (asked.map == MapKind::ltm_x ||
        asked.map == MapKind::utm_n) {  // too small for what is wrong
        EXPECT_TRUE(found.exact);
        return;
    }
    EXPECT_FALSE(found.exact);
    EXPECT_GT(found.missed, 0);
    // What is off lies outside, but that of the fold and, at this size, of the pairs.
    EXPECT_EQ(found.repeated > 0, is_of_threads(asked.map));
    EXPECT_EQ(found.visits.outside > 0, !is_of_threads(asked.map));
    EXPECT_EQ(found.visits.first_outside >= 0, !is_of_threads(asked.map));
}

TEST_P(ExhibitVisits, Equation9AsPrintedPutsEveryBlockOutside) {
    if (GetParam().map != MapKind::ltm_strict_printed) return;
    const Coverage found = coverage_of(plan(Task::map, 1024, 16));  // 64 blocks to a side
    EXPECT_EQ(found.visits.outside, 64 * 63 / 2);
    EXPECT_EQ(found.visits.first_outside, 0);
    EXPECT_EQ(found.visits.inside, 64 * 16 * 17 / 2);
    EXPECT_EQ(found.missed, 1024 * 1025 / 2 - 64 * 16 * 17 / 2);
}

TEST_P(ExhibitVisits, PrintedPairsFailFromTheirFirstWrongNumberOn) {
    if (GetParam().map != MapKind::utm_printed) return;
    EXPECT_TRUE(coverage_of(plan(Task::map, 4097, 16)).exact);
    const Coverage found = coverage_of(plan(Task::map, 4098, 16));
    EXPECT_EQ(found.missed, 1);
    EXPECT_EQ(found.repeated, 1);
    EXPECT_EQ(found.visits.outside, 0);
}

TEST_P(ExhibitVisits, PairsByNewtonStepsMissThreeOfAMiddlingTriangle) {
    if (GetParam().map != MapKind::utm_n) return;
    EXPECT_TRUE(coverage_of(plan(Task::map, 8000, 16)).exact);
    EXPECT_EQ(coverage_of(plan(Task::map, 12'000, 16)).missed, 3);
}

// The first triangle whose blocks reach the first wrong lambda, and the one before.
TEST_P(ExhibitVisits, NewtonFailsFromItsFirstWrongBlockOn) {
    if (GetParam().map != MapKind::ltm_n) return;
    constexpr int rows = 1949;  // 1949 * 1950 / 2 = 1,900,275; the paper's N has 30,720 / 16 = 1920
    constexpr int block = 8;
    EXPECT_TRUE(coverage_of(plan(Task::map, rows * block, block)).exact);
    const Coverage found = coverage_of(plan(Task::map, rows * block + 1, block));
    EXPECT_FALSE(found.exact);
    EXPECT_EQ(found.visits.first_outside, 1'900'275);
    EXPECT_EQ(found.missed, block);  // the last row's cells in that block
}

INSTANTIATE_TEST_SUITE_P(Each, ExhibitVisits, testing::ValuesIn(exhibits()), name_of_candidate);

}  // namespace
}  // namespace mariani::triangle
