#include "app/command_line/picture_argument.hpp"

#include "app/files/setting_names.hpp"
#include "app/files/standard_streams.hpp"
#include "app/produce/device_choice.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/no_effect.hpp"
#include "compute/model/suited.hpp"

#include <utility>

#include <fmt/core.h>

namespace mariani::app {

RestoredPicture restore_picture(const std::filesystem::path& path) {
    RestoredPicture picture = read_picture(path);
    if (const Workload workload = picture.settings.workload; workload != Workload::mandelbrot)
        throw UsageError(
            fmt::format("{0} is a picture of the workload {1}, which this command takes only as "
                        "options: open it in the window, or give --workload {1} and its options",
                        path.string(), setting_name(workload)));
    if (auto notice = settle_device(picture.settings))
        picture.notices.push_back(std::move(*notice));
    for (const auto& notice : picture.notices) print_notice(notice);
    return picture;
}

std::optional<std::string> why_another_point(const View& before, const View& given) {
    return given == before ? std::nullopt : why_too_few_digits(given);
}

void apply_and_notice(const SettingsEdits& edits, Settings& settings) {
    const View before = settings.view;
    apply(edits, settings);
    if (const auto why = why_another_point(before, settings.view))
        print_notice("this may not be the intended point: " + *why);
}

Settings settings_of(const std::optional<std::filesystem::path>& picture,
                     const SettingsEdits& edits) {
    Settings settings;
    if (picture) settings = restore_picture(*picture).settings;
    apply_and_notice(edits, settings);
    return settings;
}

void notice_indistinct(const FrameRequest& request) {
    if (why_invalid(request)) return;  // which is said where it is computed
    if (const auto why = why_indistinct(request)) print_notice(*why);
}

}  // namespace mariani::app
