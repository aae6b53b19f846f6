// From voxels to dwells: the one source for every backend.
#pragma once

#include "compute/workloads/mandelbrot/point.hpp"
#include "compute/workloads/volume/box.hpp"
#include "compute/workloads/volume/plan.hpp"
#include "compute/workloads/volume/trap.hpp"

#include <cmath>
#include <cstdint>

namespace mariani::volume {

// An axis through 0: exactly 0 where a voxel lies there, and symmetric about it.
template <typename T>
MARIANI_HOST_DEVICE T centred(int at, int side, T half_pitch) {
    return mandelbrot::mul(static_cast<T>(2 * at - (side - 1)), half_pitch);
}

// Where an axis points to in a plane, `turns` around from its first axis; exact at quarters.
template <typename T>
struct Direction {
    T re = 1, im = 0;

    static Direction of(double turns) {
        const double quarters = 4 * turns, whole = std::round(quarters);
        const double angle = (quarters - whole) * 1.5707963267948966;
        const auto along = static_cast<T>(std::cos(angle)), aside = static_cast<T>(std::sin(angle));
        switch (static_cast<int>(whole) % 4) {
            case 0:
                return {along, aside};
            case 1:
                return {-aside, along};
            case 2:
                return {-along, -aside};
            default:
                return {aside, -along};
        }
    }
};

// Step by step, for orbits whose |z| may fall again once it is 2 or more.
template <typename T>
MARIANI_HOST_DEVICE std::uint32_t count_steps(mandelbrot::OrbitStart<T> z, std::uint32_t limit) {
    std::uint32_t steps = 0;
    while (steps < limit && !mandelbrot::has_escaped(z.z_re, z.z_im)) {
        mandelbrot::step(z.z_re, z.z_im, z.c_re, z.c_im);
        ++steps;
    }
    return steps;
}

// The dwell of z <- z^2 + c begun at w, counted from the first value on: where w = 0 that is c, as
// in a frame of the Mandelbrot set, whose pixels the slice w = 0 has.
template <typename T>
struct Julibrot {
    using Number = T;

    mandelbrot::PixelGrid<T> c;
    T half_pitch;
    Direction<T> third;  // of the third axis, in the plane of w
    Sides side;
    std::uint32_t dwell_limit;
    bool shortcuts;

    static Julibrot of(const Plan& plan) {
        const ImageSize image{plan.side.of[0], plan.side.of[1]};
        const View view{{plan.centre_re, plan.centre_im}, plan.height};
        return {mandelbrot::PixelGrid<T>::of(view, Piece{image}),
                static_cast<T>(pitch(view, image).nearest() / 2),
                Direction<T>::of(plan.turn),
                plan.side,
                plan.dwell_limit,
                plan.shortcuts};
    }

    MARIANI_HOST_DEVICE T w(const Voxel& voxel, int axis) const {
        return centred(voxel.at[axis], side.of[axis], half_pitch);
    }

    MARIANI_HOST_DEVICE mandelbrot::OrbitStart<T> start(const Voxel& voxel) const {
        const T third_w = w(voxel, 2);
        mandelbrot::OrbitStart<T> start{mandelbrot::mul(third_w, third.re),
                                        mandelbrot::mul_add(third_w, third.im, w(voxel, 3)),
                                        c.re(voxel.at[0]), c.im(voxel.at[1])};
        mandelbrot::step(start.z_re, start.z_im, start.c_re, start.c_im);
        return start;
    }

    // |z| grows from 2 on only if |c| < 2, which counting by blocks of steps relies on. `trap`:
    // that of c, or none.
    template <typename Stop = subdivision::NeverStop>
    MARIANI_HOST_DEVICE std::uint32_t dwell_of(const Voxel& voxel, const Trap<T>& trap,
                                               const Stop& stop = {}) const {
        const auto orbit = start(voxel);
        if (mandelbrot::has_escaped(orbit.c_re, orbit.c_im)) return count_steps(orbit, dwell_limit);
        return mandelbrot::dwell_of_orbit(orbit, dwell_limit, TrappedReturn<T>(trap, shortcuts),
                                          nullptr, stop)
            .dwell;
    }

    // Whether 0, which the set holds, lies within the box: one dwell around it tells nothing.
    MARIANI_HOST_DEVICE bool encloses_zero(const Box& box) const {
        const int right = box.begin.at[0] + box.side.of[0] - 1;
        const int bottom = box.begin.at[1] + box.side.of[1] - 1;
        bool encloses = c.re(box.begin.at[0]) <= 0 && c.re(right) >= 0 &&
                        c.im(box.begin.at[1]) >= 0 && c.im(bottom) <= 0;
        for (int axis = 2; axis < max_axes; ++axis) {
            const int last = box.begin.at[axis] + box.side.of[axis] - 1;
            encloses = encloses && 2 * box.begin.at[axis] <= side.of[axis] - 1 &&
                       2 * last >= side.of[axis] - 1;
        }
        return encloses;
    }
};

// z <- z^8 + c of points in space, in spherical coordinates, begun at c. Its sines, powers and
// angles are the machine's own: backends agree but for their roundings.
template <typename T>
struct Mandelbulb {
    using Number = T;

    T half_pitch;
    T centre_x, centre_y;
    Sides side;
    std::uint32_t dwell_limit;

    static Mandelbulb of(const Plan& plan) {
        return {static_cast<T>(plan.height / plan.side.of[1] / 2), static_cast<T>(plan.centre_re),
                static_cast<T>(plan.centre_im), plan.side, plan.dwell_limit};
    }

    struct Point {
        T x, y, z;
    };
    MARIANI_HOST_DEVICE Point point(const Voxel& voxel) const {
        return {centre_x + centred(voxel.at[0], side.of[0], half_pitch),
                centre_y - centred(voxel.at[1], side.of[1], half_pitch),
                centred(voxel.at[2], side.of[2], half_pitch)};
    }

    template <typename Stop = subdivision::NeverStop>
    MARIANI_HOST_DEVICE std::uint32_t dwell_of(const Voxel& voxel, const Stop& stop = {}) const {
        constexpr std::uint32_t steps_between_polls = 1U << 10;
        const Point c = point(voxel);
        Point z = c;
        std::uint32_t steps = 0;
        for (; steps < dwell_limit; ++steps) {
            const T square = z.x * z.x + z.y * z.y + z.z * z.z;
            if (!(square < T(4))) break;
            if (steps % steps_between_polls == steps_between_polls - 1 && stop()) break;
            const T fourth = square * square, eighth = fourth * fourth;
            const T polar = square > 0 ? T(8) * std::acos(z.z / std::sqrt(square)) : T(0);
            const T azimuth = T(8) * std::atan2(z.y, z.x);
            z = {eighth * std::sin(polar) * std::cos(azimuth) + c.x,
                 eighth * std::sin(polar) * std::sin(azimuth) + c.y,
                 eighth * std::cos(polar) + c.z};
        }
        return steps;
    }

    MARIANI_HOST_DEVICE bool encloses_zero(const Box& box) const {
        Voxel last = box.begin;
        for (int axis = 0; axis < max_axes; ++axis)
            last.at[axis] = static_cast<std::int16_t>(last.at[axis] + box.side.of[axis] - 1);
        const Point low = point(box.begin), high = point(last);
        return low.x <= 0 && high.x >= 0 && low.y >= 0 && high.y <= 0 && low.z <= 0 && high.z >= 0;
    }
};

// How many axes' faces the border of a region has. The fronts of surfaces begin at whole borders.
constexpr int walls_of(const Plan& plan) {
    return plan.rule == Rule::sides && plan.engine != EngineKind::surface ? 2 : plan.axes;
}

// Whether a region is filled whose border has this one dwell.
template <typename Dwells>
MARIANI_HOST_DEVICE bool fills(const Dwells& dwells, Rule rule, std::uint32_t dwell,
                               const Box& box) {
    if (dwell == dwells.dwell_limit) return true;
    return rule == Rule::uniform && !dwells.encloses_zero(box);
}

}  // namespace mariani::volume
