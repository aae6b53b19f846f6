// Contacts by a uniform grid, on both backends: the same bits as those of every map.
#include "compute/cuda/engines.hpp"
#include "compute/workloads/triangle/reference.hpp"
#include "compute/workloads/triangle/runner.hpp"
#include "compute/workloads/triangle/sphere_grid.hpp"
#include "tests/triangle/each_map.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

namespace mariani::triangle {
namespace {

std::vector<Point> spheres_of(std::uint64_t seed, int count, int dimensions) {
    std::vector<Point> spheres;
    for (int i = 0; i < count; ++i) spheres.push_back(sphere_of(seed, i, dimensions, 0));
    return spheres;
}

TEST(SphereGridTest, EverySphereIsSortedIntoItsCell) {
    const auto spheres = spheres_of(3, 5000, 3);
    const SortedSpheres grid = sort_into_grid(spheres);
    ASSERT_EQ(grid.first.size(), grid_cells + 1U);
    EXPECT_EQ(grid.first.front(), 0);
    EXPECT_EQ(grid.first.back(), 5000);
    std::set<int> numbers;
    for (std::size_t cell = 0; cell < grid_cells; ++cell)
        for (auto at = static_cast<std::size_t>(grid.first[cell]);
             at < static_cast<std::size_t>(grid.first[cell + 1]); ++at) {
            const Point& sphere = grid.spheres[at];
            const int x = static_cast<int>(cell) % 9, y = static_cast<int>(cell) / 9 % 9,
                      z = static_cast<int>(cell) / 81;
            EXPECT_EQ(std::floor(double{sphere.x} / 12), x);
            EXPECT_EQ(std::floor(double{sphere.y} / 12), y);
            EXPECT_EQ(std::floor(double{sphere.z} / 12), z);
            numbers.insert(grid.numbers[at]);
            EXPECT_EQ(sphere.x, spheres[static_cast<std::size_t>(grid.numbers[at])].x);
        }
    EXPECT_EQ(numbers.size(), 5000U);
}

TEST(SphereGridTest, EachPairOfNeighbouringCellsIsMetOnceAndNoOther) {
    const auto spheres = spheres_of(1, 1000, 3);
    const SortedSpheres grid = sort_into_grid(spheres);
    std::multiset<std::pair<int, int>> met;
    for (int place = 0; place < 1000; ++place)
        for (int run = 0; run < grid_runs; ++run) {
            const GridPlace cell = grid_place(grid.spheres[static_cast<std::size_t>(place)]);
            const auto [begin, end] = grid_run(grid.first.data(), cell, place, run);
            for (int at = begin; at < end; ++at) {
                const Cell pair = pair_of(grid.numbers[static_cast<std::size_t>(place)],
                                          grid.numbers[static_cast<std::size_t>(at)]);
                met.insert({pair.row, pair.column});
            }
        }
    EXPECT_EQ(static_cast<Count>(met.size()), compared_pairs(grid));
    const auto apart = [](float a, float b) { return std::abs(int(a / 12) - int(b / 12)); };
    for (int row = 0; row < 1000; ++row)
        for (int column = 0; column < row; ++column) {
            const Point &a = spheres[static_cast<std::size_t>(row)],
                        &b = spheres[static_cast<std::size_t>(column)];
            const bool near = apart(a.x, b.x) < 2 && apart(a.y, b.y) < 2 && apart(a.z, b.z) < 2;
            ASSERT_EQ(met.count({row, column}), near ? 1U : 0U) << row << " " << column;
        }
}

// Beside the borders of cells, where a quotient might be rounded up.
TEST(SphereGridTest, TheLastNumberBelowABorderIsInTheCellBelow) {
    for (int border = 1; border < grid_side; ++border) {
        const float at = 12.0F * static_cast<float>(border);
        EXPECT_EQ(grid_place({at, 0, 0, 1}).x, border);
        EXPECT_EQ(grid_place({0, std::nextafter(at, 0.0F), 0, 1}).y, border - 1);
    }
    EXPECT_EQ(grid_place({0, 0, space_side, 1}).z, grid_side - 1);
}

// For spheres all over the space a grid is left with the published share of the pairs.
TEST(SphereGridTest, FewPairsAreLeft) {
    const auto spheres = spheres_of(1, 4096, 3);
    const double share =
        static_cast<double>(compared_pairs(sort_into_grid(spheres))) / (4096.0 * 4095 / 2);
    EXPECT_NEAR(share, 0.037, 0.002);
}

TEST(SphereGridTest, OnlyCollisionHasOne) {
    Plan plan;
    plan.by_grid = true;
    EXPECT_EQ(why_invalid(plan).value_or(""),
              "the grid is on: it finds contacts, which only the test collision has, not edm");
}

class GridRuns : public testing::TestWithParam<Backend> {
  protected:
    void SetUp() override {
        if (GetParam() != Backend::cuda) return;
        if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    }

    Plan plan(int side, int block = 128, int dimensions = 3) const {
        Plan plan;
        plan.test = Task::collision;
        plan.backend = GetParam();
        plan.side = side;
        plan.block = block;
        plan.features = dimensions;
        plan.diagonal = false;
        plan.layout = Layout::tiles;
        plan.seed = 5;
        plan.by_grid = true;
        return plan;
    }
};

TEST_P(GridRuns, ContactsAreThoseOfPlainLoops) {
    for (const int side : {1, 2, 63, 64, 129, 700, 3000})
        for (const int block : {64, 128, 256})
            for (const int dimensions : {1, 3}) {
                const Plan asked = plan(side, block, dimensions);
                SCOPED_TRACE(testing::Message() << side << " " << block << " " << dimensions);
                ASSERT_EQ(output_of(asked), expected_output(asked, {}).value());
            }
}

TEST_P(GridRuns, ContactsAreThoseOfAMap) {
    const Plan asked = plan(5000);
    Plan by_map = asked;
    by_map.by_grid = false;
    ASSERT_EQ(why_invalid(by_map).value_or(""), "");
    EXPECT_EQ(output_of(asked), output_of(by_map));
}

// What a run finds does not depend on those before.
TEST_P(GridRuns, RunsRepeatThemselves) {
    const Plan asked = plan(2000);
    const auto runner = make_runner(asked);
    Progress progress;
    const auto expected = expected_output(asked, {}).value();
    for (int run = 0; run < 3; ++run) {
        ASSERT_TRUE(runner->run({}, progress));
        ASSERT_EQ(runner->output(), expected) << run;
    }
}

TEST_P(GridRuns, AStopEndsARun) {
    const Plan asked = plan(limits::side.max, 64, 1);
    const auto runner = make_runner(asked);
    Progress progress;
    std::stop_source source;
    const std::jthread stopper([&] {
        while (progress.blocks_total == 0) std::this_thread::yield();
        source.request_stop();
    });
    const auto stats = runner->run(source.get_token(), progress);
    EXPECT_TRUE(!stats || asked.backend == Backend::cuda);  // a GPU may be done before
    EXPECT_FALSE(runner->run(source.get_token(), progress));
}

TEST_P(GridRuns, HasNoMap) {
    EXPECT_THROW(make_map_runner(plan(100)), std::logic_error);
}

std::string name_of_grid(const testing::TestParamInfo<Backend>& info) {
    return "grid_" + std::string(mariani::name_of(info.param));
}

INSTANTIATE_TEST_SUITE_P(Each, GridRuns, testing::Values(Backend::cpu, Backend::cuda),
                         name_of_grid);

}  // namespace
}  // namespace mariani::triangle
