// Complex numbers whose parts are of any kind (float, double, DoubleDouble), on host and device.
// Every operation is one explicit form; certificate.md has their errors.
#pragma once

#include "compute/workloads/mandelbrot/deep/double_double.hpp"

namespace mariani::deep {

template <typename M>
struct Complex {
    M re{};
    M im{};
};

template <typename M>
MARIANI_HOST_DEVICE Complex<M> add(const Complex<M>& a, const Complex<M>& b) {
    return {a.re + b.re, a.im + b.im};
}
template <typename M>
MARIANI_HOST_DEVICE Complex<M> scaled_by(const Complex<M>& a, double power) {
    return {static_cast<M>(a.re * power), static_cast<M>(a.im * power)};
}
template <typename M>
MARIANI_HOST_DEVICE Complex<M> twice(const Complex<M>& a) {
    return {a.re + a.re, a.im + a.im};
}
template <typename M>
MARIANI_HOST_DEVICE Complex<M> mul(const Complex<M>& a, const Complex<M>& b) {
    return {mul_add(-a.im, b.im, a.re * b.re), mul_add(a.im, b.re, a.re * b.im)};
}
// a b + c.
template <typename M>
MARIANI_HOST_DEVICE Complex<M> mul_add(const Complex<M>& a, const Complex<M>& b,
                                       const Complex<M>& c) {
    return {mul_add(a.re, b.re, mul_add(-a.im, b.im, c.re)),
            mul_add(a.re, b.im, mul_add(a.im, b.re, c.im))};
}

MARIANI_HOST_DEVICE inline double larger(double a, double b) {
    return a < b ? b : a;
}
template <typename Real>
MARIANI_HOST_DEVICE Real smaller(const Real& a, const Real& b) {
    return b < a ? b : a;
}

template <typename M>
MARIANI_HOST_DEVICE double max_norm(const Complex<M>& a) {
    return larger(std::fabs(to_double(a.re)), std::fabs(to_double(a.im)));
}
template <typename M>
MARIANI_HOST_DEVICE double squared_modulus(const Complex<M>& a) {
    const double re = to_double(a.re), im = to_double(a.im);
    return std::fma(re, re, im * im);
}
// Re(a conj b).
MARIANI_HOST_DEVICE inline double dot(const Complex<double>& a, const Complex<double>& b) {
    return std::fma(a.re, b.re, a.im * b.im);
}
inline constexpr double octagon_slope = 0x1.a827999fcef33p-2;  // sqrt(2) - 1, rounded up
// At least the modulus, and at most 1.083 of it: the norm whose unit circle is an octagon. Unlike
// the modulus it needs no squares, which would underflow.
template <typename M>
MARIANI_HOST_DEVICE double octagon(const Complex<M>& a) {
    const double re = std::fabs(to_double(a.re)), im = std::fabs(to_double(a.im));
    return std::fma(octagon_slope, smaller(re, im), larger(re, im));
}

}  // namespace mariani::deep
