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
        weigh();
        error_of_gap_ = (carried_ + products_ * Bound(unit_of_gap<N>) + of_c_) * Bound(rounded_up);
    }
    // By the full value's gap, as it was computed.
    MARIANI_HOST_DEVICE bool is_inside(const Bound& gap) const {
        return is_positive(gap) && error_of_gap_ < gap * Bound(sure_share);
    }
    MARIANI_HOST_DEVICE bool is_outside(const Bound& gap) const { return is_inside(-gap); }

    // The full value becomes the delta.
    MARIANI_HOST_DEVICE void rebase(const Complex& full) {
        error_ = (error_ + (full_ + size_of_reference_) * Bound(N::unit) + Bound(2 * N::lost)) *
                 Bound(rounded_up);
        size_ = octagon(full);
        size_of_reference_ = Bound(0);
        weigh();
    }
    // After a look or a rebase: by one step to the new delta.
    MARIANI_HOST_DEVICE void step(const Complex& delta) {
        const Bound next = octagon(delta);
        error_ = (carried_ + (products_ + next) * Bound(N::unit) + of_c_) * Bound(rounded_up);
        size_ = next;
    }
    // In units: what a step from a delta to the next one loses besides c's part, by octagons.
    MARIANI_HOST_DEVICE static Bound rounding_of_step(const Bound& delta, const Bound& reference,
                                                      const Bound& next) {
        return products_of(delta, reference) + next;
    }
    MARIANI_HOST_DEVICE void jump(const Jump<N>& by, double jump_error, const Complex& delta) {
        const Bound growth = by.most_a + by.most_d * (size_ * Bound(2) + error_);
        const Bound carried = growth * error_ + by.most_b * of_c_;
        const Bound moved = by.most_a * size_ + by.most_b * size_of_c_;
        error_ = (carried * Bound(1 + jump_error) + moved * Bound(jump_error) + Bound(N::lost)) *
                 Bound(rounded_up);
        size_ = octagon(delta);
    }

    // What jumps and steps change, to go back to.
    struct State {
        Bound error, size;
    };
    MARIANI_HOST_DEVICE State state() const { return {error_, size_}; }
    MARIANI_HOST_DEVICE void go_back(const State& state) {
        error_ = state.error;
        size_ = state.size;
    }

  private:
    MARIANI_HOST_DEVICE static Bound products_of(const Bound& delta, const Bound& reference) {
        return delta * (reference * Bound(7) + delta * Bound(3));
    }
    // What the square of the full value makes of the error, and what it loses.
    MARIANI_HOST_DEVICE void weigh() {
        const Bound growth =
            full_ * Bound(2 * (1 + N::unit)) + error_ + size_of_reference_ * Bound(4 * N::unit);
        carried_ = growth * error_;
        products_ = products_of(size_, size_of_reference_);
    }

    Bound size_of_c_;
    Bound of_c_;  // what c, its roundings and the reference add to every step
    Bound error_;
    Bound size_;  // of the delta
    Bound full_{};
    Bound size_of_reference_{};
    Bound carried_{};   // the error, times what squaring multiplies it by
    Bound products_{};  // in units
    Bound error_of_gap_{};
};

}  // namespace mariani::deep
