// Settings as text: JSON in pictures, TOML in the user's folder; the same sections and names.
#pragma once

#include "app/settings.hpp"

#include <string>
#include <string_view>

namespace mariani::app {

// All settings, and those that a picture is made from: not the user's folders, window and exports.
// Reads back as the same value, doubles to the last bit.
std::string settings_to_toml(const Settings& settings);
std::string picture_settings_to_json(const Settings& settings);

// Fields that are missing keep their value in `base`; fields that are not known are passed over.
// Texts of older versions are read as what they meant. The oldest do not say who chose g, r and the
// block: the user, but for the usual values in TOML, which named all fields always. Throws
// std::invalid_argument when the text is no TOML (JSON), is of a later version, or a field has the
// wrong type or may not have its value: which, why, what may be.
Settings settings_from_toml(std::string_view text, const Settings& base = {});
Settings settings_from_json(std::string_view text, const Settings& base = {});
Settings picture_settings_from_json(std::string_view text, const Settings& base = {});

// Whether a setting has this name: "engine.dwell".
bool is_setting(std::string_view field);

}  // namespace mariani::app
