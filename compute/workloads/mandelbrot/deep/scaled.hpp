// Numbers beyond the range of double: a mantissa, and an exponent that both parts of a complex
// number share. On host and device.
#pragma once

#include "compute/workloads/mandelbrot/deep/complex.hpp"

#include <cstdint>
#include <cstring>

namespace mariani::deep {

inline constexpr std::int64_t exponent_of_zero = -(std::int64_t{1} << 60);

MARIANI_HOST_DEVICE inline double from_bits(std::uint64_t bits) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// 2^exponent; 0 below 2^-1022 and infinity above 2^1023.
MARIANI_HOST_DEVICE inline double power_of_two(std::int64_t exponent) {
    if (exponent < -1022) return 0;
    if (exponent > 1023) exponent = 1024;
    return from_bits(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// The same, of an exponent of at most 0.
MARIANI_HOST_DEVICE inline double power_of_at_most_one(std::int64_t exponent) {
    const std::int64_t biased = exponent < -1023 ? 0 : exponent + 1023;
    return from_bits(static_cast<std::uint64_t>(biased) << 52);
}

// k of 2^k <= |value| < 2^(k+1), if the value is neither 0, denormal nor infinite. Less than -1022
// for the first two.
MARIANI_HOST_DEVICE inline std::int64_t exponent_of(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return static_cast<std::int64_t>(bits >> 52 & 0x7FF) - 1023;
}

// value * 2^-exponent_of(value) for such a number, with fewer operations.
MARIANI_HOST_DEVICE inline double with_exponent_0(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return from_bits((bits & 0x800F'FFFF'FFFF'FFFF) | 0x3FF0'0000'0000'0000);
}

// mantissa * 2^exponent, the mantissa's modulus in [1, 2), or 0. Each operation has a relative
// error of at most 2^-53 + 2^-1000. What is compared or rooted is not negative.
struct ScaledReal {
    double mantissa = 0;
    std::int64_t exponent = exponent_of_zero;

    ScaledReal() = default;
    MARIANI_HOST_DEVICE ScaledReal(double value, std::int64_t scale = 0) {
        const std::int64_t shift = exponent_of(value);
        const bool zero = shift < -1022;
        mantissa = zero ? 0 : with_exponent_0(value);
        exponent = zero ? exponent_of_zero : scale + shift;
    }
};

MARIANI_HOST_DEVICE inline ScaledReal operator*(const ScaledReal& a, const ScaledReal& b) {
    return {a.mantissa * b.mantissa, a.exponent + b.exponent};
}
MARIANI_HOST_DEVICE inline ScaledReal operator+(const ScaledReal& a, const ScaledReal& b) {
    const bool second = a.exponent < b.exponent;
    const ScaledReal &large = second ? b : a, &small = second ? a : b;
    return {large.mantissa + small.mantissa * power_of_at_most_one(small.exponent - large.exponent),
            large.exponent};
}
MARIANI_HOST_DEVICE inline ScaledReal operator-(ScaledReal a) {
    a.mantissa = -a.mantissa;
    return a;
}
MARIANI_HOST_DEVICE inline ScaledReal operator/(const ScaledReal& a, const ScaledReal& b) {
    return {a.mantissa / b.mantissa, a.exponent - b.exponent};
}
MARIANI_HOST_DEVICE inline bool operator<(const ScaledReal& a, const ScaledReal& b) {
    return a.exponent != b.exponent ? a.exponent < b.exponent : a.mantissa < b.mantissa;
}
MARIANI_HOST_DEVICE inline bool is_positive(const ScaledReal& a) {
    return 0 < a.mantissa;
}
MARIANI_HOST_DEVICE inline bool is_positive(double a) {
    return 0 < a;
}
MARIANI_HOST_DEVICE inline ScaledReal root(const ScaledReal& a) {
    const std::int64_t odd = a.exponent & 1;
    return {std::sqrt(odd != 0 ? 2 * a.mantissa : a.mantissa), (a.exponent - odd) / 2};
}
MARIANI_HOST_DEVICE inline double root(double a) {
    return std::sqrt(a);
}
// a - b, or 0 where that is negative; with an error of at most 2^-52 a.
MARIANI_HOST_DEVICE inline ScaledReal excess(const ScaledReal& a, const ScaledReal& b) {
    if (!(b < a)) return {};
    return {a.mantissa - b.mantissa * power_of_at_most_one(b.exponent - a.exponent), a.exponent};
}
MARIANI_HOST_DEVICE inline double excess(double a, double b) {
    return b < a ? a - b : 0;
}
MARIANI_HOST_DEVICE inline double to_double(const ScaledReal& a) {
    return a.mantissa * power_of_two(a.exponent);
}

// mantissa * 2^exponent; the larger part of the mantissa is in [1, 2), or both are 0.
template <typename M>
struct Scaled {
    Complex<M> mantissa;
    std::int64_t exponent = exponent_of_zero;
};

template <typename M>
MARIANI_HOST_DEVICE Scaled<M> normalised(const Complex<M>& value, std::int64_t scale) {
    const std::int64_t shift = exponent_of(max_norm(value));
    if (shift < -1022) return {};
    const double power = from_bits(static_cast<std::uint64_t>(1023 - shift) << 52);
    return {scaled_by(value, power), scale + shift};
}
// The mantissa for an exponent that is not smaller.
template <typename M>
MARIANI_HOST_DEVICE Complex<M> aligned(const Scaled<M>& a, std::int64_t exponent) {
    return scaled_by(a.mantissa, power_of_at_most_one(a.exponent - exponent));
}

template <typename M>
MARIANI_HOST_DEVICE Scaled<M> add(const Scaled<M>& a, const Scaled<M>& b) {
    const std::int64_t scale = a.exponent < b.exponent ? b.exponent : a.exponent;
    return normalised(add(aligned(a, scale), aligned(b, scale)), scale);
}
template <typename M>
MARIANI_HOST_DEVICE Scaled<M> twice(const Scaled<M>& a) {
    return {a.mantissa, a.exponent + 1};
}
template <typename M>
MARIANI_HOST_DEVICE Scaled<M> mul(const Scaled<M>& a, const Scaled<M>& b) {
    return normalised(mul(a.mantissa, b.mantissa), a.exponent + b.exponent);
}
template <typename M>
MARIANI_HOST_DEVICE Scaled<M> mul_add(const Scaled<M>& a, const Scaled<M>& b, const Scaled<M>& c) {
    const std::int64_t product = a.exponent + b.exponent;
    const std::int64_t scale = product < c.exponent ? c.exponent : product;
    return normalised(
        mul_add(a.mantissa, scaled_by(b.mantissa, power_of_at_most_one(product - scale)),
                aligned(c, scale)),
        scale);
}

MARIANI_HOST_DEVICE inline ScaledReal dot(const Scaled<double>& a, const Scaled<double>& b) {
    return {dot(a.mantissa, b.mantissa), a.exponent + b.exponent};
}
template <typename M>
MARIANI_HOST_DEVICE ScaledReal max_norm(const Scaled<M>& a) {
    return {max_norm(a.mantissa), a.exponent};
}
template <typename M>
MARIANI_HOST_DEVICE ScaledReal octagon(const Scaled<M>& a) {
    return {octagon(a.mantissa), a.exponent};
}

}  // namespace mariani::deep
