// Twins have one dwell.
#include "compute/workloads/volume/twins.hpp"

#include "compute/workloads/volume/orbits.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace mariani::volume {
namespace {

Plan plan_of(Sides side, int axes) {
    Plan plan;
    plan.engine = EngineKind::ex;
    plan.side = side;
    plan.axes = axes;
    plan.dwell_limit = 300;
    return plan;
}

// As is for copies: by rows and planes.
Index first_of(const Plan& plan, const Twins& twins, Index number) {
    const auto& side = plan.side.of;
    const Index planes = Index{side[2]} * side[3];
    const Index x = number % side[0], y = number / side[0] % side[1];
    const Index plane = number / side[0] / side[1];
    const Index row = y < twins.rows(side[1]) ? y : side[1] - 1 - y;
    const Index first = plane < twins.planes(planes) ? plane : planes - 1 - plane;
    return (first * side[1] + row) * side[0] + x;
}

// The dwell of each voxel by itself.
template <typename T>
std::vector<std::uint32_t> dwells_of(Plan plan) {
    plan.shortcuts = false;
    const auto julibrot = Julibrot<T>::of(plan);
    std::vector<std::uint32_t> dwells;
    for (Index i = 0; i < voxel_count(plan.side); ++i)
        dwells.push_back(julibrot.dwell_of(voxel_of(Box{{}, plan.side}, i), {}));
    return dwells;
}

TEST(VolumeTwinsTest, TheyHaveOneDwell) {
    for (const auto precision : {Precision::f32, Precision::f64})
        for (const auto& [side, axes] : {std::pair{Sides{{32, 32, 32, 1}}, 3},
                                         {Sides{{21, 32, 23, 1}}, 3},
                                         {Sides{{21, 30, 20, 1}}, 3},
                                         {Sides{{9, 8, 7, 10}}, 4},
                                         {Sides{{41, 64, 1, 1}}, 2}})
            for (const double turn : {0.0, 0.125, 0.25}) {
                if (turn != 0 && axes != 3) continue;
                Plan plan = plan_of(side, axes);
                plan.precision = precision;
                plan.turn = turn;
                const Twins twins = twins_of(plan);
                const auto dwells =
                    precision == Precision::f32 ? dwells_of<float>(plan) : dwells_of<double>(plan);
                for (std::size_t i = 0; i < dwells.size(); ++i)
                    ASSERT_EQ(dwells[i], dwells[static_cast<std::size_t>(
                                             first_of(plan, twins, static_cast<Index>(i)))])
                        << i << " of k " << axes << " at turn " << turn;
            }
}

TEST(VolumeTwinsTest, ConjugatesAreThereIfRowsAreExactlyOpposite) {
    Plan plan = plan_of({{32, 32, 32, 1}}, 3);
    EXPECT_EQ(twins_of(plan), (Twins{true, true}));
    plan.centre_im = 0.01;
    EXPECT_EQ(twins_of(plan), (Twins{true, false}));
    plan.centre_im = 0;
    plan.turn = 0.1;
    EXPECT_EQ(twins_of(plan), (Twins{true, false}));
    plan.turn = 0.25;
    EXPECT_EQ(twins_of(plan), (Twins{true, true}));
    EXPECT_EQ(twins_of(plan_of({{32, 32, 1, 1}}, 2)), (Twins{false, true}));
}

// Their w has no conjugates in an order that planes could be copied in.
TEST(VolumeTwinsTest, FourAxesHaveThoseOfWAlone) {
    Plan plan = plan_of({{32, 32, 32, 32}}, 4);
    EXPECT_EQ(twins_of(plan), (Twins{true, false}));
    plan.g = 2;
    plan.engine = EngineKind::ask;
    EXPECT_EQ(twins_of(plan), (Twins{true, false}));
    plan.side.of[3] = 30;  // not cut evenly
    EXPECT_FALSE(twins_of(plan).any());
    plan.side.of[3] = 32;
    plan.engine = EngineKind::surface;
    EXPECT_FALSE(twins_of(plan).any()) << "a front may cross the middle of w";
}

TEST(VolumeTwinsTest, RegionsHaveTwinsWhereTheMiddlesCutNone) {
    Plan plan = plan_of({{32, 32, 32, 1}}, 3);
    plan.engine = EngineKind::ask;
    plan.g = 2;
    EXPECT_EQ(twins_of(plan), (Twins{true, true}));
    plan.g = 1;
    EXPECT_FALSE(twins_of(plan).any());
    plan.g = 2;
    plan.side.of[2] = 30;  // not cut evenly
    EXPECT_EQ(twins_of(plan), (Twins{false, true}));
}

TEST(VolumeTwinsTest, NoneAreTakenWithoutShortcutsOrWhereNoneAreProven) {
    Plan plan = plan_of({{32, 32, 32, 1}}, 3);
    plan.shortcuts = false;
    EXPECT_FALSE(twins_of(plan).any());
    plan.shortcuts = true;
    plan.function = Function::mandelbulb;
    EXPECT_FALSE(twins_of(plan).any());
}

TEST(VolumeTwinsTest, EachCellHasAFirstTwinThatIsItsOwn) {
    const Twins twins{true, true};
    constexpr std::uint32_t lattice = 4;
    for (const int axes : {3, 4}) {
        const auto count = static_cast<std::uint32_t>(power(lattice, axes));
        std::vector<int> stands_for(count);
        for (std::uint32_t number = 0; number < count; ++number) {
            Cell cell;
            for (std::uint32_t axis = 0, rest = number; axis < 4; ++axis, rest /= lattice)
                cell.at[axis] = static_cast<std::uint16_t>(rest % lattice);
            const Cell first = twins.first_of(cell, axes, lattice);
            EXPECT_EQ(twins.first_of(first, axes, lattice), first);
            ++stands_for[cell_number(first, axes, lattice)];
        }
        for (const int cells : stands_for) EXPECT_TRUE(cells == 0 || cells == twins.count());
    }
}

}  // namespace
}  // namespace mariani::volume
