#include "render/picture/palette_stops.hpp"

#include "compute/model/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <system_error>

#include <fmt/core.h>

namespace mariani::render {
namespace {

constexpr std::string_view prefix = "stops:";
constexpr std::size_t last_colour = 1000;  // positions have three decimals

[[noreturn]] void reject(std::string_view found) {
    throw std::runtime_error(fmt::format(
        "a palette of stops has 1 to {} of the form \"POSITION RRGGBB\", separated by commas, with "
        "ascending positions from 0 to 1; found {}",
        most_stops, in_quotes(found)));
}

template <typename T, typename... Base>
std::optional<T> number(std::string_view text, Base... base) {
    T value{};
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, base...);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

PaletteStop stop_of(std::string_view text) {
    const auto blank = text.find(' ');
    if (blank == std::string_view::npos || text.size() != blank + 7) reject(text);
    const auto at = number<double>(text.substr(0, blank));
    const auto rgb = number<std::uint32_t>(text.substr(blank + 1), 16);
    if (!at || !rgb || !(*at >= 0 && *at <= 1)) reject(text);
    const auto channel = [&](int shift) { return static_cast<std::uint8_t>(*rgb >> shift); };
    return {*at, {channel(16), channel(8), channel(0)}};
}

Rgb8 between(const PaletteStop& from, const PaletteStop& to, double at) {
    const double part =
        to.at > from.at ? std::clamp((at - from.at) / (to.at - from.at), 0.0, 1.0) : 1;
    const auto mixed = [&](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + part * (b - a)));
    };
    return {mixed(from.colour.r, to.colour.r), mixed(from.colour.g, to.colour.g),
            mixed(from.colour.b, to.colour.b)};
}

Rgb8 colour_at(std::span<const PaletteStop> stops, double at) {
    const auto after = std::ranges::find_if(stops, [&](const auto& stop) { return stop.at >= at; });
    if (after == stops.begin()) return stops.front().colour;
    if (after == stops.end()) return stops.back().colour;
    return between(*(after - 1), *after, at);
}

int difference(Rgb8 a, Rgb8 b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

}  // namespace

bool names_stops(std::string_view palette) {
    return palette.starts_with(prefix);
}

std::string text_of_stops(std::span<const PaletteStop> stops) {
    std::string text(prefix);
    for (const auto& [at, colour] : stops)
        text += fmt::format("{}{:.3f} {:02x}{:02x}{:02x}", text.size() > prefix.size() ? "," : "",
                            at, colour.r, colour.g, colour.b);
    return text;
}

std::vector<PaletteStop> parse_stops(const std::string& text) {
    if (!names_stops(text)) reject(text);
    std::string_view rest = std::string_view(text).substr(prefix.size());
    std::vector<PaletteStop> stops;
    while (true) {
        const auto comma = rest.find(',');
        stops.push_back(stop_of(rest.substr(0, comma)));
        const bool ascends = stops.size() < 2 || stops[stops.size() - 2].at <= stops.back().at;
        if (!ascends || stops.size() > most_stops) reject(text);
        if (comma == std::string_view::npos) return stops;
        rest.remove_prefix(comma + 1);
    }
}

Palette palette_of_stops(std::span<const PaletteStop> stops) {
    Palette palette{text_of_stops(stops), {}, {}, text_of_stops(stops)};
    for (std::size_t i = 0; i <= last_colour; ++i)
        palette.colours.push_back(colour_at(stops, static_cast<double>(i) / last_colour));
    // Each stop's own colour is there, also where several are at one place.
    std::size_t next = 0, after = stops.size();
    for (const auto& [at, colour] : stops) {
        const auto nearest = static_cast<std::size_t>(std::lround(at * last_colour));
        const std::size_t i = std::clamp(nearest, next, last_colour - --after);
        palette.colours[i] = colour;
        next = i + 1;
    }
    return palette;
}

bool make(const std::string& stops, std::span<const Rgb8> colours) {
    try {
        return std::ranges::equal(palette_of_stops(parse_stops(stops)).colours, colours);
    } catch (const std::runtime_error&) {
        return false;  // somebody else's comment
    }
}

// Adds the colour that the stops so far come least close to, until all are close.
std::vector<PaletteStop> stops_like(std::span<const Rgb8> colours) {
    constexpr std::size_t most = 12;
    constexpr int close = 6;  // levels of 255
    const std::size_t last = colours.size() - 1;
    const auto stop_at = [&](std::size_t i) {
        const double at = last == 0 ? 0 : static_cast<double>(i) / static_cast<double>(last);
        return PaletteStop{std::round(at * 1000) / 1000, colours[i]};
    };
    std::vector<PaletteStop> stops{stop_at(0)};
    if (last > 0) stops.push_back(stop_at(last));
    while (stops.size() < most) {
        int worst = close;
        std::optional<PaletteStop> missing;
        for (std::size_t i = 0; i <= last; ++i) {
            const PaletteStop stop = stop_at(i);
            const int off = difference(colour_at(stops, stop.at), stop.colour);
            if (off <= worst) continue;
            worst = off;
            missing = stop;
        }
        if (!missing) break;
        stops.insert(std::ranges::upper_bound(stops, missing->at, {}, &PaletteStop::at), *missing);
    }
    return stops;
}

std::string gpl_text(const Palette& palette) {
    std::string text =
        fmt::format("GIMP Palette\nName: {}\nColumns: 16\n#{}\n", palette.name, palette.stops);
    for (const auto& [r, g, b] : palette.colours) text += fmt::format("{:3} {:3} {:3}\n", r, g, b);
    return text;
}

}  // namespace mariani::render
