// The regions of a level differ by one voxel a side at most: what is needed to number the voxels of
// each of these shapes, with its divisions prepared.
#pragma once

#include "compute/subdivision/divisor.hpp"
#include "compute/workloads/volume/box.hpp"
#include "compute/workloads/volume/lattice.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace mariani::volume::cuda {

using subdivision::Divisor;

// Numbers of the voxels of boxes with these sides, x fastest.
struct Raster {
    Divisor side[max_axes];
    std::uint32_t count = 0;

    static Raster of(const Sides& sides) {
        Raster raster;
        for (int axis = 0; axis < max_axes; ++axis)
            raster.side[axis] = Divisor(sides.of[axis] > 0 ? sides.of[axis] : 1);
        raster.count = static_cast<std::uint32_t>(voxel_count(sides));
        return raster;
    }

    // The voxel t further on than `from`.
    MARIANI_HOST_DEVICE Voxel voxel(std::uint32_t t, const Voxel& from = {}) const {
        Voxel voxel{};
        for (int axis = 0; axis < max_axes; ++axis) {
            t += static_cast<std::uint32_t>(from.at[axis]);
            const std::uint32_t above = t / side[axis];
            voxel.at[axis] = static_cast<std::int16_t>(t - above * side[axis].value());
            t = above;
        }
        return voxel;
    }
};

// Voxels that are written together: what 128 bits hold of them.
inline constexpr int group_voxels = 8;

struct Shape {
    Shell<Divisor> border;
    Raster all;
    Raster inside;  // what is no border
    Voxel first_inside{};
    Raster groups;  // of a row along x, the last one of a row may be short

    static Shape of(const Sides& side, int walls) {
        Shape shape;
        Sides inner = side, groups = side;
        for (int axis = 0; axis < walls; ++axis) {
            inner.of[axis] = static_cast<std::uint16_t>(side.of[axis] > 2 ? side.of[axis] - 2 : 0);
            shape.first_inside.at[axis] = 1;
        }
        groups.of[0] = static_cast<std::uint16_t>((side.of[0] + group_voxels - 1) / group_voxels);
        shape.border = Shell<Divisor>(side, walls);
        shape.all = Raster::of(side);
        shape.inside = Raster::of(inner);
        shape.groups = Raster::of(groups);
        return shape;
    }
};

// All of a level: of `least` sides, and with one more on some of the axes. Each has its number.
inline constexpr std::uint32_t shapes_of_level = 1U << max_axes;

constexpr Sides least_sides(const Sides& side, int axes, std::uint32_t lattice) {
    Sides least;
    for (int axis = 0; axis < axes; ++axis)
        least.of[axis] = static_cast<std::uint16_t>(side.of[axis] / lattice);
    return least;
}
MARIANI_HOST_DEVICE constexpr std::uint32_t shape_number(const Sides& side, const Sides& least) {
    std::uint32_t number = 0;
    for (int axis = 0; axis < max_axes; ++axis)
        number |= (side.of[axis] != least.of[axis] ? 1U : 0U) << axis;
    return number;
}
inline std::vector<Shape> shapes_of(const Sides& least, int axes, int walls) {
    std::vector<Shape> shapes(shapes_of_level);
    for (std::uint32_t number = 0; number < (1U << axes); ++number) {
        Sides side = least;
        for (int axis = 0; axis < axes; ++axis)
            side.of[axis] = static_cast<std::uint16_t>(side.of[axis] + (number >> axis & 1U));
        shapes[number] = Shape::of(side, walls);
    }
    return shapes;
}

// The places of the border's voxels, from a region's first one on, of all shapes one after the
// other: where a look is faster than the divisions that number them. Each shape has as many as the
// most of them; nothing if they do not fit.
using BorderPlace = std::array<std::uint8_t, max_axes>;
inline std::vector<BorderPlace> border_places(const std::vector<Shape>& shapes,
                                              std::uint32_t most_border) {
    constexpr std::uint32_t most = 1U << 17;
    std::vector<BorderPlace> places;
    const auto is_long = [](const Shape& shape) {
        return std::ranges::any_of(shape.all.side,
                                   [](const Divisor& side) { return side.value() > 256; });
    };
    if (most_border > most || std::ranges::any_of(shapes, is_long)) return places;
    places.resize(shapes.size() * most_border);
    for (std::size_t number = 0; number < shapes.size(); ++number) {
        const Shell<Divisor>& border = shapes[number].border;
        if (border.count() > most_border) continue;  // no region has this shape
        for (std::uint32_t t = 0; t < border.count(); ++t) {
            const Voxel voxel = border.voxel(t);
            for (std::size_t axis = 0; axis < max_axes; ++axis)
                places[number * most_border + t][axis] = static_cast<std::uint8_t>(voxel.at[axis]);
        }
    }
    return places;
}

}  // namespace mariani::volume::cuda
