// The derivative of a pixel's orbit by its c, for distances: in pitches, so that it is of moderate
// size where the orbit has escaped. On host and device. Its digits are those of double: to some
// 2^-40 it is that of the orbit as it was computed, in previews to some 2^-12.
#pragma once

#include "compute/workloads/mandelbrot/deep/jump.hpp"

namespace mariani::deep {

MARIANI_HOST_DEVICE inline Complex<double> plain(const Complex<double>& value) {
    return value;
}
MARIANI_HOST_DEVICE inline Complex<double> plain(const Scaled<double>& value) {
    return scaled_by(value.mantissa, power_of_two(value.exponent));
}

template <typename N>
class Slope {
  public:
    using Value = typename N::Slope;

    // The slope of z_1 = c.
    MARIANI_HOST_DEVICE explicit Slope(const Value& pitch) : pitch_(pitch), value_(pitch) {}

    // z' = z^2 + c: the reference and its c do not change with the pixel's.
    MARIANI_HOST_DEVICE void step(const typename N::Complex& full) {
        value_ = mul_add(twice(N::to_slope(full)), value_, pitch_);
    }
    // z' = a z + d z^2 + b c, from delta z.
    MARIANI_HOST_DEVICE void jump(const Jump<N>& by, const typename N::Complex& delta) {
        const Value by_z = mul_add(twice(N::to_slope(by.d)), N::to_slope(delta), N::to_slope(by.a));
        value_ = mul_add(by_z, value_, mul(N::to_slope(by.b), pitch_));
    }
    MARIANI_HOST_DEVICE Complex<double> plain() const { return deep::plain(value_); }
    // To go back to.
    using State = Value;
    MARIANI_HOST_DEVICE const State& state() const { return value_; }
    MARIANI_HOST_DEVICE void go_back(const State& state) { value_ = state; }

  private:
    Value pitch_;
    Value value_;
};

// Stands for it where nobody asks for distances.
template <typename N>
class NoSlope {
  public:
    using Value = typename N::Slope;
    MARIANI_HOST_DEVICE explicit NoSlope(const Value&) {}
    MARIANI_HOST_DEVICE void step(const typename N::Complex&) {}
    MARIANI_HOST_DEVICE void jump(const Jump<N>&, const typename N::Complex&) {}
    MARIANI_HOST_DEVICE Complex<double> plain() const { return {}; }
    struct State {};
    MARIANI_HOST_DEVICE State state() const { return {}; }
    MARIANI_HOST_DEVICE void go_back(State) {}
};

}  // namespace mariani::deep
