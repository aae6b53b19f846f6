// The saved settings, those of a picture and those of a recording.
#include "app/files/settings_text.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    fuzz::read_or_reject([&] {
        const app::Settings settings = app::settings_from_toml(text);
        fuzz::require(app::settings_from_toml(app::settings_to_toml(settings)) == settings);
    });
    fuzz::read_or_reject([&] { app::settings_from_json(text); });
    fuzz::read_or_reject([&] {
        const app::Settings settings = app::picture_settings_from_json(text);
        const auto again = app::picture_settings_to_json(settings);
        fuzz::require(app::picture_settings_from_json(again) == settings);
    });
}
