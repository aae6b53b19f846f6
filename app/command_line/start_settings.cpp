#include "app/command_line/commands.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/settings_file.hpp"
#include "app/produce/device_choice.hpp"
#include "compute/model/suited.hpp"

#include <algorithm>
#include <utility>

namespace mariani::app {
namespace {

// On the screen a legend tells the grid's colours: unless one wants it, nothing is mixed with them.
Settings window_defaults() {
    Settings defaults;
    defaults.overlay.tint = 0;
    defaults.overlay.line_opacity = 1;
    return defaults;
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
    if (auto notice = settle_device(settings)) notices.push_back(std::move(*notice));
    const View before = settings.view;
    apply(command.edits, settings);
    const PlanePoint& centre = settings.view.centre;
    const bool whole = std::max(centre.re.decimals(), centre.im.decimals()) == 0;  // as it is meant
    if (const auto why = why_too_few_digits(settings.view);
        why && !whole && settings.view != before)
        notices.push_back("It may not be the point that was meant: " + *why);
    // Whoever names a view or an engine wants to see it.
    if (!command.edits.empty() && !command.picture) settings.workload = Workload::mandelbrot;
    if (command.workload) settings.workload = *command.workload;
    return {std::move(settings), std::move(notices), opening};
}

}  // namespace mariani::app
