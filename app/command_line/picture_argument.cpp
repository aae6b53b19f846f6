#include "app/command_line/picture_argument.hpp"

#include "app/files/standard_streams.hpp"
#include "app/produce/device_choice.hpp"

#include <utility>

namespace mariani::app {

RestoredPicture restore_picture(const std::filesystem::path& path) {
    RestoredPicture picture = read_picture(path);
    if (auto notice = settle_device(picture.settings))
        picture.notices.push_back(std::move(*notice));
    for (const auto& notice : picture.notices) print_notice(notice);
    return picture;
}

}  // namespace mariani::app
