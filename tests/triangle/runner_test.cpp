// Every map under every test, on both backends, beside the plainest loops over the triangle: so all
// of them agree, bit for bit.
#include "compute/workloads/triangle/elements.hpp"
#include "tests/triangle/each_map.hpp"

#include <bit>
#include <cmath>
#include <map>
#include <thread>

namespace mariani::triangle {
namespace {

class MapRuns : public EachMap {};

std::size_t plain_at(const Plan& plan, int row, int column) {
    const Count i = row, j = column, rho = plan.block;
    if (plan.layout == Layout::full) return static_cast<std::size_t>(i * plan.side + j);
    if (plan.layout == Layout::packed)
        return static_cast<std::size_t>((plan.diagonal ? i * (i + 1) / 2 : i * (i - 1) / 2) + j);
    const Count tile = (i / rho) * (i / rho + 1) / 2 + j / rho;
    return static_cast<std::size_t>(tile * rho * rho + i % rho * rho + j % rho);
}

// Calls put(index, row, column) for each cell of the domain.
template <typename Put>
void over_domain(const Plan& plan, const Put& put) {
    for (int row = 0; row < plan.side; ++row)
        for (int column = 0; column < row + (plan.diagonal ? 1 : 0); ++column)
            put(plain_at(plan, row, column), row, column);
}

float plain_coordinate(const Plan& plan, int point, int axis) {
    const auto index = static_cast<std::uint64_t>(4 * point + axis);
    return static_cast<float>(counter_hash(plan.seed, index) >> 40) / 16'777'216.0F;
}

std::vector<float> plain_distances(const Plan& plan) {
    std::vector<float> values(static_cast<std::size_t>(output_bytes(plan)) / sizeof(float));
    over_domain(plan, [&](std::size_t at, int row, int column) {
        float sum = 0;
        for (int axis = 0; axis < plan.features; ++axis) {
            const float d =
                plain_coordinate(plan, row, axis) - plain_coordinate(plan, column, axis);
            sum = std::fma(d, d, sum);
        }
        values[at] = std::sqrt(sum);
    });
    return values;
}

struct Sphere {
    float centre[3];
    float radius;
};

std::vector<Sphere> plain_spheres(const Plan& plan) {
    std::vector<Sphere> spheres;
    for (int i = 0; i < plan.side; ++i) {
        Sphere sphere{};
        for (int axis = 0; axis < plan.features; ++axis)
            sphere.centre[axis] = 100 * plain_coordinate(plan, i, axis);
        sphere.radius = std::fma(plain_coordinate(plan, i, 3), 5.0F, 1.0F);
        spheres.push_back(sphere);
    }
    return spheres;
}

std::vector<std::uint32_t> plain_contacts(const Plan& plan) {
    std::vector<std::uint32_t> words(static_cast<std::size_t>(output_bytes(plan)) / 4);
    const auto spheres = plain_spheres(plan);
    over_domain(plan, [&](std::size_t at, int row, int column) {
        const Sphere &a = spheres[static_cast<std::size_t>(row)],
                     &b = spheres[static_cast<std::size_t>(column)];
        float square = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const float d = a.centre[axis] - b.centre[axis];
            square = std::fma(d, d, square);
        }
        const float reach = a.radius + b.radius;
        if (std::fma(-reach, reach, square) < 0) words[at / 32] |= 1U << (at % 32);
    });
    return words;
}

TEST_P(MapRuns, DistancesAreThoseOfPlainLoops) {
    const std::vector<int> sides{1, 2, 15, 33, 200, 517};
    for (const int side : sides)
        for (const auto& layout : choices<Layout>())
            for (int features = 1; features <= max_features; ++features)
                for (const bool diagonal : {true, false}) {
                    Plan asked = plan(Task::edm, side, side > 100 ? 32 : 16);
                    asked.layout = layout.value;
                    asked.features = features;
                    asked.diagonal = diagonal;
                    if (output_bytes(asked) == 0) continue;
                    SCOPED_TRACE(testing::Message() << side << " " << layout.name << " " << features
                                                    << " " << diagonal);
                    ASSERT_EQ(values_of<float>(output_of(asked)), plain_distances(asked));
                }
}

TEST_P(MapRuns, DistancesDoNotDependOnBlocks) {
    for (const int block : {8, 16, 32, 64})
        for (int cells = std::max(1, block * block / 1024); cells <= block; cells *= 2) {
            Plan asked = plan(Task::edm, 300, block);
            asked.cells = cells;
            SCOPED_TRACE(testing::Message() << block << " " << cells);
            ASSERT_EQ(values_of<float>(output_of(asked)), plain_distances(asked));
        }
}

TEST_P(MapRuns, AccumulateAddsOneToEachCellWithEachRun) {
    for (const int side : {1, 2, 63, 64, 65, 300})
        for (const auto& layout : choices<Layout>())
            for (const bool diagonal : {true, false}) {
                Plan asked = plan(Task::accumulate, side, 16);
                asked.layout = layout.value;
                asked.diagonal = diagonal;
                if (output_bytes(asked) == 0) continue;
                std::vector<std::uint8_t> expected(static_cast<std::size_t>(output_bytes(asked)));
                over_domain(asked, [&](std::size_t at, int, int) { expected[at] = 2; });
                const auto runner = make_runner(asked);
                Progress progress;
                ASSERT_TRUE(runner->run({}, progress) && runner->run({}, progress));
                ASSERT_EQ(values_of<std::uint8_t>(runner->output()), expected) << side;
            }
}

TEST_P(MapRuns, ContactsAreThoseOfPlainLoops) {
    for (const int side : {1, 2, 63, 64, 129, 700})
        for (const int block : {64, 128, 256})
            for (const int dimensions : {1, 3}) {
                Plan asked = plan(Task::collision, side, block);
                asked.features = dimensions;
                asked.seed = 5;
                SCOPED_TRACE(testing::Message() << side << " " << block << " " << dimensions);
                ASSERT_EQ(values_of<std::uint32_t>(output_of(asked)), plain_contacts(asked));
            }
}

TEST_P(MapRuns, MapOnlyAndDummyRun) {
    for (const Task test : {Task::map, Task::dummy}) {
        Plan asked = plan(test, 500, 16);
        const auto value = values_of<std::int32_t>(output_of(asked)).at(0);
        EXPECT_TRUE(value >= 0 && value <= (test == Task::dummy ? 2 * 499 : 0)) << value;
    }
}

TEST_P(MapRuns, AStopEndsARun) {
    const Plan asked = plan(Task::map, limits::side.max, 8);
    const auto runner = make_map_runner(asked);
    Progress progress;
    std::stop_source source;
    const std::jthread stopper([&] {
        while (progress.blocks_total == 0) std::this_thread::yield();
        source.request_stop();
    });
    const auto stats = runner->run(source.get_token(), progress);
    EXPECT_TRUE(!stats || asked.backend == Backend::cuda);  // a GPU may be done before
    EXPECT_FALSE(runner->run(source.get_token(), progress));
    EXPECT_FALSE(runner->visit(source.get_token(), progress));
}

TEST_P(MapRuns, ATraceHasEveryBlockWithItsUse) {
    const Plan asked = plan(Task::accumulate, 500, 16);
    const auto trace = make_map_runner(asked)->trace({}).value();
    const Waste waste = waste_of(asked);
    ASSERT_EQ(static_cast<Count>(trace.size()), waste.blocks);
    std::map<BlockUse, Count> uses;
    for (const BlockRecord& record : trace) {
        ++uses[record.use];
        EXPECT_LE(record.begin_ns, record.end_ns);
        EXPECT_GT(record.end_ns, 0u);  // those that end at once, too
    }
    EXPECT_EQ(uses[BlockUse::wasted], waste.blocks_wasted);
    if (GetParam().map == MapKind::bb) {
        EXPECT_EQ(uses[BlockUse::partial], 32 + 31);  // the diagonal, and the last row of blocks
        EXPECT_EQ(uses[BlockUse::useful], 31 * 30 / 2);
    }
}

INSTANTIATE_TEST_SUITE_P(Each, MapRuns, testing::ValuesIn(exact_maps()), name_of_candidate);

// In 3-D, 0.18 % of the published spheres touch.
TEST(CollisionTest, TheInputIsOfThePublishedDensity) {
    Plan plan;
    plan.test = Task::collision;
    plan.diagonal = false;
    plan.layout = Layout::tiles;
    plan.features = 3;
    plan.block = 64;
    plan.side = 4096;
    Count touching = 0;
    for (const auto word : values_of<std::uint32_t>(output_of(plan)))
        touching += std::popcount(word);
    const double share = static_cast<double>(touching) / (4096.0 * 4095 / 2);
    EXPECT_NEAR(share, 0.0018, 0.0002);
}

}  // namespace
}  // namespace mariani::triangle
