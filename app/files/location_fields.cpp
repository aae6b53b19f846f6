#include "app/files/location_fields.hpp"

#include "compute/model/decimal.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/printable.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string required(const LocationFields& fields, std::string_view name) {
    if (auto value = fields(name)) return *value;
    throw std::invalid_argument(fmt::format("{} is missing", name));
}

Coordinate coordinate(std::string_view name, std::string_view text) {
    const auto value = parse_coordinate(text);
    if (!value)
        reject_field(name, text,
                     fmt::format("it must be a number, with at most {} digits after its point",
                                 Decimal::most_decimals));
    constexpr double most = limits::max_coordinate;
    if (why_invalid(View{{*value, 0}, 1}))
        reject_field(name, text,
                     fmt::format("it must be from {} to {}", to_text(-most), to_text(most)));
    return *value;
}

Coordinate negated(const Coordinate& value) {
    DecimalDigits digits = value.digits();
    digits.negative = !digits.negative && !digits.digits.empty();
    return Coordinate::of(digits).value_or(value);
}

Length height(std::string_view name, const std::string& text) {
    const auto height = height_of_zoom(text);
    if (!height) reject_field(name, text, "it must be a number above 0, such as 5E227");
    if (why_invalid(View{{}, *height}))
        reject_field(name, text,
                     fmt::format("the height, 4 / {}, must be from {} to {}", name,
                                 to_text(limits::min_height), to_text(limits::max_height)));
    return *height;
}

std::uint32_t dwell_limit(std::string_view name, const std::string& text, Location& location) {
    const auto digits = read_digits(text);
    const double value = digits ? nearest_double(*digits) : 0;
    if (!(value >= 1) || value != std::floor(value))
        reject_field(name, text, "it must be a whole number, at least 1");
    constexpr auto most = static_cast<double>(limits::dwell.max);
    if (value > most)
        location.notices.push_back(fmt::format(
            "It asks for more iterations than the highest dwell limit, {}, which is used instead.",
            limits::dwell.max));
    return static_cast<std::uint32_t>(std::min(value, most));
}

// A place that lacks digits is another one.
void tell_missing_digits(Location& location) {
    if (!why_too_few_digits(location.view)) return;
    const PlanePoint& centre = location.view.centre;
    location.notices.push_back(
        fmt::format("Its centre has {} digits after the point, but this height needs {}: the "
                    "intended point may lie elsewhere.",
                    std::max(centre.re.decimals(), centre.im.decimals()),
                    needed_decimals(location.view.height)));
}

// Programs compute what they write: what is so near is the same.
bool same(double a, double b) {
    return std::abs(a - b) < 1e-9;
}

}  // namespace

std::optional<Length> height_of_zoom(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    auto zoom = read_digits(text);
    if (!zoom || zoom->negative || zoom->digits.empty()) return std::nullopt;
    const std::int64_t exponent = zoom->exponent;
    zoom->exponent = 0;
    DecimalDigits digits = shortest_digits(4 / nearest_double(*zoom));
    digits.exponent -= exponent;
    return Length::of(digits);
}

void reject_field(std::string_view name, std::string_view value, std::string_view needed) {
    throw std::invalid_argument(fmt::format("{} is {}: {}", name, in_quotes(value), needed));
}

Location location_of(const LocationFields& fields, const PlaceNames& names, ImaginaryAxis axis) {
    Location location;
    const Coordinate re = coordinate(names.re, required(fields, names.re));
    const Coordinate im = coordinate(names.im, required(fields, names.im));
    location.view = {{re, axis == ImaginaryAxis::up ? im : negated(im)},
                     height(names.zoom, required(fields, names.zoom))};
    location.dwell_limit =
        dwell_limit(names.iterations, required(fields, names.iterations), location);
    tell_missing_digits(location);
    return location;
}

void require_usual(const LocationFields& fields, std::string_view name, double usual,
                   std::string_view meaning) {
    const auto value = fields(name);
    if (value && parse_real(*value) != usual)
        reject_field(name, *value,
                     fmt::format("{} must be {}, as only z^2 + c from z = 0 is computed", meaning,
                                 to_text(usual)));
}

void Changes::number(std::string_view name, std::string_view what, double usual) {
    const auto value = fields_(name);
    if (value && !same(parse_real(*value).value_or(NAN), usual)) add(what, name, *value);
}

void Changes::angle(std::string_view name) {
    const auto value = fields_(name);
    if (value && !same(std::remainder(parse_real(*value).value_or(NAN), 360), 0))
        add("turned", name, *value);
}

void Changes::flag(std::string_view name, std::string_view what, bool set) {
    if (set) add(what, name, "true");
}

void Changes::add(std::string_view what, std::string_view name, std::string_view value) {
    text_ += fmt::format("{}{} ({} {})", text_.empty() ? "" : ", ", what, name,
                         printable(value, longest_quote));
}

void Changes::tell(Location& location) const {
    if (!text_.empty())
        location.notices.push_back(fmt::format("It is {}, which is ignored.", text_));
}

}  // namespace mariani::app
