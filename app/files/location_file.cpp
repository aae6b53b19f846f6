#include "app/files/location_file.hpp"

#include "app/files/lower_extension.hpp"
#include "app/files/toml_text.hpp"
#include "compute/model/decimal.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/printable.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"
#include "render/files/regular_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr TextLimits location_limits{4 << 20};  // two numbers of 10^5 digits, and any colours

// The value of a field, nullopt if there is none. The names are those of the program's files.
using Fields = std::function<std::optional<std::string>(std::string_view name)>;

struct Names {
    std::string_view re, im, zoom, iterations;
};

std::string required(const Fields& fields, std::string_view name) {
    if (auto value = fields(name)) return *value;
    throw std::invalid_argument(fmt::format("{} is missing", name));
}

[[noreturn]] void reject(std::string_view name, std::string_view value, std::string_view needed) {
    throw std::invalid_argument(fmt::format("{} is {}: {}", name, in_quotes(value), needed));
}

Coordinate coordinate(const Fields& fields, std::string_view name) {
    const std::string text = required(fields, name);
    const auto value = parse_coordinate(text);
    if (!value)
        reject(name, text,
               fmt::format("it must be a number, with at most {} digits after its point",
                           Decimal::most_decimals));
    constexpr double most = limits::max_coordinate;
    if (why_invalid(View{{*value, 0}, 1}))
        reject(name, text, fmt::format("it must be from {} to {}", to_text(-most), to_text(most)));
    return *value;
}

// 4 / zoom, of any exponent.
Length height(const Fields& fields, std::string_view name) {
    const std::string text = required(fields, name);
    std::string_view bare = text;
    if (bare.starts_with('+')) bare.remove_prefix(1);
    auto zoom = read_digits(bare);
    if (!zoom || zoom->negative || zoom->digits.empty())
        reject(name, text, "it must be a number above 0, such as 5E227");
    const std::int64_t exponent = zoom->exponent;
    zoom->exponent = 0;
    DecimalDigits digits = shortest_digits(4 / nearest_double(*zoom));
    digits.exponent -= exponent;
    return Length::of(digits);
}

std::uint32_t dwell_limit(const Fields& fields, std::string_view name, Location& location) {
    const std::string text = required(fields, name);
    const auto digits = read_digits(text);
    const double value = digits ? nearest_double(*digits) : 0;
    if (!(value >= 1) || value != std::floor(value))
        reject(name, text, "it must be a whole number from 1 on");
    constexpr auto most = static_cast<double>(limits::dwell.max);
    if (value > most)
        location.notices.push_back(
            fmt::format("It asks for more iterations than the dwell limit may be, which is now {}.",
                        limits::dwell.max));
    return static_cast<std::uint32_t>(std::min(value, most));
}

// A place that lacks digits is another one.
void tell_missing_digits(Location& location) {
    if (!why_too_few_digits(location.view)) return;
    const PlanePoint& centre = location.view.centre;
    location.notices.push_back(
        fmt::format("Its centre has {} digits after the point, of the {} that so small a "
                    "height needs: what was meant may lie beside it.",
                    std::max(centre.re.decimals(), centre.im.decimals()),
                    needed_decimals(location.view.height)));
}

Location read_location(const Fields& fields, const Names& names) {
    Location location;
    location.view = {{coordinate(fields, names.re), coordinate(fields, names.im)},
                     height(fields, names.zoom)};
    if (const auto why = why_invalid(location.view)) throw std::invalid_argument(*why);
    location.dwell_limit = dwell_limit(fields, names.iterations, location);
    tell_missing_digits(location);
    return location;
}

// Whether a field is there and is another number than usual. Text that is no number is another one.
bool differs(const Fields& fields, std::string_view name, double usual) {
    const auto value = fields(name);
    return value && parse_real(*value) != usual;
}

void require_usual(const Fields& fields, std::string_view name, double usual,
                   std::string_view meaning) {
    if (differs(fields, name, usual))
        reject(name, *fields(name),
               fmt::format("{} must be {}, as only z^2 + c from z = 0 is computed", meaning,
                           to_text(usual)));
}

void tell_unless_usual(const Fields& fields, std::string_view name, std::string_view what,
                       Location& location) {
    if (differs(fields, name, 0))
        location.notices.push_back(fmt::format("It is {} ({} {}), and is shown without that.", what,
                                               name, printable(*fields(name), longest_quote)));
}

std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// Of the first line "NAME: VALUE".
std::optional<std::string> kfr_field(std::string_view text, std::string_view name) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const auto colon = line.find(':');
        if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == name)
            return std::string(trimmed(line.substr(colon + 1)));
    }
    return std::nullopt;
}

// Numbers are written with quotes, as all that are long have to be, or without.
std::optional<std::string> toml_field(const toml::table& table, std::string_view name) {
    const auto field = table[name];
    if (const auto text = field.value_exact<std::string>()) return std::string(trimmed(*text));
    if (const auto whole = field.value_exact<std::int64_t>()) return std::to_string(*whole);
    if (const auto number = field.value_exact<double>()) return to_text(*number);
    if (field) throw std::invalid_argument(fmt::format("{} is not a number", name));
    return std::nullopt;
}

}  // namespace

Location read_kfr(std::string_view text) {
    if (static_cast<std::int64_t>(text.size()) > location_limits.bytes)
        throw std::invalid_argument(
            fmt::format("it is larger than {}", render::bytes_text(location_limits.bytes)));
    const Fields fields = [text](std::string_view name) { return kfr_field(text, name); };
    require_usual(fields, "FractalType", 0, "the kind of fractal");
    require_usual(fields, "Power", 2, "the power of z");
    require_usual(fields, "UseHybridFormula", 0, "the use of other formulas");
    require_usual(fields, "SeedR", 0, "the first z");
    require_usual(fields, "SeedI", 0, "the first z");
    require_usual(fields, "FactorAR", 1, "the factor of the formula");
    require_usual(fields, "FactorAI", 0, "the factor of the formula");
    Location location = read_location(fields, {"Re", "Im", "Zoom", "Iterations"});
    tell_unless_usual(fields, "Rotate", "turned", location);
    tell_unless_usual(fields, "RotateAngle", "turned", location);
    tell_unless_usual(fields, "StretchAmount", "stretched", location);
    return location;
}

Location read_rust_fractal(std::string_view text) {
    const toml::table table = parse_toml(text, location_limits);
    const Fields fields = [&table](std::string_view name) { return toml_field(table, name); };
    Location location = read_location(fields, {"real", "imag", "zoom", "iterations"});
    tell_unless_usual(fields, "rotate", "turned", location);
    return location;
}

bool is_location_file(const std::filesystem::path& path) {
    const std::string extension = lower_extension(path);
    return extension == ".kfr" || extension == ".toml";
}

Location read_location_file(const std::filesystem::path& path) {
    const std::string text = render::read_whole_file(path, location_limits.bytes);
    try {
        return lower_extension(path) == ".kfr" ? read_kfr(text) : read_rust_fractal(text);
    } catch (const std::invalid_argument& why) {
        throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), why.what()));
    }
}

}  // namespace mariani::app
