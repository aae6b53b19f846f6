// Rows of the tab Volume that take only what can be run.
#pragma once

#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/volume_settings.hpp"
#include "compute/model/limits.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace mariani::app {

// Why this machine cannot run the settings.
std::optional<std::string> volume_refusal(const VolumeSettings& settings);

// Takes the settings, or keeps the reason for volume_refusal_note().
void take_volume(const PanelContext& context, const VolumeSettings& changed);
void volume_refusal_note(const PanelContext& context);

// A choice of those that can be run; the others tell why not.
template <typename E>
void choose_of_volume(const PanelContext& context, const char* id, E VolumeSettings::*field) {
    VolumeSettings changed = *context.settings.volume;
    choose<E>(id, changed.*field, [&](E value) {
        VolumeSettings tried = *context.settings.volume;
        tried.*field = value;
        return volume_refusal(tried);
    });
    if (changed != *context.settings.volume) take_volume(context, changed);
}

// A whole number with its steps. `use` changes the settings.
void number_of_volume(const PanelContext& context, const char* name, std::int64_t value,
                      IntegerRange range,
                      const std::function<void(VolumeSettings&, std::int64_t)>& use);

}  // namespace mariani::app
