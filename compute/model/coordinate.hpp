// Numbers of the plane: where a point lies, and how far it is from another.
#pragma once

#include <cmath>
#include <compare>

namespace mariani {

// A coordinate. Its representation, and so its number of digits, is known only where dwells are
// computed and where numbers become text, through nearest() (tests/structure lists these files).
// All other code computes with differences, for which a double has enough digits.
class Coordinate {
  public:
    constexpr Coordinate(double value = 0) : value_(value) {}
    bool operator==(const Coordinate&) const = default;

    constexpr double nearest() const { return value_; }

    constexpr Coordinate& operator+=(double by) {
        value_ += by;
        return *this;
    }
    friend constexpr Coordinate operator+(Coordinate from, double by) { return from += by; }
    friend constexpr double operator-(Coordinate to, Coordinate from) {
        return to.value_ - from.value_;
    }
    // A step back is `+ -by`; the distance from a number is `- Coordinate(number)`.
    friend constexpr double operator-(Coordinate, double) = delete;
    friend constexpr Coordinate clamp(Coordinate value, double min, double max) {
        return value.value_ < min ? min : value.value_ > max ? max : value.value_;
    }

  private:
    double value_;
};

// A length, such as a view's height, which may become smaller than any double. nearest(): see
// Coordinate.
class Length {
  public:
    constexpr Length(double value = 0) : value_(value) {}
    bool operator==(const Length&) const = default;
    auto operator<=>(const Length&) const = default;

    constexpr double nearest() const { return value_; }

    friend constexpr Length operator*(Length length, double factor) {
        return length.value_ * factor;
    }
    friend constexpr Length operator/(Length length, double by) { return length.value_ / by; }
    friend constexpr double operator/(Length part, Length whole) {
        return part.value_ / whole.value_;
    }
    friend constexpr double operator-(Length a, Length b) { return a.value_ - b.value_; }
    friend double log10(Length length) { return std::log10(length.value_); }

  private:
    double value_;
};

}  // namespace mariani
