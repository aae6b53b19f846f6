// Numbers of two doubles, on host and device. Relative errors, with v = 2^-53: sums 3 v^2 + 13 v^3
// and products 5 v^2 (Joldes, Muller, Popescu: Tight and rigorous error bounds for basic building
// blocks of double-word arithmetic, 2017: algorithms 6 and 11).
#pragma once

#include "compute/model/host_device.hpp"

#include <cmath>

namespace mariani::deep {

// high + low, of which high is the double nearest to it.
struct DoubleDouble {
    double high = 0;
    double low = 0;
};

// |a| >= |b|, or a is 0.
MARIANI_HOST_DEVICE inline DoubleDouble fast_two_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}
MARIANI_HOST_DEVICE inline DoubleDouble two_sum(double a, double b) {
    const double sum = a + b;
    const double of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

MARIANI_HOST_DEVICE inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble high = two_sum(a.high, b.high);
    const DoubleDouble low = two_sum(a.low, b.low);
    const DoubleDouble sum = fast_two_sum(high.high, high.low + low.high);
    return fast_two_sum(sum.high, low.low + sum.low);
}
MARIANI_HOST_DEVICE inline DoubleDouble operator-(DoubleDouble a) {
    return {-a.high, -a.low};
}
MARIANI_HOST_DEVICE inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const double high = a.high * b.high;
    const double error = std::fma(a.high, b.high, -high);
    return fast_two_sum(high, error + std::fma(a.high, b.low, a.low * b.high));
}
// By a power of two.
MARIANI_HOST_DEVICE inline DoubleDouble operator*(DoubleDouble a, double power) {
    return {a.high * power, a.low * power};
}

MARIANI_HOST_DEVICE inline DoubleDouble mul_add(DoubleDouble a, DoubleDouble b, DoubleDouble c) {
    return a * b + c;
}
MARIANI_HOST_DEVICE inline double mul_add(double a, double b, double c) {
    return std::fma(a, b, c);
}
MARIANI_HOST_DEVICE inline float mul_add(float a, float b, float c) {
    return std::fma(a, b, c);
}

// To a relative 2^-53.
MARIANI_HOST_DEVICE inline double to_double(DoubleDouble a) {
    return a.high;
}
MARIANI_HOST_DEVICE inline double to_double(double a) {
    return a;
}
MARIANI_HOST_DEVICE inline double to_double(float a) {
    return a;
}

}  // namespace mariani::deep
