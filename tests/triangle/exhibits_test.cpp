// Exhibits under the tests, on both backends: what they have of the triangle they compute, and they
// write nowhere else.
#include "compute/workloads/triangle/blocks.hpp"
#include "compute/workloads/triangle/elements.hpp"
#include "compute/workloads/triangle/reference.hpp"
#include "tests/triangle/each_map.hpp"

#include <cstddef>
#include <set>

namespace mariani::triangle {
namespace {

class ExhibitRuns : public EachMap {};

// Where the values of these cells lie; of contacts each has a bit.
std::set<Count> places_of_visited(const Plan& plan) {
    std::set<Count> places;
    const Shape shape = shape_of(plan);
    for_each_block(plan, [&](const BlockPlace&, std::span<const Cell> cells) {
        for (const Cell cell : cells) places.insert(value_at(shape, plan.layout, cell));
    });
    return places;
}

// Plain loops over the whole triangle, less what the map does not visit.
std::vector<std::byte> expected_of_visited(const Plan& plan) {
    auto values = expected_output(plan, {}).value();
    const auto visited = places_of_visited(plan);
    const bool bits = plan.test == Task::collision;
    const auto size = static_cast<Count>(plan.test == Task::accumulate ? 1 : sizeof(float));
    const Count count = bits ? 8 * std::ssize(values) : std::ssize(values) / size;
    for (Count at = 0; at < count; ++at) {
        if (visited.contains(at)) continue;
        if (bits)
            values[static_cast<std::size_t>(at / 8)] &= ~(std::byte{1} << (at % 8));
        else
            std::fill_n(values.begin() + at * size, size, std::byte{0});
    }
    return values;
}

TEST_P(ExhibitRuns, ComputeTheCellsThatTheyHave) {
    for (const int side : {1, 2, 33, 200, 516})
        for (const auto& layout : choices<Layout>())
            for (const bool diagonal : {true, false}) {
                Plan asked = plan(Task::edm, side, 16);
                asked.layout = layout.value;
                asked.diagonal = diagonal;
                if (output_bytes(asked) == 0) continue;
                SCOPED_TRACE(testing::Message() << side << " " << layout.name << " " << diagonal);
                ASSERT_EQ(output_of(asked), expected_of_visited(asked));
            }
}

TEST_P(ExhibitRuns, FindTheContactsThatTheyHave) {
    for (const int side : {1, 64, 129, 516})
        for (const int dimensions : {1, 3}) {
            Plan asked = plan(Task::collision, side, 64);
            asked.features = dimensions;
            SCOPED_TRACE(testing::Message() << side << " " << dimensions);
            ASSERT_EQ(output_of(asked), expected_of_visited(asked));
        }
}

TEST_P(ExhibitRuns, AccumulateIntoTheCellsThatTheyHaveOnce) {
    if (GetParam().map == MapKind::rb_printed) GTEST_SKIP() << "which has some twice";
    const Plan asked = plan(Task::accumulate, 516, 16);
    ASSERT_EQ(output_of(asked), expected_of_visited(asked));
}

TEST_P(ExhibitRuns, AreRecordedBlockByBlock) {
    const Plan asked = plan(Task::accumulate, 500, 16);
    const auto trace = make_map_runner(asked)->trace({}).value();
    Count blocks = 0;
    for_each_block(asked, [&](const BlockPlace& place, std::span<const Cell>) {
        ASSERT_EQ(trace.at(static_cast<std::size_t>(blocks++)).use, place.use) << place.number;
    });
    EXPECT_EQ(std::ssize(trace), blocks);
}

INSTANTIATE_TEST_SUITE_P(Each, ExhibitRuns, testing::ValuesIn(exhibits()), name_of_candidate);

}  // namespace
}  // namespace mariani::triangle
