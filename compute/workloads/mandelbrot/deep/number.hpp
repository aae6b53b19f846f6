// The kinds of numbers in which deltas are computed, for templates on host and device: what they
// are made of, how precise they are, and how their sizes are bounded.
#pragma once

#include "compute/workloads/mandelbrot/deep/fixed.hpp"

#include <type_traits>

namespace mariani::deep {

// A coordinate's part, a point of the reference: the most precise form, from which the others are
// rounded.
inline constexpr int exact_limbs = 3;
using ExactMantissa = Fixed<exact_limbs>;
using ExactReal = Scaled<ExactMantissa>;  // im 0
using ExactComplex = Scaled<ExactMantissa>;

// Both parts to 2^-185 of the larger one.
MARIANI_HOST_DEVICE inline ExactComplex exact_complex(const ExactReal& re, const ExactReal& im) {
    const std::int64_t scale = re.exponent < im.exponent ? im.exponent : re.exponent;
    return {{aligned(re, scale).re, aligned(im, scale).re}, scale};
}

// The u of certificate.md, a little rounded up.
template <typename M>
inline constexpr double unit_of = 0;
template <>
inline constexpr double unit_of<float> = 0x1.01p-24;
template <>
inline constexpr double unit_of<double> = 0x1.01p-53;
template <>
inline constexpr double unit_of<DoubleDouble> = 0x1.01p-103;
template <int limbs>  // 16 last places
inline constexpr double unit_of<Fixed<limbs>> = unit_of<Fixed<limbs - 1>> / 0x1p64;
template <>
inline constexpr double unit_of<Fixed<1>> = 0x1.01p-54;

// The mantissa nearest to value * power, a power of two; of limbs, the one below.
template <typename M>
MARIANI_HOST_DEVICE M rounded(const ExactMantissa& value, double power) {
    if constexpr (std::is_same_v<M, ExactMantissa>)
        return value * power;
    else if constexpr (std::is_floating_point_v<M>)
        return static_cast<M>(to_double_double(value).high * power);
    else
        return M(to_double_double(value) * power);
}

// Deltas in the range of M: double to heights of 1e-290, two doubles to pitches of 2^-880.
template <typename M>
struct Plain {
    using Complex = deep::Complex<M>;
    using Bound = double;  // of errors, moduli and gaps
    using Slope = deep::Complex<double>;
    static constexpr double unit = unit_of<M>;
    // What underflows lose in one operation, at most; with two doubles, also of a point that is
    // taken for 0.
    static constexpr double lost = std::is_same_v<M, float>    ? 0x1p-140
                                   : std::is_same_v<M, double> ? 0x1p-1068
                                                               : 0x1p-1018;

    MARIANI_HOST_DEVICE static Complex from(const ExactComplex& value) {
        const double power = power_of_two(value.exponent);
        return {rounded<M>(value.mantissa.re, power), rounded<M>(value.mantissa.im, power)};
    }
    MARIANI_HOST_DEVICE static Complex one() { return {M{1}, M{0}}; }
    MARIANI_HOST_DEVICE static Complex to_plain(const Complex& value) { return value; }
    MARIANI_HOST_DEVICE static Slope to_slope(const Complex& value) {
        return {to_double(value.re), to_double(value.im)};
    }
    // To a relative 2^-51, from above. What is added is more than a square that underflows.
    MARIANI_HOST_DEVICE static Bound modulus(const Complex& value) {
        return std::sqrt(squared_modulus(value)) + 0x1p-500;
    }
    // Rounded where it is denormal.
    MARIANI_HOST_DEVICE static Bound bound(double mantissa, std::int64_t exponent = 0) {
        constexpr int far = 128;
        const bool denormal = exponent < -1022;
        return mantissa * power_of_two(denormal ? exponent + far : exponent) *
               (denormal ? 0x1p-128 : 1.0);
    }
    static constexpr double least_radius = 0x1p-1000;  // of jumps
    // Whether a number of that size has its relative precision: it is not near the ends of the
    // range.
    MARIANI_HOST_DEVICE static bool holds(Bound size) {
        constexpr bool narrow = std::is_same_v<M, float>;
        constexpr double least = narrow ? 0x1p-60 : 0x1p-940, most = narrow ? 0x1p100 : 0x1p980;
        return least < size && size < most;
    }
};

// Deltas of any size.
template <typename M>
struct Ranged {
    using Complex = Scaled<M>;
    using Bound = ScaledReal;
    using Slope = Scaled<double>;
    static constexpr double unit = unit_of<M>;
    static constexpr double lost = 0;

    MARIANI_HOST_DEVICE static Complex from(const ExactComplex& value) {
        return {{rounded<M>(value.mantissa.re, 1), rounded<M>(value.mantissa.im, 1)},
                value.exponent};
    }
    MARIANI_HOST_DEVICE static Complex one() { return {{M{1}, M{0}}, 0}; }
    MARIANI_HOST_DEVICE static deep::Complex<double> to_plain(const Complex& value) {
        const double power = power_of_two(value.exponent);
        return {to_double(value.mantissa.re) * power, to_double(value.mantissa.im) * power};
    }
    MARIANI_HOST_DEVICE static Slope to_slope(const Complex& value) {
        return {{to_double(value.mantissa.re), to_double(value.mantissa.im)}, value.exponent};
    }
    MARIANI_HOST_DEVICE static Bound modulus(const Complex& value) {
        return {std::sqrt(squared_modulus(value.mantissa)), value.exponent};
    }
    MARIANI_HOST_DEVICE static Bound bound(double mantissa, std::int64_t exponent = 0) {
        return {mantissa, exponent};
    }
    static constexpr double least_radius = 0;
    MARIANI_HOST_DEVICE static bool holds(Bound) { return true; }
};

// The last deltas before plain iteration.
using LongNumber = Ranged<ExactMantissa>;

}  // namespace mariani::deep
