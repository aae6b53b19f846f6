#include "app/panels/numbers.hpp"

#include "compute/model/text.hpp"
#include "render/picture/palette_stops.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// How many decimals a value in [0.001, 1000) needs for three significant digits.
int decimals_of(double value) {
    const int before_point = static_cast<int>(std::floor(std::log10(value))) + 1;
    return std::clamp(3 - before_point, 0, 5);
}

// To three significant digits, so that 999.7 counts as 1000 before its prefix is chosen.
double rounded(double value) {
    if (value == 0) return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
    return std::round(value / unit) * unit;
}

// What is the same in all of a view's points is left out of a long number.
std::string in_short(const std::string& number) {
    constexpr std::size_t longest = 22, first = 9, last = 8;
    if (number.size() <= longest) return number;
    return number.substr(0, first) + "…" + number.substr(number.size() - last);
}

}  // namespace

std::string grouped(std::int64_t value) {
    std::string digits = std::to_string(value < 0 ? -value : value);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    return value < 0 ? fmt::format("-{}", digits) : digits;
}

std::string counted(std::int64_t count, const char* one, const char* many) {
    return fmt::format("{} {}", grouped(count), count == 1 ? one : many);
}

std::string significant(double value) {
    if (!std::isfinite(value)) return "-";
    const double size = std::abs(rounded(value));
    if (size == 0) return "0";
    if (size >= 1e9 || size < 1e-3) return fmt::format("{:.2e}", value);
    if (size >= 1000) return grouped(std::llround(rounded(value)));
    return fmt::format("{:.{}f}", value, decimals_of(size));
}

std::string share(double part, double whole) {
    if (!(whole > 0)) return "-";
    return fmt::format("{:.1f} %", 100 * part / whole);
}

std::string scaled(double value) {
    static constexpr std::array<const char*, 6> prefixes{"", " k", " M", " G", " T", " P"};
    if (!std::isfinite(value)) return "-";
    value = rounded(value);
    std::size_t prefix = 0;
    while (std::abs(value) >= 1000 && prefix + 1 < prefixes.size()) {
        value /= 1000;
        ++prefix;
    }
    return significant(value) + prefixes[prefix];
}

std::string in_bytes(double bytes) {
    const std::string text = scaled(bytes);  // "872 M"
    return text + (text.find(' ') == std::string::npos ? " B" : "B");
}

std::string magnification(Length height) {
    constexpr Length home_height = 2;
    const double times = home_height / height;
    if (std::isfinite(times)) return significant(times) + " x";
    const double decades = log10(home_height) - log10(height), whole = std::floor(decades);
    return fmt::format("{:.2f}e+{:.0f} x", std::pow(10.0, decades - whole), whole);
}

std::string magnitude(Length length) {
    const double decades = log10(length), whole = std::floor(decades);
    if (decades > -4) return fmt::format("{:.2g}", std::pow(10.0, decades));
    return fmt::format("{:.1f}e{:.0f}", std::pow(10.0, decades - whole), whole);
}

std::string place(const PlanePoint& point, int decimals) {
    return in_short(point.re.fixed_text(decimals)) + ", " + in_short(point.im.fixed_text(decimals));
}

std::string probability_text(std::int64_t subdivided, std::int64_t leaves, std::int64_t regions) {
    if (regions == 0 || (subdivided == 0 && leaves > 0)) return "-";
    return fmt::format("{:.2f}", static_cast<double>(subdivided) / static_cast<double>(regions));
}

std::string duration(double ms) {
    if (ms < 1000) return significant(ms) + " ms";
    if (ms < 60'000) return significant(ms / 1000) + " s";
    const auto seconds = std::llround(ms / 1000);
    if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
    return fmt::format("{} h {} min", grouped(seconds / 3600), seconds % 3600 / 60);
}

std::string shown_name(const std::string& palette) {
    if (render::names_stops(palette)) return "own colours";
    return printable(palette.substr(palette.find_last_of('/') + 1), longest_quote);
}

std::string count_within(std::int64_t value, std::size_t width) {
    auto exact = grouped(value);
    return exact.size() <= width ? exact : scaled(static_cast<double>(value));
}

}  // namespace mariani::app
