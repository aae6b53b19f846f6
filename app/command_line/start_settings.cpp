#include "app/command_line/commands.hpp"
#include "app/command_line/picture_argument.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/settings_file.hpp"
#include "app/produce/device_choice.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mariani::app {
namespace {

// Whether the options say anything of the view: none leaves these two as they are.
bool name_a_view(const SettingsEdits& edits) {
    const View one{{0.25, 0.5}, 1, PlanePoint{0.25, 0}},
        other{{-0.25, -0.5}, 2, PlanePoint{0, 0.25}};
    return std::ranges::any_of(std::array{one, other}, [&](const View& view) {
        Settings settings;
        settings.view = view;
        apply(edits, settings);
        return settings.view != view;
    });
}

}  // namespace

StartSettings start_settings(const WindowCommand& command) {
    auto [settings, notices, saved] = load_settings(window_defaults());
    const bool opening = command.intro && !saved && !command.picture && !command.replay &&
                         command.edits.empty() && !command.workload;
    if (command.picture) {
        RestoredPicture picture = read_picture(*command.picture, settings);
        settings = std::move(picture.settings);
        settings.automatic_dwell_limit = false;
        for (auto& notice : picture.notices) notices.push_back(std::move(notice));
    }
    // What the command line says of a view is whole: nothing of the last one is part of it.
    const bool named = name_a_view(command.edits);
    if (!command.picture && named) settings.view = {};
    if (auto notice = settle_device(settings)) notices.push_back(std::move(*notice));
    const View before = settings.view;
    apply(command.edits, settings);
    if (const auto why = why_another_point(before, settings.view))
        notices.push_back("This may not be the intended point: " + *why);
    // Whoever names a view or an engine wants to see it.
    if (!command.edits.empty() && !command.picture) settings.workload = Workload::mandelbrot;
    if (command.workload) settings.workload = *command.workload;
    const bool at_home = !saved && !command.picture && !named;
    return {std::move(settings), std::move(notices), at_home, opening};
}

}  // namespace mariani::app
