// Voxels, boxes of them, and the border of a box in closed form. A volume has 2 to 4 axes: x and y
// are c.re and c.im, z and u w.re and w.im; of an axis that it has not, the side is 1.
#pragma once

#include "compute/model/host_device.hpp"

#include <array>
#include <cstdint>

namespace mariani::volume {

inline constexpr int max_axes = 4;

using Index = std::int64_t;

struct Voxel {
    std::int16_t at[max_axes];
    bool operator==(const Voxel&) const = default;
};

struct Sides {
    std::uint16_t of[max_axes]{1, 1, 1, 1};
    bool operator==(const Sides&) const = default;
};

// The voxels from `begin` on, `side` of them along each axis.
struct Box {
    Voxel begin{};
    Sides side;
    bool operator==(const Box&) const = default;
};

MARIANI_HOST_DEVICE constexpr Index voxel_count(const Sides& side) {
    return Index{side.of[0]} * side.of[1] * side.of[2] * side.of[3];
}

// Where a voxel lies in memory: x fastest.
MARIANI_HOST_DEVICE constexpr Index index_of(const Sides& side, const Voxel& voxel) {
    return ((Index{voxel.at[3]} * side.of[2] + voxel.at[2]) * side.of[1] + voxel.at[1]) *
               side.of[0] +
           voxel.at[0];
}

// Voxel number t of a box, x fastest. A box has below 2^32 voxels, unless it is a whole volume.
template <typename Number>
MARIANI_HOST_DEVICE constexpr Voxel voxel_of(const Box& box, Number t) {
    Voxel voxel = box.begin;
    for (int axis = 0; axis < max_axes; ++axis) {
        const auto side = static_cast<Number>(box.side.of[axis]);
        voxel.at[axis] = static_cast<std::int16_t>(voxel.at[axis] + static_cast<int>(t % side));
        t /= side;
    }
    return voxel;
}

// The voxels of the first `axes` axes' box, and those of them on its border: s^k - (s - 2)^k.
MARIANI_HOST_DEVICE constexpr std::uint32_t layer_count(const Sides& side, int axes) {
    std::uint32_t count = 1;
    for (int axis = 0; axis < axes; ++axis) count *= side.of[axis];
    return count;
}
MARIANI_HOST_DEVICE constexpr std::uint32_t ring_count(const Sides& side, int axes) {
    std::uint32_t all = 1, inner = 1;
    for (int axis = 0; axis < axes; ++axis) {
        all *= side.of[axis];
        inner *= side.of[axis] > 2 ? side.of[axis] - 2U : 0U;
    }
    return all - inner;
}

// The border of a box: the ring of its first `walls` axes, for all places along the others. With
// all axes as walls it is the outermost shell; with two, the faces around c.
MARIANI_HOST_DEVICE constexpr std::uint32_t border_count(const Sides& side, int walls) {
    std::uint32_t count = ring_count(side, walls);
    for (int axis = walls; axis < max_axes; ++axis) count *= side.of[axis];
    return count;
}

// Voxel number t of the border. Along the walls' last axis there are two full caps (one where the
// side is 1), then the ring of the remaining axes for each place between them.
MARIANI_HOST_DEVICE constexpr Voxel border_voxel(const Box& box, int walls, std::uint32_t t) {
    Voxel voxel = box.begin;
    const auto move = [&voxel](int axis, std::uint32_t by) {
        voxel.at[axis] = static_cast<std::int16_t>(voxel.at[axis] + static_cast<int>(by));
    };
    const std::uint32_t ring = ring_count(box.side, walls);
    std::uint32_t along = t / ring;
    t %= ring;
    for (int axis = walls; axis < max_axes; ++axis) {
        move(axis, along % box.side.of[axis]);
        along /= box.side.of[axis];
    }
    for (int axis = walls - 1; axis > 0; --axis) {
        const std::uint32_t side = box.side.of[axis], cap = layer_count(box.side, axis);
        const std::uint32_t caps = side == 1 ? cap : 2 * cap;
        if (t < caps) {
            move(axis, t < cap ? 0 : side - 1);
            t %= cap;
            for (int lower = 0; lower < axis; ++lower) {
                move(lower, t % box.side.of[lower]);
                t /= box.side.of[lower];
            }
            return voxel;
        }
        t -= caps;
        const std::uint32_t around = ring_count(box.side, axis);
        move(axis, 1 + t / around);
        t %= around;
    }
    move(0, t == 0 ? 0 : box.side.of[0] - 1U);
    return voxel;
}

}  // namespace mariani::volume
