// Numbers of the plane: where a point lies, and how far it is from another.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mariani {

struct DecimalDigits;

// A length of the plane or a signed distance along an axis, which may be smaller than any double:
// a double's digits over an exponent of its own, as far down as an int64 goes. From 1e-300 on it is
// a double, and computes as one, bit for bit.
class Length {
  public:
    // Implicit: most lengths are doubles.
    constexpr Length(double value = 0) : mantissa_(value) { normalize(); }

    bool operator==(const Length&) const = default;
    friend constexpr std::partial_ordering operator<=>(Length a, Length b) {
        if (a.shifts_ == b.shifts_) return a.mantissa_ <=> b.mantissa_;
        const bool a_is_longer = a.shifts_ < b.shifts_ && a.mantissa_ != 0;
        return a_is_longer || b.mantissa_ == 0 ? a.mantissa_ <=> 0.0 : 0.0 <=> b.mantissa_;
    }

    // `value` times 1e-300, so many times.
    static constexpr Length shifted(double value, std::int64_t times) { return {value, times}; }

    // 0 where it is smaller than any double. Who uses it: see Coordinate.
    constexpr double nearest() const {
        double value = mantissa_;
        for (std::int64_t i = 0; i < shifts_ && value != 0; ++i) value *= down;
        return value;
    }

    // As 0 is, and all from 1e-300 on; further down nearest() may have lost digits.
    constexpr bool is_double() const { return shifts_ == 0; }

    constexpr Length operator-() const { return {-mantissa_, shifts_}; }
    friend constexpr Length operator*(Length length, double factor) {
        const double product = length.mantissa_ * factor;
        if (fits(product) || factor == 0) return {product, length.shifts_};
        // One of the two is small enough to be shifted.
        const bool small = length.mantissa_ < 1 && length.mantissa_ > -1;
        return {small ? length.mantissa_ * up * factor : length.mantissa_ * (factor * up),
                length.shifts_ + 1};
    }
    friend constexpr Length operator/(Length length, double by) {
        const double quotient = length.mantissa_ / by;
        if (fits(quotient) || length.mantissa_ == 0) return {quotient, length.shifts_};
        return {length.mantissa_ * up / by, length.shifts_ + 1};
    }
    // Infinity or 0 where no double is as large or as small.
    friend constexpr double operator/(Length part, Length whole) {
        double ratio = part.mantissa_ / whole.mantissa_;
        std::int64_t shifts = part.shifts_ - whole.shifts_;
        for (; shifts > 0 && ratio != 0; --shifts) ratio *= down;
        for (; shifts < 0 && ratio - ratio == 0 && ratio != 0; ++shifts) ratio *= up;
        return ratio;
    }
    friend constexpr Length operator+(Length a, Length b) {
        if (a.shifts_ == b.shifts_) return {a.mantissa_ + b.mantissa_, a.shifts_};
        if (a.mantissa_ == 0) return b;
        if (b.mantissa_ == 0) return a;
        if (a.shifts_ > b.shifts_) return b + a;
        return b.shifts_ - a.shifts_ > 1 ? a : Length(a.mantissa_ + b.mantissa_ * down, a.shifts_);
    }
    friend constexpr Length operator-(Length a, Length b) { return a + -b; }
    friend constexpr Length abs(Length length) { return length < Length(0) ? -length : length; }
    friend double log10(Length length) {
        return std::log10(length.mantissa_) - digits * static_cast<double>(length.shifts_);
    }

    // The digits of one read back as the same bits.
    static Length of(const DecimalDigits& digits);
    friend DecimalDigits shortest_digits(Length length);

  private:
    static constexpr int digits = 300;
    static constexpr double up = 1e300, down = 1e-300;

    constexpr Length(double mantissa, std::int64_t shifts) : mantissa_(mantissa), shifts_(shifts) {
        normalize();
    }

    // Whether it is not so small that a double may have lost digits of it.
    static constexpr bool fits(double value) { return value >= down || value <= -down; }

    constexpr void normalize() {
        if (mantissa_ == 0) shifts_ = 0;
        for (; mantissa_ != 0 && mantissa_ < down && mantissa_ > -down; ++shifts_) mantissa_ *= up;
        for (; shifts_ > 0 && (mantissa_ >= 1 || mantissa_ <= -1); --shifts_) mantissa_ *= down;
    }

    // Times 1e-300 for each shift. Without any it is 0 or at least 1e-300, with some it is from
    // 1e-300 to 1.
    double mantissa_;
    std::int64_t shifts_ = 0;
};

class Decimal;
struct DecimalDigits;

// A coordinate: a decimal number of any number of digits. Its representation is known only where
// dwells are computed and where numbers become text, through nearest() (tests/structure lists these
// files). All other code computes with differences, for which a double's digits are enough. Copies
// share the digits.
class Coordinate {
  public:
    // The shortest decimal that reads back as this double.
    constexpr Coordinate(double value = 0) : nearest_(value) {}
    // nullopt if there are more digits than a Decimal has. From 10^17 on, far outside of the
    // limits, it is the nearest double.
    static std::optional<Coordinate> of(const DecimalDigits& digits);

    bool operator==(const Coordinate& other) const;

    double nearest() const { return nearest_; }

    // `by` further on, with the digits that tell points `apart` from each other apart: as sums of
    // doubles where these do, from four of their steps on; further down with six digits more than
    // `apart` begins with, and no others.
    Coordinate moved(Length by, Length apart) const;
    Coordinate& operator+=(Length by) { return *this = moved(by, abs(by)); }
    friend Coordinate operator+(const Coordinate& from, Length by) {
        return from.moved(by, abs(by));
    }
    // A step back is `+ -by`; the distance from a number is `- Coordinate(number)`.
    friend Length operator-(const Coordinate& to, const Coordinate& from);
    friend Length operator-(const Coordinate&, double) = delete;
    friend Coordinate clamp(const Coordinate& value, double min, double max) {
        return value.nearest_ < min ? min : value.nearest_ > max ? max : value;
    }

    DecimalDigits digits() const;
    // How many stand after the point.
    std::int64_t decimals() const;
    // Rounded to so many digits after the point, for the eye.
    std::string fixed_text(int decimals) const;

  private:
    Coordinate(const Decimal& value);

    std::optional<Decimal> decimal() const;  // nullopt of doubles from 10^17 on

    double nearest_;
    std::shared_ptr<const Decimal> digits_;  // null: those of nearest_
};

}  // namespace mariani
