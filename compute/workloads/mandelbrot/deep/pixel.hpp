// The dwell of a pixel by its delta from a reference orbit, with rebasing (Zhuoran) and jumps. One
// source for host and device.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/workloads/mandelbrot/deep/certificate.hpp"
#include "compute/workloads/mandelbrot/deep/jump.hpp"

#include <cstdint>

namespace mariani::deep {

// The derivative of a pixel's orbit by its c, for distances: in pitches, so that it is of moderate
// size where the orbit has escaped. On host and device. Its digits are those of double: to some
// 2^-40 it is that of the orbit as it was computed, in previews to some 2^-12.
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

// Z_0 = 0, Z_1 = c_0, ... Z_last. Of these only the last may have a gap of -1 or less. Owned
// elsewhere.
template <typename N>
struct OrbitView {
    const OrbitPoint<N>* points;
    std::uint32_t last;  // at least 1
    MARIANI_HOST_DEVICE const OrbitPoint<N>& operator[](std::uint32_t index) const {
        return points[index];
    }
};

// What all pixels of a picture share.
template <typename N>
struct PixelTask {
    OrbitView<N> reference;
    JumpTableView<N> jumps;
    typename N::Bound noise;  // see Certificate
    typename N::Slope pitch;  // see Slope
    std::uint32_t limit;      // of the dwell
};

using WorkCounts = DeltaWork;

enum class Verdict : std::uint8_t { certified, uncertified, stopped };

struct PixelResult {
    std::uint32_t dwell = 0;
    Verdict verdict = Verdict::uncertified;
    WorkCounts work;
};

// How a pixel escapes: the first z of a modulus of 2 or more, and if there is a slope its
// derivative by c in pitches. Both 0 for one that does not.
struct Escape {
    Complex<double> z;
    Complex<double> slope;
};

// What is wanted of pixels besides their dwells.
struct Wanted {
    bool proof = true;
    bool slope = false;
};

// Stands for a certificate where only a preview is wanted.
template <typename N>
class NoCertificate {
  public:
    static constexpr bool proves = false;
    using Bound = typename N::Bound;
    using Complex = typename N::Complex;
    MARIANI_HOST_DEVICE NoCertificate(const Complex& c, const Bound&) : size_(octagon(c)) {}
    MARIANI_HOST_DEVICE Bound reach() const { return size_; }
    MARIANI_HOST_DEVICE void look(const Complex&, const Complex&) {}
    MARIANI_HOST_DEVICE bool is_inside(const Bound& gap) const { return is_positive(gap); }
    MARIANI_HOST_DEVICE bool is_outside(const Bound&) const { return false; }
    MARIANI_HOST_DEVICE void rebase(const Complex& full) { size_ = octagon(full); }
    MARIANI_HOST_DEVICE void step(const Complex& delta) { size_ = octagon(delta); }
    MARIANI_HOST_DEVICE void jump(const Jump<N>&, double, const Complex& delta) {
        size_ = octagon(delta);
    }
    using State = Bound;
    MARIANI_HOST_DEVICE State state() const { return size_; }
    MARIANI_HOST_DEVICE void go_back(const State& state) { size_ = state; }

  private:
    Bound size_;
};

// (2 Z + z) z + c.
template <typename Complex>
MARIANI_HOST_DEVICE Complex delta_step(const Complex& reference, const Complex& delta,
                                       const Complex& c) {
    return mul_add(add(twice(reference), delta), delta, c);
}
template <typename N>
MARIANI_HOST_DEVICE typename N::Complex delta_jump(const Jump<N>& jump,
                                                   const typename N::Complex& delta,
                                                   const typename N::Complex& c) {
    return mul_add(mul_add(jump.d, delta, jump.a), delta, mul(jump.b, c));
}

// One pixel on its way, from z_1 = c on. What has escaped does not come back, so it is enough to
// look where a jump ends: one that does not end inside for certain is taken back, and shorter ones
// lead to where it happens.
template <typename N, typename Proof, typename Derivative = NoSlope<N>>
class PixelOrbit {
  public:
    using Complex = typename N::Complex;

    MARIANI_HOST_DEVICE PixelOrbit(const PixelTask<N>& task, const Complex& c)
        : task_(task),
          c_(c),
          delta_(c),
          last_landing_(task.limit),
          proof_(c, task.noise),
          slope_(task.pitch) {}

    // Ends after so many steps and jumps at the latest. False: not done yet.
    MARIANI_HOST_DEVICE bool advance(std::uint32_t turns) {
        for (std::uint32_t turn = 0; turn < turns; ++turn) {
            if (ends()) return true;
            move();
        }
        return false;
    }
    MARIANI_HOST_DEVICE const PixelResult& result() const { return result_; }
    MARIANI_HOST_DEVICE const Escape& escape() const { return escape_; }

  private:
    // The dwell counts from z_1 on: n - 1 steps were taken to z_n.
    MARIANI_HOST_DEVICE bool end(std::uint32_t dwell, bool certified) {
        result_.dwell = dwell;
        result_.verdict = certified ? Verdict::certified : Verdict::uncertified;
        return true;
    }

    MARIANI_HOST_DEVICE void look() {
        const OrbitPoint<N>& reference = task_.reference[index_];
        full_ = add(reference.z, delta_);
        gap_ = full_gap<N>(reference, delta_, full_);
        proof_.look(full_, reference.z);
    }
    MARIANI_HOST_DEVICE bool ends() {
        look();
        if (jumped_ && !proof_.is_inside(gap_)) {
            take_back();
            look();
        }
        if (proof_.is_inside(gap_)) return n_ == task_.limit && end(n_, Proof::proves);
        if (is_positive(gap_)) return end(n_ - 1, false);
        escape_ = {plain(N::to_slope(full_)), slope_.plain()};
        return end(n_ - 1, proof_.is_outside(gap_));
    }

    MARIANI_HOST_DEVICE void move() {
        if (index_ == task_.reference.last || max_norm(full_) < max_norm(delta_)) {
            delta_ = full_;
            index_ = 0;
            proof_.rebase(full_);
            ++result_.work.rebases;
        }
        if (last_landing_ < n_) last_landing_ = task_.limit;
        const FoundJump<N> found =
            find_jump(task_.jumps, index_, last_landing_ - n_, proof_.reach());
        jumped_ = found.jump != nullptr;
        jumped_ ? jump(found) : step();
    }
    MARIANI_HOST_DEVICE void jump(const FoundJump<N>& found) {
        before_ = {delta_, proof_.state(), slope_.state(), index_, n_};
        slope_.jump(*found.jump, delta_);
        delta_ = delta_jump(*found.jump, delta_, c_);
        proof_.jump(*found.jump, task_.jumps.rule.template error<N>(found.length), delta_);
        ++result_.work.jumps;
        index_ += found.length;
        n_ += found.length;
    }
    MARIANI_HOST_DEVICE void step() {
        delta_ = delta_step(task_.reference[index_].z, delta_, c_);
        proof_.step(delta_);
        slope_.step(full_);
        ++result_.work.steps;
        ++index_;
        ++n_;
    }
    // To before the last jump; none may lead as far again.
    MARIANI_HOST_DEVICE void take_back() {
        last_landing_ = n_ - 1;
        delta_ = before_.delta;
        proof_.go_back(before_.proof);
        slope_.go_back(before_.slope);
        index_ = before_.index;
        n_ = before_.n;
        jumped_ = false;
    }

    struct Before {
        Complex delta;
        typename Proof::State proof;
        typename Derivative::State slope;
        std::uint32_t index, n;
    };

    const PixelTask<N>& task_;
    Complex c_;
    Complex delta_;
    Complex full_{};
    typename N::Bound gap_{};
    std::uint32_t index_ = 1;
    std::uint32_t n_ = 1;
    std::uint32_t last_landing_;  // n that a jump may end at
    bool jumped_ = false;         // the last move was a jump,
    Before before_{};             // from here
    Proof proof_;
    Derivative slope_;
    PixelResult result_{};
    Escape escape_{};
};

}  // namespace mariani::deep
