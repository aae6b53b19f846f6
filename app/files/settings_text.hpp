// Settings as text: JSON in pictures, TOML in the user's folder; the same sections and names.
#pragma once

#include "app/settings/settings.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mariani::app {

// All settings, or only those that a picture is made from: not the user's folders, window and
// exports. Reads back as the same value, doubles to the last bit.
std::string settings_to_toml(const Settings& settings);
std::string picture_settings_to_json(const Settings& settings);

// Missing fields keep their value in `base`; unknown fields are ignored. Texts of older versions
// keep their meaning. The oldest do not say who chose g, r and the block: it counts as the user,
// except for the usual values in TOML, which always named all fields. Throws std::invalid_argument
// if the text is not TOML (JSON), is from a later version, or has a field of the wrong type or with
// a value that is not allowed: which, why, what is allowed.
Settings settings_from_toml(std::string_view text, const Settings& base = {});
Settings settings_from_json(std::string_view text, const Settings& base = {});
Settings picture_settings_from_json(std::string_view text, const Settings& base = {});

// The fields in which they differ, as each of them has them, in texts for settings_from_json; and
// the tab of each. Nothing if that is all, beside where panels stand.
struct ChangedFields {
    std::string before, after;
};
std::optional<ChangedFields> changed_fields(const Settings& before, const Settings& after);

// Whether a setting has this name: "engine.dwell".
bool is_setting(std::string_view field);

}  // namespace mariani::app
