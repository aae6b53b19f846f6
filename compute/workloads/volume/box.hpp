// Voxels, boxes of them, and the border of a box in closed form. A volume has 2 to 4 axes: x and y
// are c.re and c.im, z and u w.re and w.im; of an axis that it has not, the side is 1.
#pragma once

#include "compute/model/host_device.hpp"

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

// Where a voxel lies in memory: x fastest. There are below 2^31 rows.
MARIANI_HOST_DEVICE constexpr Index index_of(const Sides& side, const Voxel& voxel) {
    const int row = (voxel.at[3] * side.of[2] + voxel.at[2]) * side.of[1] + voxel.at[1];
    return Index{row} * side.of[0] + voxel.at[0];
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

// The same voxel from elsewhere.
MARIANI_HOST_DEVICE constexpr Voxel moved(const Voxel& from, const Voxel& by) {
    Voxel voxel{};
    for (int axis = 0; axis < max_axes; ++axis)
        voxel.at[axis] = static_cast<std::int16_t>(from.at[axis] + by.at[axis]);
    return voxel;
}

// The numbers of the border of boxes of one shape, from the box's first voxel on. Along the walls'
// last axis there are two full caps (one where the side is 1), then the ring of the remaining axes
// for each place between them. Divisor: std::uint32_t, or subdivision::Divisor where many voxels
// are asked for; that one divides below 2^48 / divisor, which is more than any border has.
template <typename Divisor>
class Shell {
  public:
    Shell() = default;
    MARIANI_HOST_DEVICE constexpr Shell(const Sides& side, int walls)
        : walls_(walls), ring_(ring_count(side, walls)), count_(border_count(side, walls)) {
        for (int axis = 0; axis < max_axes; ++axis) {
            side_[axis] = side.of[axis];
            length_[axis] = Divisor(side.of[axis] > 0 ? side.of[axis] : 1U);
            cap_[axis] = layer_count(side, axis);
        }
        for (int axis = 1; axis <= walls; ++axis) {
            const std::uint32_t around = ring_count(side, axis);
            around_[axis] = Divisor(around > 0 ? around : 1U);
        }
    }

    MARIANI_HOST_DEVICE constexpr std::uint32_t count() const { return count_; }

    MARIANI_HOST_DEVICE constexpr Voxel voxel(std::uint32_t t) const {
        Voxel voxel{};
        if (ring_ != count_) {
            std::uint32_t along = t / around_[walls_];
            t -= along * ring_;
            for (int axis = walls_; axis < max_axes; ++axis) move(voxel, axis, along);
        }
        for (int axis = walls_ - 1; axis > 0; --axis) {
            const std::uint32_t cap = cap_[axis], caps = side_[axis] == 1 ? cap : 2 * cap;
            if (t < caps) {
                voxel.at[axis] = static_cast<std::int16_t>(t < cap ? 0 : side_[axis] - 1);
                t -= t < cap ? 0 : cap;
                for (int lower = 0; lower < axis; ++lower) move(voxel, lower, t);
                return voxel;
            }
            t -= caps;
            const std::uint32_t place = t / around_[axis];
            t -= place * ring_of(axis);
            voxel.at[axis] = static_cast<std::int16_t>(1 + place);
        }
        voxel.at[0] = static_cast<std::int16_t>(t == 0 ? 0 : side_[0] - 1);
        return voxel;
    }

  private:
    // Takes the lowest digit of `rest` as the place on the axis.
    MARIANI_HOST_DEVICE constexpr void move(Voxel& voxel, int axis, std::uint32_t& rest) const {
        const std::uint32_t above = rest / length_[axis];
        voxel.at[axis] = static_cast<std::int16_t>(rest - above * side_[axis]);
        rest = above;
    }
    MARIANI_HOST_DEVICE constexpr std::uint32_t ring_of(int axis) const {
        std::uint32_t inner = 1;
        for (int lower = 0; lower < axis; ++lower) inner *= side_[lower] > 2 ? side_[lower] - 2 : 0;
        return cap_[axis] - inner;
    }

    int walls_ = 1;
    std::uint32_t ring_ = 0;
    std::uint32_t count_ = 0;
    std::uint32_t side_[max_axes]{};
    std::uint32_t cap_[max_axes]{};  // the voxels of the lower axes' box
    Divisor length_[max_axes]{};
    Divisor around_[max_axes + 1]{};  // the lower axes' ring
};

// Voxel number t of the border.
MARIANI_HOST_DEVICE constexpr Voxel border_voxel(const Box& box, int walls, std::uint32_t t) {
    return moved(box.begin, Shell<std::uint32_t>(box.side, walls).voxel(t));
}

}  // namespace mariani::volume
