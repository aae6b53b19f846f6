// Rows of the tab Volume that take only what can be run.
#pragma once

#include "app/panels/knob_row.hpp"
#include "app/settings/volume_settings.hpp"

#include <optional>
#include <string>

namespace mariani::app {

// Why this machine cannot run the settings.
std::optional<std::string> volume_refusal(const VolumeSettings& settings);

// The problem with what "auto" takes; nothing where it cannot be run.
std::optional<volume::Problem> volume_taken(const VolumeSettings& settings);

// Rows of the problem, as the engine that is chosen uses it.
inline auto volume_knobs(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    return KnobRows(context, settings.problem, settings.engine, Backend::cuda,
                    {volume_taken(settings), [&settings](const volume::Problem& changed) {
                         VolumeSettings tried = settings;
                         tried.problem = changed;
                         return volume_refusal(tried);
                     }});
}

}  // namespace mariani::app
