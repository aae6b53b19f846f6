// The formulas for plain float and double, on host and device.
#pragma once

#include "compute/model/host_device.hpp"

#include <cmath>
#include <limits>

namespace mariani::mandelbrot {

// Without FMA hardware std::fma is slower but rounds identically.
MARIANI_HOST_DEVICE inline float mul_add(float a, float b, float c) {
    return std::fma(a, b, c);
}
MARIANI_HOST_DEVICE inline double mul_add(double a, double b, double c) {
    return std::fma(a, b, c);
}
MARIANI_HOST_DEVICE inline float neg_mul_add(float a, float b, float c) {
    return std::fma(-a, b, c);
}
MARIANI_HOST_DEVICE inline double neg_mul_add(double a, double b, double c) {
    return std::fma(-a, b, c);
}

template <typename N>
MARIANI_HOST_DEVICE N add(N a, N b) {
    return a + b;
}
template <typename N>
MARIANI_HOST_DEVICE N sub(N a, N b) {
    return a - b;
}
template <typename N>
MARIANI_HOST_DEVICE N mul(N a, N b) {
    return a * b;
}
template <typename N>
MARIANI_HOST_DEVICE bool less(N a, N b) {
    return a < b;
}

#define MARIANI_FORMULA MARIANI_HOST_DEVICE inline
#include "compute/workloads/mandelbrot/formula.inl"
#undef MARIANI_FORMULA

// The bounds of the cardioid and bulb tests.
template <typename T>
inline constexpr T almost_quarter = T(0.25) * (1 - 8 * std::numeric_limits<T>::epsilon());
template <typename T>
inline constexpr T over_one = 1 + 8 * std::numeric_limits<T>::epsilon();
template <typename T>
inline constexpr T almost_sixteenth = T(0.0625) * (1 - 64 * std::numeric_limits<T>::epsilon());

template <typename T>
MARIANI_HOST_DEVICE bool in_cardioid(T c_re, T c_im) {
    return in_cardioid(c_re, c_im, T(0.25), almost_quarter<T>, over_one<T>);
}
template <typename T>
MARIANI_HOST_DEVICE bool in_bulb(T c_re, T c_im) {
    return in_bulb(c_re, c_im, T(1), almost_sixteenth<T>);
}

// Whether a formula knows that the point is inside.
template <typename T>
MARIANI_HOST_DEVICE bool is_known(T c_re, T c_im) {
    return in_cardioid(c_re, c_im) || in_bulb(c_re, c_im);
}

}  // namespace mariani::mandelbrot
