// Palettes made of a few stops, between which colours run linearly. As a text they take the place
// of a palette's name, so that settings and pictures hold them whole: "stops:0 000764,0.5 edffff".
#pragma once

#include "render/picture/palette.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::render {

struct PaletteStop {
    double at = 0;  // [0, 1]
    Rgb8 colour;
    bool operator==(const PaletteStop&) const = default;
};

inline constexpr std::size_t most_stops = 32;

// Whether a palette's name is such a text, right or wrong.
bool names_stops(std::string_view palette);

// Positions with three decimals.
std::string text_of_stops(std::span<const PaletteStop> stops);

// One stop or more, in ascending order. Throws std::runtime_error: what is wrong, and what is
// expected.
std::vector<PaletteStop> parse_stops(const std::string& text);

// In 1001 colours, which are those of the nearest stop before the first and after the last; each
// stop's own is among them.
Palette palette_of_stops(std::span<const PaletteStop> stops);

// Whether the text is of stops whose palette has these colours.
bool make(const std::string& stops, std::span<const Rgb8> colours);

// A dozen stops at most that come close to a palette, to begin with.
std::vector<PaletteStop> stops_like(std::span<const Rgb8> colours);

// The palette as a .gpl file, under a name without line breaks; a comment keeps its stops.
std::string gpl_text(const Palette& palette);

}  // namespace mariani::render
