// The prepared numbers of a level's regions beside those that are computed for each box.
#include "compute/workloads/volume/cuda/launches.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::volume::cuda {
namespace {

struct Level {
    Sides side;
    int axes;
    std::uint32_t lattice;
};
const Level levels[] = {{{{17, 30, 23, 1}}, 3, 4},
                        {{{17, 30, 23, 1}}, 3, 32},
                        {{{64, 64, 64, 1}}, 3, 8},
                        {{{41, 37, 1, 1}}, 2, 8},
                        {{{12, 11, 9, 10}}, 4, 2}};

// Calls use(box) for each region of the level.
template <typename Use>
void for_each_region(const Level& level, const Use& use) {
    const auto count = static_cast<Index>(power(level.lattice, level.axes));
    for (Index number = 0; number < count; ++number) {
        Cell cell;
        auto rest = static_cast<std::uint32_t>(number);
        for (int axis = 0; axis < level.axes; ++axis, rest /= level.lattice)
            cell.at[axis] = static_cast<std::uint16_t>(rest % level.lattice);
        use(box_of(level.side, level.axes, level.lattice, cell));
    }
}

TEST(VolumeShapesTest, EveryRegionOfALevelHasItsShape) {
    for (const Level& level : levels)
        for (int walls = 2; walls <= level.axes; ++walls) {
            const Sides least = least_sides(level.side, level.axes, level.lattice);
            const auto shapes = shapes_of(least, level.axes, walls);
            const auto most = voxel_count(most_sides(level.side, level.axes, level.lattice));
            for_each_region(level, [&](const Box& box) {
                const Shape& shape = shapes[shape_number(box.side, least)];
                ASSERT_EQ(shape.all.count, voxel_count(box.side));
                ASSERT_EQ(shape.border.count(), border_count(box.side, walls));
                ASSERT_LE(voxel_count(box.side), most);
                for (std::uint32_t t = 0; t < shape.border.count(); ++t)
                    ASSERT_EQ(moved(box.begin, shape.border.voxel(t)), border_voxel(box, walls, t));
                for (std::uint32_t t = 0; t < shape.all.count; ++t)
                    ASSERT_EQ(moved(box.begin, shape.all.voxel(t)), voxel_of(box, t));
            });
        }
}

TEST(VolumeShapesTest, ListedPlacesAreThoseOfTheBorder) {
    for (const Level& level : levels) {
        const Sides least = least_sides(level.side, level.axes, level.lattice);
        const auto shapes = shapes_of(least, level.axes, level.axes);
        const auto most =
            border_count(most_sides(level.side, level.axes, level.lattice), level.axes);
        const auto places = border_places(shapes, most);
        for_each_region(level, [&](const Box& box) {
            const std::uint32_t number = shape_number(box.side, least);
            const auto& border = shapes[number].border;
            for (std::uint32_t t = 0; t < border.count(); ++t)
                for (std::size_t axis = 0; axis < max_axes; ++axis)
                    ASSERT_EQ(places[number * most + t][axis], border.voxel(t).at[axis]);
        });
    }
    const Sides long_one{{300, 4, 4, 1}};
    EXPECT_TRUE(border_places({Shape::of(long_one, 3)}, border_count(long_one, 3)).empty());
}

TEST(VolumeShapesTest, BorderAndInsideAreAllOfARegion) {
    for (const Level& level : levels)
        for (int walls = 2; walls <= level.axes; ++walls) {
            const Sides least = least_sides(level.side, level.axes, level.lattice);
            for (const Shape& shape : shapes_of(least, level.axes, walls)) {
                if (shape.all.count == 0) continue;
                Sides side;
                for (int axis = 0; axis < max_axes; ++axis)
                    side.of[axis] = static_cast<std::uint16_t>(shape.all.side[axis].value());
                std::vector<int> found(shape.all.count);
                const auto take = [&](const Voxel& voxel) {
                    ++found[static_cast<std::size_t>(index_of(side, voxel))];
                };
                for (std::uint32_t t = 0; t < shape.border.count(); ++t)
                    take(shape.border.voxel(t));
                for (std::uint32_t t = 0; t < shape.inside.count; ++t)
                    take(moved(shape.inside.voxel(t), shape.first_inside));
                ASSERT_EQ(found, std::vector<int>(shape.all.count, 1));
            }
        }
}

TEST(VolumeShapesTest, GroupsCoverEachRow) {
    for (const int length : {1, 7, 8, 9, 64, 65}) {
        const Sides side{{static_cast<std::uint16_t>(length), 3, 2, 1}};
        const Shape shape = Shape::of(side, 3);
        std::vector<int> found(shape.all.count);
        for (std::uint32_t t = 0; t < shape.groups.count; ++t) {
            const Voxel group = shape.groups.voxel(t);
            for (int x = group.at[0] * group_voxels;
                 x < std::min((group.at[0] + 1) * group_voxels, length); ++x)
                ++found[static_cast<std::size_t>((group.at[2] * 3 + group.at[1]) * length + x)];
        }
        EXPECT_EQ(found, std::vector<int>(shape.all.count, 1)) << length;
    }
}

// A volume counted on from any of its voxels, as exhaustive computation does.
TEST(VolumeShapesTest, VoxelsAreCountedOnFromAnyOne) {
    const Box all{{}, {{17, 30, 23, 1}}};
    const Raster raster = Raster::of(all.side);
    for (const std::uint32_t first : {0U, 16U, 509U, 9000U})
        for (std::uint32_t t = 0; first + t < raster.count; t += 13)
            ASSERT_EQ(raster.voxel(t, voxel_of(all, first)), voxel_of(all, first + t));
}

}  // namespace
}  // namespace mariani::volume::cuda
