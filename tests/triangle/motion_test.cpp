// Moving points and spheres: on both backends where plain reckoning has them, at any time.
#include "compute/cuda/engines.hpp"
#include "compute/workloads/triangle/plan.hpp"
#include "compute/workloads/triangle/reference.hpp"
#include "tests/triangle/each_map.hpp"

#include <cmath>

namespace mariani::triangle {
namespace {

// In exact steps of its own: to the wall, and back.
double plain_place(double start, double speed, double time) {
    double left = std::abs(speed) * time, place = start;
    double direction = speed < 0 ? -1 : 1;
    while (true) {
        const double to_wall = direction > 0 ? 1 - place : place;
        if (left <= to_wall) return place + direction * left;
        place = direction > 0 ? 1 : 0;
        left -= to_wall;
        direction = -direction;
    }
}

TEST(TriangleMotionTest, PointsAreReflectedAtTheWalls) {
    constexpr double soon = 0.0625;  // at most 0.008 from the start
    int reflected_ones = 0;
    for (Count point = 0; point < 200; ++point)
        for (int axis = 0; axis < 4; ++axis) {
            const double start = double{coordinate(9, point, axis)};
            if (start < 0.01 || start > 0.99) continue;
            const double speed = (double{moved(9, point, axis, soon)} - start) / soon;
            for (const double time : {0.25, 3.0, 17.5, 120.0}) {
                const double exact = plain_place(start, speed, time);
                EXPECT_NEAR(double{moved(9, point, axis, time)}, exact, 2e-6 * (time + 1))
                    << point << " " << axis << " " << time;
                reflected_ones += std::abs(exact - start) + 1e-3 < std::abs(speed) * time;
            }
        }
    EXPECT_GT(reflected_ones, 100);
}

TEST(TriangleMotionTest, WhatIsReflectedStaysBetweenTheWalls) {
    EXPECT_EQ(reflected(0.25), 0.25F);
    EXPECT_EQ(reflected(1), 1.0F);
    EXPECT_EQ(reflected(1.25), 0.75F);
    EXPECT_EQ(reflected(2), 0.0F);
    EXPECT_EQ(reflected(2.25), 0.25F);
    EXPECT_EQ(reflected(-0.25), 0.25F);
    EXPECT_EQ(reflected(-1.25), 0.75F);
    EXPECT_EQ(reflected(-1e-300), 0.0F);
    EXPECT_EQ(reflected(125'000.75), 0.75F);
}

TEST(TriangleMotionTest, AtTheBeginningNothingHasMoved) {
    for (Count point = 0; point < 1000; ++point)
        for (int axis = 0; axis < 4; ++axis)
            ASSERT_EQ(moved(4, point, axis, 0), coordinate(4, point, axis));
}

// At most an eighth of the side in a second, and each at a speed of its own.
TEST(TriangleMotionTest, SpeedsFillTheirRange) {
    double least = 1, most = -1;
    for (Count point = 0; point < 1000; ++point) {
        const double start = double{coordinate(1, point, 0)};
        if (start < 0.2 || start > 0.8) continue;
        const double speed = double{moved(1, point, 0, 1)} - start;
        least = std::min(least, speed);
        most = std::max(most, speed);
    }
    EXPECT_NEAR(least, -max_speed, 0.01);
    EXPECT_NEAR(most, max_speed, 0.01);
}

TEST(TriangleMotionTest, SpheresKeepTheirRadius) {
    for (Count i = 0; i < 100; ++i) {
        const Point before = sphere_of(1, i, 3, 0), after = sphere_of(1, i, 3, 10);
        EXPECT_EQ(before.w, after.w);
        EXPECT_NE(before.x, after.x);
    }
    EXPECT_EQ(sphere_of(1, 0, 1, 10).y, 0);
}

class MotionRuns : public EachMap {};

TEST_P(MotionRuns, ARunFollowsTheInput) {
    for (const Task test : {Task::edm, Task::collision})
        for (const bool by_grid : {false, true}) {
            if (by_grid && test == Task::edm) continue;
            Plan asked = plan(test, 500, test == Task::edm ? 16 : 64);
            asked.by_grid = by_grid;
            const auto runner = make_runner(asked);
            std::vector<std::byte> last;
            for (const double time : {0.0, 0.5, 7.25, 12'345.678}) {
                SCOPED_TRACE(testing::Message() << mariani::name_of(test) << " " << time);
                asked.time = time;
                runner->set_time(time);
                Progress progress;
                ASSERT_TRUE(runner->run({}, progress));
                const auto found = runner->output();
                ASSERT_EQ(found, expected_output(asked, {}).value());
                ASSERT_EQ(found, output_of(asked));
                ASSERT_NE(found, last);
                last = found;
            }
        }
}

std::vector<Candidate> one_of_blocks_and_one_of_threads() {
    std::vector<Candidate> both;
    for (const Candidate& each : exact_maps())
        if (each.map == MapKind::rb || each.map == MapKind::utm) both.push_back(each);
    return both;
}

INSTANTIATE_TEST_SUITE_P(Each, MotionRuns, testing::ValuesIn(one_of_blocks_and_one_of_threads()),
                         name_of_candidate);

}  // namespace
}  // namespace mariani::triangle
