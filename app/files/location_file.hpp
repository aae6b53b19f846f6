// Places that other programs saved: Kalles Fraktaler's (.kfr), rust-fractal's (.toml) and
// Fraktaler-3's (.f3.toml).
#pragma once

#include "compute/model/view.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

struct Location {
    View view;  // with every digit; at the conjugate centre of one that was seen upside down
    std::uint32_t dwell_limit = 512;
    std::vector<std::string> notices;  // what of the file is not shown as it was: a sentence each
};

// By the name's end: .kfr or .toml.
bool is_location_file(const std::filesystem::path& path);

// Throws std::runtime_error, which names the file: it cannot be read, is damaged, or is of another
// formula than z^2 + c from 0.
Location read_location_file(const std::filesystem::path& path);

// Its text. Throw std::invalid_argument: which field, what it is and what it must be.
Location read_kfr(std::string_view text);
Location read_toml_location(std::string_view text);  // rust-fractal's or Fraktaler-3's

// 4 / zoom, as in these programs, of any exponent. nullopt unless the text is a number above 0.
std::optional<Length> height_of_zoom(std::string_view text);

}  // namespace mariani::app
