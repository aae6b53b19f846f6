// The running bound of a delta's error, on host and device: certificate.md derives every term. It
// never feeds back into the delta, only into which jumps are taken.
#pragma once

#include "compute/workloads/mandelbrot/deep/jump.hpp"

namespace mariani::deep {

// Bounds |computed - exact| of a pixel's delta from the reference.
template <typename N>
class Certificate {
  public:
    static constexpr bool proves = true;
    using Bound = typename N::Bound;
    using Complex = typename N::Complex;

    // noise: at least what the reference's own steps, and the place of a pixel, lack of exactness.
    MARIANI_HOST_DEVICE Certificate(const Complex& c, const Bound& noise)
        : size_of_c_(octagon(c)),
          of_c_((size_of_c_ * Bound(2 * N::unit) + noise + Bound(4 * N::lost)) * Bound(rounded_up)),
          error_(of_c_),
          size_(size_of_c_) {}

    MARIANI_HOST_DEVICE Bound size_of_c() const { return size_of_c_; }
    MARIANI_HOST_DEVICE Bound of_c() const { return of_c_; }
    MARIANI_HOST_DEVICE Bound error() const { return error_; }

    // At least the modulus of the delta, rounded or exact.
    MARIANI_HOST_DEVICE Bound reach() const { return (size_ + error_) * Bound(rounded_up); }

    // Looks at the full value: the delta and the reference's, added.
    MARIANI_HOST_DEVICE void look(const Complex& full, const Complex& reference) {
        full_ = N::modulus(full);
        size_of_reference_ = octagon(reference);
        error_of_full_ =
            (error_ + (full_ + size_of_reference_) * Bound(N::unit) + Bound(2 * N::lost)) *
            Bound(rounded_up);
    }
    MARIANI_HOST_DEVICE bool is_inside() const {
        return (full_ + error_of_full_) * Bound(rounded_up) < Bound(2);
    }
    MARIANI_HOST_DEVICE bool is_outside(double modulus) const {
        return is_outside(modulus, to_double(error_of_full_));
    }
    // A full value of that modulus, which is not rounded up, and its error.
    MARIANI_HOST_DEVICE static bool is_outside(double modulus, double error) {
        return modulus < 0x1p100 && modulus * rounded_down >= 2 + error * rounded_up;
    }

    // The full value becomes the delta.
    MARIANI_HOST_DEVICE void rebase(const Complex& full) {
        error_ = error_of_full_;
        size_ = octagon(full);
        size_of_reference_ = Bound(0);
    }
    // After a look or a rebase: by one step to the new delta.
    MARIANI_HOST_DEVICE void step(const Complex& delta) {
        const Bound next = octagon(delta);
        const Bound growth =
            full_ * Bound(2 * (1 + N::unit)) + error_ + size_of_reference_ * Bound(4 * N::unit);
        const Bound rounding = rounding_of_step(size_, size_of_reference_, next);
        error_ = (growth * error_ + rounding * Bound(N::unit) + of_c_) * Bound(rounded_up);
        size_ = next;
    }
    // In units: what a step from a delta to the next one loses besides c's part, by octagons.
    MARIANI_HOST_DEVICE static Bound rounding_of_step(const Bound& delta, const Bound& reference,
                                                      const Bound& next) {
        return delta * (reference * Bound(7) + delta * Bound(3)) + next;
    }
    MARIANI_HOST_DEVICE void jump(const Jump<N>& by, double jump_error, const Complex& delta) {
        const Bound growth = by.most_a + by.most_d * (size_ * Bound(2) + error_);
        const Bound carried = growth * error_ + by.most_b * of_c_;
        const Bound moved = by.most_a * size_ + by.most_b * size_of_c_;
        error_ = (carried * Bound(1 + jump_error) + moved * Bound(jump_error) + Bound(N::lost)) *
                 Bound(rounded_up);
        size_ = octagon(delta);
    }

  private:
    Bound size_of_c_;
    Bound of_c_;  // what c, its roundings and the reference add to every step
    Bound error_;
    Bound size_;  // of the delta
    Bound full_{};
    Bound size_of_reference_{};
    Bound error_of_full_{};
};

}  // namespace mariani::deep
