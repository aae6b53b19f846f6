// Numbers of the plane: where a point lies, and how far it is from another.
#pragma once

#include "compute/model/length.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mariani {

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
