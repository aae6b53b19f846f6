#include "compute/model/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <limits>
#include <system_error>

namespace mariani {
namespace {

constexpr std::int64_t digits_of_group = 18;
constexpr std::uint64_t base = 1'000'000'000'000'000'000;  // 10^18

constexpr std::int64_t greatest_exponent = std::int64_t{1} << 40;  // of a text; others count as it

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Removes the digits that `text` begins with.
std::string_view take_digits(std::string_view& text) {
    const auto end = std::ranges::find_if_not(text, is_digit);
    const auto digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
}

// The exponent in the rest of a number, "e-12"; 0 if there is none, nullopt if it is no exponent.
std::optional<std::int64_t> read_exponent(std::string_view text) {
    if (text.empty()) return 0;
    if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
    text.remove_prefix(1);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    const auto digits = take_digits(text);
    if (digits.empty() || !text.empty()) return std::nullopt;
    std::int64_t exponent = 0;
    for (const char c : digits) exponent = std::min(10 * exponent + (c - '0'), greatest_exponent);
    return negative ? -exponent : exponent;
}

std::uint64_t value_of(std::string_view digits) {
    std::uint64_t value = 0;
    for (const char c : digits) value = 10 * value + static_cast<std::uint64_t>(c - '0');
    return value;
}

std::uint64_t power_of_ten(std::int64_t exponent) {
    std::uint64_t power = 1;
    for (; exponent > 0; --exponent) power *= 10;
    return power;
}

// In so many digits, with zeros before it.
void append_padded(std::string& text, std::uint64_t value) {
    const std::string digits = std::to_string(value);
    text.append(digits_of_group - digits.size(), '0').append(digits);
}

}  // namespace

std::optional<DecimalDigits> read_digits(std::string_view text) {
    DecimalDigits number;
    number.negative = text.starts_with('-');
    if (number.negative) text.remove_prefix(1);
    const auto before = take_digits(text);
    std::string_view after;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        after = take_digits(text);
    }
    const auto exponent = read_exponent(text);
    if ((before.empty() && after.empty()) || !exponent) return std::nullopt;
    number.digits.reserve(before.size() + after.size());
    number.digits.append(before).append(after);
    number.digits.resize(number.digits.find_last_not_of('0') + 1);
    const auto zeros = std::min(number.digits.find_first_not_of('0'), number.digits.size());
    number.digits.erase(0, zeros);
    if (!number.digits.empty())
        number.exponent =
            static_cast<std::int64_t>(before.size()) - static_cast<std::int64_t>(zeros) + *exponent;
    return number;
}

DecimalDigits shortest_digits(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return read_digits({text.data(), end}).value_or(DecimalDigits{});
}

double nearest_double(const DecimalDigits& number) {
    // Where two doubles meet there are 767 digits at most: of those beyond, only whether there are
    // any matters.
    constexpr std::size_t most = 800;
    if (number.digits.empty()) return number.negative ? -0.0 : 0.0;
    std::string text = number.negative ? "-." : ".";
    text.append(number.digits, 0, most);
    if (number.digits.size() > most) text += '1';
    text += 'e' + std::to_string(number.exponent);
    double value = 0;
    const auto error = std::from_chars(text.data(), text.data() + text.size(), value).ec;
    if (error != std::errc::result_out_of_range) return value;
    const double size = number.exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    return number.negative ? -size : size;
}

std::optional<Decimal> Decimal::of(const DecimalDigits& number) {
    const auto count = static_cast<std::int64_t>(number.digits.size());
    if (number.exponent > most_before_point || count - number.exponent > most_decimals)
        return std::nullopt;
    const std::string_view digits = number.digits;
    const auto before =
        static_cast<std::size_t>(std::clamp<std::int64_t>(number.exponent, 0, count));
    Decimal value;
    value.whole_ = static_cast<std::int64_t>(
        value_of(digits.substr(0, before)) *
        power_of_ten(number.exponent - static_cast<std::int64_t>(before)));
    std::string after(static_cast<std::size_t>(std::max<std::int64_t>(-number.exponent, 0)), '0');
    after.append(digits.substr(before));
    after.append((digits_of_group - after.size() % digits_of_group) % digits_of_group, '0');
    value.groups_.reserve(after.size() / digits_of_group);
    for (std::size_t at = 0; at < after.size(); at += digits_of_group)
        value.groups_.push_back(value_of(std::string_view(after).substr(at, digits_of_group)));
    value.normalize();
    return number.negative ? value.negated() : value;
}

DecimalDigits Decimal::digits() const {
    if (whole_ < 0) {
        DecimalDigits number = negated().digits();
        number.negative = true;
        return number;
    }
    std::string text = std::to_string(whole_);
    const auto before = static_cast<std::int64_t>(text.size());
    text.reserve(text.size() + groups_.size() * digits_of_group);
    for (const std::uint64_t group : groups_) append_padded(text, group);
    text.resize(text.find_last_not_of('0') + 1);
    const auto zeros = std::min(text.find_first_not_of('0'), text.size());
    text.erase(0, zeros);
    return {false, text, text.empty() ? 0 : before - static_cast<std::int64_t>(zeros)};
}

Decimal Decimal::negated() const {
    Decimal result;
    result.whole_ = groups_.empty() ? -whole_ : -whole_ - 1;
    result.groups_.reserve(groups_.size());
    for (const std::uint64_t group : groups_) result.groups_.push_back(base - 1 - group);
    if (!groups_.empty()) ++result.groups_.back();  // the last one was not 0
    return result;
}

Decimal Decimal::rounded(std::int64_t decimals) const {
    const auto groups = static_cast<std::int64_t>(groups_.size());
    decimals = std::max<std::int64_t>(decimals, 0);
    if (decimals >= groups * digits_of_group) return *this;
    const std::int64_t last = decimals / digits_of_group;  // the group that the last digit is in
    const std::uint64_t unit = power_of_ten(digits_of_group - decimals % digits_of_group);
    Decimal half;
    half.groups_.assign(static_cast<std::size_t>(last) + 1, 0);
    half.groups_.back() = unit / 2;
    Decimal result = *this + half;
    result.groups_.resize(static_cast<std::size_t>(last) + 1);
    result.groups_.back() -= result.groups_.back() % unit;
    result.normalize();
    return result;
}

std::string Decimal::fixed_text(std::int64_t decimals) const {
    const DecimalDigits number = rounded(decimals).digits();
    const auto zeros = static_cast<std::size_t>(std::max<std::int64_t>(1 - number.exponent, 0));
    std::string text = std::string(zeros, '0') + number.digits;
    const auto before = static_cast<std::size_t>(std::max<std::int64_t>(number.exponent, 1));
    text.resize(before + static_cast<std::size_t>(decimals), '0');
    if (decimals > 0) text.insert(before, 1, '.');
    return number.negative ? "-" + text : text;
}

Decimal operator+(const Decimal& one, const Decimal& other) {
    const auto& longer = one.groups_.size() < other.groups_.size() ? other : one;
    const auto& shorter = &longer == &one ? other : one;
    Decimal sum = longer;
    std::uint64_t carry = 0;
    for (std::size_t i = shorter.groups_.size(); i-- > 0;) {
        sum.groups_[i] += shorter.groups_[i] + carry;
        carry = sum.groups_[i] >= base ? 1 : 0;
        sum.groups_[i] -= carry * base;
    }
    sum.whole_ += shorter.whole_ + static_cast<std::int64_t>(carry);
    sum.normalize();
    return sum;
}

void Decimal::normalize() {
    while (!groups_.empty() && groups_.back() == 0) groups_.pop_back();
}

}  // namespace mariani
