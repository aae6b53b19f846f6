// What `check` compares with finds what is wrong.
#include "compute/workloads/triangle/reference.hpp"

#include "tests/triangle/each_map.hpp"

namespace mariani::triangle {
namespace {

Plan plan_of(Task test) {
    Plan plan;
    plan.test = test;
    plan.side = 100;
    if (test == Task::collision) {
        plan.block = 64;
        plan.features = 3;
        plan.diagonal = false;
        plan.layout = Layout::tiles;
    }
    return plan;
}

TEST(TriangleReferenceTest, CountsEachDifferentValue) {
    for (const Task test : {Task::accumulate, Task::edm, Task::collision}) {
        const Plan plan = plan_of(test);
        const auto expected = expected_output(plan, {}).value();
        auto found = output_of(plan);
        EXPECT_EQ(differences(plan, found, expected), 0);
        found[4] ^= std::byte{1};
        found[expected.size() - 1] ^= std::byte{128};
        EXPECT_EQ(differences(plan, found, expected), 2);
    }
}

TEST(TriangleReferenceTest, ATriangleByAWrongMapHasWrongValues) {
    Plan plan = plan_of(Task::edm);
    plan.side = 600;
    plan.map = MapKind::ltm_n;
    plan.epsilon = 0;
    EXPECT_GT(differences(plan, output_of(plan), expected_output(plan, {}).value()), 0);
}

TEST(TriangleReferenceTest, AStopEndsIt) {
    std::stop_source source;
    source.request_stop();
    EXPECT_FALSE(expected_output(plan_of(Task::edm), source.get_token()));
}

TEST(TriangleReferenceTest, OnlyTestsThatWriteHaveOne) {
    EXPECT_FALSE(has_output(Task::map));
    EXPECT_FALSE(has_output(Task::dummy));
    EXPECT_TRUE(has_output(Task::collision));
}

}  // namespace
}  // namespace mariani::triangle
