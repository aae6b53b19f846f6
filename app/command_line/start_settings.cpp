#include "app/command_line/commands.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/settings_file.hpp"
#include "app/produce/device_choice.hpp"

#include <utility>

namespace mariani::app {

StartSettings start_settings(const WindowCommand& command) {
    auto [settings, notices] = load_settings();
    if (command.picture) {
        RestoredPicture picture = read_picture(*command.picture, settings);
        settings = std::move(picture.settings);
        for (auto& notice : picture.notices) notices.push_back(std::move(notice));
    }
    if (auto notice = settle_device(settings)) notices.push_back(std::move(*notice));
    apply(command.edits, settings);
    return {std::move(settings), std::move(notices)};
}

}  // namespace mariani::app
