// The reference's points, and on which side of the circle of radius 2 a delta from one of them
// leads: by gaps, 4 - |w|^2, positive inside and negative outside. A point's own gap keeps its
// digits near the circle, where |w| itself, at 2, has lost them. On host and device.
#pragma once

#include "compute/workloads/mandelbrot/deep/number.hpp"

namespace mariani::deep {

// In the most precise form, the gap to a relative 2^-52 and an absolute bound (OrbitSource).
struct ExactPoint {
    ExactComplex z;
    ScaledReal gap{4};
};

template <typename N>
struct OrbitPoint {
    typename N::Complex z;
    typename N::Bound gap;
};

template <typename N>
MARIANI_HOST_DEVICE OrbitPoint<N> rounded_point(const ExactPoint& point) {
    return {N::from(point.z), N::bound(point.gap.mantissa, point.gap.exponent)};
}

// How near to the circle the reference's gap is of use.
inline constexpr double near_gap = 0.125;

// The gap of the full value, Z + z. Near the circle 4 - |Z|^2 - Re((2 Z + z) conj z), in doubles,
// with the exponents that the numbers have: certificate.md.
template <typename N>
MARIANI_HOST_DEVICE typename N::Bound full_gap(const OrbitPoint<N>& reference,
                                               const typename N::Complex& delta,
                                               const typename N::Complex& full) {
    const double gap = 4 - squared_modulus(N::to_plain(full));
    if (!(std::fabs(gap) < near_gap)) return gap;
    const auto z = N::to_slope(delta);
    return reference.gap + -dot(add(twice(N::to_slope(reference.z)), z), z);
}

// What share of a gap its own roundings leave.
inline constexpr double sure_share = 0.99;
// What it errs by near the circle in units of |z| (7 |Z| + 3 |z|), besides the errors of z and of
// the reference's gap.
template <typename N>
inline constexpr double unit_of_gap = N::unit + 5 * 0x1p-53;

}  // namespace mariani::deep
