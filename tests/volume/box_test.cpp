#include "compute/workloads/volume/box.hpp"

#include "compute/workloads/volume/lattice.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace mariani::volume {
namespace {

using Position = std::array<int, max_axes>;

Position position_of(const Voxel& voxel) {
    return {voxel.at[0], voxel.at[1], voxel.at[2], voxel.at[3]};
}

bool on_border(const Box& box, int walls, const Position& place) {
    for (int axis = 0; axis < walls; ++axis) {
        const int at = place[static_cast<std::size_t>(axis)] - box.begin.at[axis];
        if (at == 0 || at == box.side.of[axis] - 1) return true;
    }
    return false;
}

// Calls use(box) for boxes of 1 to `most` voxels a side in so many axes, begun anywhere.
template <typename Use>
void for_each_box(int axes, int most, const Use& use) {
    const auto count = static_cast<int>(power(static_cast<std::uint64_t>(most), axes));
    for (int number = 0; number < count; ++number) {
        Box box;
        int rest = number;
        for (int axis = 0; axis < axes; ++axis, rest /= most) {
            box.side.of[axis] = static_cast<std::uint16_t>(1 + rest % most);
            box.begin.at[axis] = static_cast<std::int16_t>(3 * axis + 1);
        }
        use(box);
    }
}

TEST(VolumeBoxTest, TheBorderIsEachOfItsVoxelsOnce) {
    for (int axes = 1; axes <= max_axes; ++axes)
        for_each_box(axes, axes == max_axes ? 4 : 5, [&](const Box& box) {
            for (int walls = 1; walls <= axes; ++walls) {
                std::set<Position> expected, found;
                for (Index t = 0; t < voxel_count(box.side); ++t) {
                    const Position place =
                        position_of(voxel_of(box, static_cast<std::uint32_t>(t)));
                    if (on_border(box, walls, place)) expected.insert(place);
                }
                const std::uint32_t count = border_count(box.side, walls);
                for (std::uint32_t t = 0; t < count; ++t)
                    found.insert(position_of(border_voxel(box, walls, t)));
                ASSERT_EQ(found, expected) << axes << " " << walls;
                ASSERT_EQ(count, expected.size());
            }
        });
}

TEST(VolumeBoxTest, VoxelsAreNumberedAsTheyLie) {
    const Box box{{}, {{5, 3, 4, 2}}};
    for (Index t = 0; t < voxel_count(box.side); ++t)
        ASSERT_EQ(index_of(box.side, voxel_of(box, static_cast<std::uint64_t>(t))), t);
}

TEST(VolumeLatticeTest, ChildrenNestAndTileTheirParent) {
    for (const Sides side : {Sides{{17, 30, 23, 1}}, Sides{{7, 7, 7, 7}}, Sides{{64, 3, 1, 1}}})
        for (const std::uint32_t r : {2U, 3U}) {
            const std::uint32_t lattice = 4;
            for (int axis = 0; axis < max_axes; ++axis)
                for (std::uint32_t cell = 0; cell < lattice; ++cell)
                    for (std::uint32_t end = 0; end <= 1; ++end)
                        ASSERT_EQ(cell_begin(cell + end, side.of[axis], lattice),
                                  cell_begin((cell + end) * r, side.of[axis], lattice * r));
        }
}

TEST(VolumeLatticeTest, TheLongestSideDecidesWhetherToSubdivide) {
    EXPECT_TRUE(subdivides({{17, 30, 23, 1}}, 2, 2, 7));
    EXPECT_FALSE(subdivides({{17, 30, 23, 1}}, 2, 2, 8));
    EXPECT_FALSE(subdivides({{16, 16, 16, 1}}, 2, 2, 4));
}

}  // namespace
}  // namespace mariani::volume
