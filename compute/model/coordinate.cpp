#include "compute/model/coordinate.hpp"

#include "compute/model/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace mariani {
namespace {

constexpr std::size_t most_of_double = 17;  // digits

std::string fixed(double value, int decimals) {
    std::array<char, 512> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::fixed, decimals)
                         .ptr;
    return {text.data(), end};
}

// Without the digits that it has beyond `decimals` after the point.
Decimal decimal_of(Length length, std::int64_t decimals) {
    DecimalDigits number = shortest_digits(length);
    const std::int64_t kept = std::max<std::int64_t>(number.exponent + decimals, 0);
    if (kept < static_cast<std::int64_t>(number.digits.size()))
        number.digits.resize(static_cast<std::size_t>(kept));
    if (number.digits.empty()) return {};
    return Decimal::of(number).value_or(Decimal());
}

// How many digits after the point tell points so far apart from each other, with some to spare.
std::int64_t decimals_for(Length apart) {
    constexpr double spare = 6;
    const double decimals = std::ceil(spare - log10(apart));
    return static_cast<std::int64_t>(
        std::clamp(decimals, 0.0, static_cast<double>(Decimal::most_decimals)));
}

bool doubles_tell_apart(Length apart, double near) {
    constexpr double smallest = 1e-300, least = 4 * std::numeric_limits<double>::epsilon();
    return apart >= std::max(Length(smallest), Length(least) * std::abs(near));
}

}  // namespace

Length Length::of(const DecimalDigits& number) {
    DecimalDigits near = number;
    std::int64_t shifts = 0;
    if (number.exponent < -digits + 1) {
        shifts = -number.exponent / digits;
        near.exponent += shifts * digits;
    }
    return {nearest_double(near), shifts};
}

DecimalDigits shortest_digits(Length length) {
    DecimalDigits number = shortest_digits(length.mantissa_);
    if (!number.digits.empty()) number.exponent -= Length::digits * length.shifts_;
    return number;
}

Coordinate::Coordinate(const Decimal& value) {
    const DecimalDigits digits = value.digits();
    nearest_ = nearest_double(digits);
    const bool of_double = digits.digits.size() <= most_of_double && decimal() == value;
    if (!of_double) digits_ = std::make_shared<const Decimal>(value);
}

std::optional<Coordinate> Coordinate::of(const DecimalDigits& digits) {
    if (digits.exponent > Decimal::most_before_point || digits.digits.empty())
        return Coordinate(nearest_double(digits));
    const auto value = Decimal::of(digits);
    if (!value) return std::nullopt;
    return Coordinate(*value);
}

bool Coordinate::operator==(const Coordinate& other) const {
    if (nearest_ != other.nearest_) return false;
    return digits_ == other.digits_ || (digits_ && other.digits_ && *digits_ == *other.digits_);
}

Coordinate Coordinate::moved(Length by, Length apart) const {
    if (by == Length(0)) return *this;
    const double sum = nearest_ + by.nearest();
    if (!std::isfinite(sum) || doubles_tell_apart(apart, sum)) return sum;
    const auto from = decimal();
    if (!from) return sum;
    const std::int64_t decimals = decimals_for(apart);
    return Coordinate(from->rounded(decimals) + decimal_of(by, decimals));
}

Length operator-(const Coordinate& to, const Coordinate& from) {
    if (to.digits_ == from.digits_) return to.nearest_ - from.nearest_;  // of doubles, or the same
    const auto end = to.decimal(), begin = from.decimal();
    if (!end || !begin) return to.nearest_ - from.nearest_;
    return Length::of((*end + begin->negated()).digits());
}

std::optional<Decimal> Coordinate::decimal() const {
    if (digits_) return *digits_;
    return Decimal::of(mariani::shortest_digits(nearest_));
}

DecimalDigits Coordinate::digits() const {
    return digits_ ? digits_->digits() : mariani::shortest_digits(nearest_);
}

std::int64_t Coordinate::decimals() const {
    const DecimalDigits number = digits();
    return std::max<std::int64_t>(static_cast<std::int64_t>(number.digits.size()) - number.exponent,
                                  0);
}

std::string Coordinate::fixed_text(int decimals) const {
    const auto value = decimal();
    if (!value || (!digits_ && decimals <= int{most_of_double})) return fixed(nearest_, decimals);
    return value->fixed_text(decimals);
}

}  // namespace mariani
