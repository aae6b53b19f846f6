// What an exhibit is found to miss or repeat is what counting its visits cell by cell gives.
#include "compute/workloads/triangle/faults.hpp"

#include "compute/workloads/triangle/blocks.hpp"
#include "tests/triangle/each_map.hpp"

#include <random>

namespace mariani::triangle {
namespace {

Plan plan_of(MapKind map, int side, int block = 8) {
    Plan plan;
    plan.map = map;
    plan.test = Task::map;
    plan.side = side;
    plan.block = block;
    plan.rec_base = best_rec_base((side + block - 1) / block);
    return plan;
}

Faults faults_of(const Plan& plan) {
    return Faults::find(plan, {}).value();
}

// Cell by cell.
struct Counted {
    explicit Counted(const Plan& plan)
        : shape(shape_of(plan)), times(static_cast<std::size_t>(triangle_number(plan.side))) {
        for_each_block(plan, [&](const BlockPlace&, std::span<const Cell> cells) {
            for (const Cell cell : cells) ++times[at(cell)], ++visits;
        });
    }
    static std::size_t at(Cell cell) {
        return static_cast<std::size_t>(triangle_number(cell.row) + cell.column);
    }
    // Cells of the domain from `from` to just before `to` of which this is so.
    template <typename Is>
    Count count(Cell from, Cell to, const Is& is) const {
        Count found = 0;
        for (int row = from.row; row < to.row; ++row)
            for (int column = from.column; column < to.column; ++column)
                if (in_domain(shape, {row, column})) found += is(times[at({row, column})]);
        return found;
    }

    Shape shape;
    std::vector<int> times;
    Count visits = 0;
};

constexpr auto never = [](int times) { return times == 0; };
constexpr auto again = [](int times) { return times > 1; };

void expect_as_counted(const Plan& plan) {
    const Counted counted(plan);
    const Faults faults = faults_of(plan);
    const Cell begin{0, 0}, end{plan.side, plan.side};
    EXPECT_EQ(faults.missed(), counted.count(begin, end, never));
    EXPECT_EQ(faults.repeated(), counted.count(begin, end, again));
    EXPECT_EQ(faults.visits(), counted.visits);
    std::mt19937 random(1);
    const auto below = [&](int limit) {
        return static_cast<int>(random() % static_cast<unsigned>(limit));
    };
    for (int i = 0; i < 300; ++i) {
        const Cell from{below(plan.side), below(plan.side)};
        const int most = i % 3 == 0 ? 1 : 40;
        const Cell to{from.row + 1 + below(most), from.column + 1 + below(most)};
        const Cell inside{std::min(to.row, plan.side), std::min(to.column, plan.side)};
        SCOPED_TRACE(testing::Message() << "cells from " << from.row << ", " << from.column
                                        << " to " << to.row << ", " << to.column);
        EXPECT_EQ(faults.any_missed(from, to), counted.count(from, inside, never) > 0);
        EXPECT_EQ(faults.any_repeated(from, to), counted.count(from, inside, again) > 0);
    }
}

TEST(TriangleFaultsTest, OfEveryMapTheyAreThoseThatAreCounted) {
    for (const auto& map : choices<MapKind>())
        for (const int side : {1, 2, 7, 8, 9, 64, 100, 203, 520})
            for (const bool diagonal : {true, false}) {
                SCOPED_TRACE(testing::Message() << map.name << " " << side << " " << diagonal);
                Plan plan = plan_of(map.value, side);
                plan.diagonal = diagonal;
                expect_as_counted(plan);
            }
}

TEST(TriangleFaultsTest, AnEpsilonThatIsTooSmallOrTooLargeMakesHoles) {
    for (const MapKind map : {MapKind::ltm_x, MapKind::ltm_r, MapKind::ltm_n})
        for (const double epsilon : {-0.5, -0.25, 0.0, 0.25, 0.5})
            for (const bool diagonal : {true, false}) {
                SCOPED_TRACE(testing::Message()
                             << name_of(map) << " " << epsilon << " " << diagonal);
                Plan plan = plan_of(map, 333);
                plan.epsilon = epsilon;
                plan.diagonal = diagonal;
                expect_as_counted(plan);
                if (epsilon != 0) {
                    EXPECT_GT(faults_of(plan).missed(), 0);
                }
            }
}

TEST(TriangleFaultsTest, OfAnExactMapThereAreNone) {
    for (const auto& map : choices<MapKind>()) {
        if (is_exhibit(map.value)) continue;
        const Faults faults = faults_of(plan_of(map.value, limits::side.max));
        EXPECT_EQ(faults.missed() + faults.repeated(), 0) << map.name;
        EXPECT_FALSE(faults.first_missed()) << map.name;
        EXPECT_FALSE(faults.any_missed({0, 0}, {limits::side.max, limits::side.max})) << map.name;
    }
}

// The first wrong block of each root, with the epsilon as printed, in the largest triangle.
TEST(TriangleFaultsTest, TheLargestTriangleIsWrongFromTheFirstWrongRootOn) {
    for (const auto& [map, first] :
         {std::pair(MapKind::ltm_x, Count{10'619'135}), std::pair(MapKind::ltm_r, Count{4'940'795}),
          std::pair(MapKind::ltm_n, Count{1'900'275})}) {
        SCOPED_TRACE(name_of(map));
        const Faults faults = faults_of(plan_of(map, limits::side.max));
        const auto [row, column] = faults.first_missed().value();
        EXPECT_EQ(triangle_number(row) + column, first);
        for (int above = 0; above < row; ++above)
            ASSERT_EQ(faults.missed_blocks(above, 0, above + 1), 0) << above;
        EXPECT_EQ(faults.missed_blocks(row, 0, column), 0);
        EXPECT_EQ(faults.missed_blocks(row, column, column + 1), 1);
        const Cell corner{8 * row, 8 * column};
        EXPECT_TRUE(faults.any_missed(corner, {corner.row + 1, corner.column + 1}));
        EXPECT_FALSE(faults.any_missed({0, 0}, {corner.row, limits::side.max}));
    }
}

// What `info` and the window say of them, with blocks of 16.
TEST(TriangleFaultsTest, PrintedRootsAreExactAsFarAsTheirDescriptionsSay) {
    struct Claim {
        MapKind map;
        double epsilon;
        int side;
        const char* said;
    };
    for (const auto& [map, epsilon, side, said] :
         {Claim{MapKind::ltm_x, 1e-4, 73'712, "N = 73,712, with epsilon 1e-4 or 0."},
          Claim{MapKind::ltm_x, 0, 73'712, "rho 16"},
          Claim{MapKind::ltm_r, 1e-4, 50'272, "N = 50,272 with epsilon 1e-4"},
          Claim{MapKind::ltm_r, 0, 480, "nor above 480 with 0"},
          Claim{MapKind::ltm_n, 1e-4, 31'184, "N = 31,184 with epsilon 1e-4"},
          Claim{MapKind::ltm_n, 0, 16, "nor above 16 with 0"},
          Claim{MapKind::utm_printed, 1e-4, 4097, "N = 4,097"},
          Claim{MapKind::utm_n, 1e-4, 5793, "N = 5,793"}}) {
        SCOPED_TRACE(testing::Message() << name_of(map) << " " << epsilon);
        EXPECT_NE(choice_of(map).description.find(said), std::string_view::npos);
        Plan plan = plan_of(map, side, 16);
        plan.epsilon = epsilon;
        EXPECT_EQ(faults_of(plan).missed(), 0);
        ++plan.side;
        EXPECT_GT(faults_of(plan).missed(), 0);
    }
}

// One pair at first, which falls onto the diagonal; later they are many.
TEST(TriangleFaultsTest, PrintedPairsFallOntoTheDiagonalOrOutside) {
    Plan plan = plan_of(MapKind::utm_printed, 4098);
    const Faults first = faults_of(plan);
    EXPECT_EQ(first.missed(), 1);
    EXPECT_EQ(first.repeated(), 1);
    EXPECT_EQ(first.first_missed(), (Cell{4097, 0}));
    EXPECT_TRUE(first.any_repeated({1, 1}, {2, 2}));
    for (const int side : {4098, 5000, 8192})
        for (const bool diagonal : {true, false}) {
            SCOPED_TRACE(testing::Message() << side << " " << diagonal);
            plan.side = side;
            plan.diagonal = diagonal;
            expect_as_counted(plan);
        }
    plan.side = limits::side.max;
    const Faults last = faults_of(plan);
    EXPECT_GT(last.missed(), 30'000'000);
    EXPECT_EQ(last.repeated(), 0) << "without the diagonal there is nothing to be hit twice";
}

// Counted by going through every pair of a program of its own, in C.
TEST(TriangleFaultsTest, PairsByNewtonStepsAreWrongInTheLastRowsOnly) {
    Plan plan = plan_of(MapKind::utm_n, 12'000);
    EXPECT_EQ(faults_of(plan).missed(), 3);
    for (const bool diagonal : {true, false}) {
        plan.diagonal = diagonal;
        expect_as_counted(plan);
    }
    plan.side = 30'720;
    const Faults faults = faults_of(plan);
    EXPECT_EQ(faults.missed(), 24);
    EXPECT_FALSE(faults.any_missed({0, 0}, {30'720, 30'600}));
    EXPECT_TRUE(faults.any_missed({0, 30'600}, {30'720, 30'720}));
}

// A row that nobody goes through is right at its ends, in the largest triangle, too.
TEST(TriangleFaultsTest, RowsOfPairsThatAreNotDoubtfulAreRight) {
    for (const int side : {100, 4096, 30'720, 1 << 17}) {
        const auto doubtful = static_cast<int>(NewtonPairs::longest_doubtful_row(side));
        Count k = 0;
        for (int a = 0; side - 1 - a > doubtful; ++a) {
            ASSERT_EQ(NewtonPairs::of(side, k), (Cell{a + 1, a})) << side;
            k += side - 1 - a;
            ASSERT_EQ(NewtonPairs::of(side, k - 1), (Cell{side - 1, a})) << side;
        }
    }
}

// Wherever they are counted: below the diagonal there is nothing.
TEST(TriangleFaultsTest, Equation9AsPrintedMissesEveryBlockBelowTheDiagonal) {
    const Faults faults = faults_of(plan_of(MapKind::ltm_strict_printed, limits::side.max));
    const Count blocks = limits::side.max / 8;
    EXPECT_EQ(faults.missed(), blocks * (blocks - 1) / 2 * 64);
    EXPECT_EQ(faults.repeated(), 0);
    EXPECT_EQ(faults.visits(), blocks * 36);
    EXPECT_EQ(faults.first_missed(), (Cell{1, 0}));
}

TEST(TriangleFaultsTest, TheFoldMissesTheTriangleRightOfItsMiddleFirst) {
    Plan plan = plan_of(MapKind::rb_printed, 64);
    EXPECT_EQ(faults_of(plan).first_missed(), (Cell{32, 32}));
    plan.diagonal = false;
    EXPECT_EQ(faults_of(plan).first_missed(), (Cell{33, 32}));
    plan.side = 63;
    EXPECT_EQ(faults_of(plan).first_missed(), std::nullopt);
}

TEST(TriangleFaultsTest, AStopLeavesNothing) {
    std::stop_source stop;
    stop.request_stop();
    for (const MapKind map :
         {MapKind::ltm_n, MapKind::utm_printed, MapKind::utm_n, MapKind::ltm_strict_printed})
        EXPECT_FALSE(Faults::find(plan_of(map, 1000), stop.get_token())) << name_of(map);
}

}  // namespace
}  // namespace mariani::triangle
