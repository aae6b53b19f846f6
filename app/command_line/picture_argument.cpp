#include "app/command_line/picture_argument.hpp"

#include "app/command_line/commands.hpp"
#include "app/files/setting_names.hpp"
#include "app/files/standard_streams.hpp"
#include "app/produce/device_choice.hpp"

#include <utility>

#include <fmt/format.h>

namespace mariani::app {

RestoredPicture restore_picture(const std::filesystem::path& path) {
    RestoredPicture picture = read_picture(path);
    if (const Workload workload = picture.settings.workload; workload != Workload::mandelbrot)
        throw UsageError(fmt::format(
            "{0} is a picture of the workload {1}, which this command takes only as options: open "
            "it in the window, or give --workload {1} and its own",
            path.string(), setting_name(workload)));
    if (auto notice = settle_device(picture.settings))
        picture.notices.push_back(std::move(*notice));
    for (const auto& notice : picture.notices) print_notice(notice);
    return picture;
}

}  // namespace mariani::app
