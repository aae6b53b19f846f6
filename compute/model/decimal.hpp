// Decimal numbers of any number of digits, exact: what a Coordinate keeps where a double does not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani {

// The digits of a decimal number: its value is 0.DIGITS times ten to the `exponent`. No zero begins
// or ends them; there are none for zero.
struct DecimalDigits {
    bool negative = false;
    std::string digits;
    std::int64_t exponent = 0;
};

// The digits of a text as std::from_chars reads it, whatever its length and its exponent. nullopt
// unless the whole text is a number (infinity and NaN are not).
std::optional<DecimalDigits> read_digits(std::string_view text);

// The shortest that read back as this double.
DecimalDigits shortest_digits(double value);

// The nearest double: 0 below all of them, infinity above.
double nearest_double(const DecimalDigits& number);

// A fixed-point number. Adding, comparing, reading and writing take time proportional to the number
// of digits, as no other base is involved.
class Decimal {
  public:
    static constexpr std::int64_t most_decimals = 100'062;  // digits after the point
    static constexpr int most_before_point = 17;

    Decimal() = default;  // 0
    // nullopt if there are more digits than that before or after the point.
    static std::optional<Decimal> of(const DecimalDigits& number);

    bool operator==(const Decimal&) const = default;

    DecimalDigits digits() const;
    Decimal negated() const;
    // To so many digits after the point, halves upwards.
    Decimal rounded(std::int64_t decimals) const;
    // With exactly so many digits after the point.
    std::string fixed_text(std::int64_t decimals) const;

    // `one` has to be small enough for the sum to have no more than 18 digits before the point, as
    // it has for all coordinates.
    friend Decimal operator+(const Decimal& one, const Decimal& other);

  private:
    void normalize();

    // whole_ + groups_[0] / 10^18 + groups_[1] / 10^36 + …: of a negative number whole_ is the next
    // integer below it. The last group is not 0.
    std::int64_t whole_ = 0;
    std::vector<std::uint64_t> groups_;
};

}  // namespace mariani
