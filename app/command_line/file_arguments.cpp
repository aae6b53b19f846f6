#include "app/command_line/file_arguments.hpp"

#include "app/files/own_file.hpp"
#include "app/files/setting_names.hpp"
#include "app/files/settings_file.hpp"
#include "app/files/standard_streams.hpp"
#include "app/produce/pyramid/pyramid_folder.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace fs = std::filesystem;
namespace {

bool is_same_file(const fs::path& one, const fs::path& other) {
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(one), error) ==
               fs::weakly_canonical(fs::absolute(other), error) ||
           fs::equivalent(one, other, error);
}

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

// How many digits a view's centre lacks, if options have given another view than there was: it may
// not be the point that was meant. Whole numbers are.
std::optional<std::string> why_another_point(const View& before, const View& given) {
    return given == before ? std::nullopt : why_too_few_digits(given);
}

}  // namespace

void check_file_arguments(std::string_view command, const std::vector<FileArgument>& outputs,
                          const std::optional<fs::path>& input) {
    struct Place {
        std::string_view option;
        fs::path path;
    };
    std::vector<Place> places;
    for (const auto& [option, path] : outputs) {
        if (!path) continue;
        const fs::path place = writable_place(*path);
        if (input && is_same_file(place, *input))
            throw UsageError(fmt::format("{}: {} names {}, which is read: name another file",
                                         command, option, path->string()));
        for (const Place& before : places)
            if (is_same_file(place, before.path))
                throw UsageError(
                    fmt::format("{}: {} and {} name the same file, {}: give each its own", command,
                                before.option, option, path->string()));
        places.push_back({option, place});
    }
}

RestoredPicture restore_picture(const std::filesystem::path& path) {
    RestoredPicture picture = read_picture(path);
    if (const Workload workload = picture.settings.workload; workload != Workload::mandelbrot)
        throw UsageError(
            fmt::format("{0} is a picture of the workload {1}, which this command takes only as "
                        "options: open it in the window, or give --workload {1} and its options",
                        path.string(), setting_name(workload)));
    if (auto notice = settle_device(picture.settings.engine.device))
        picture.notices.push_back(std::move(*notice));
    for (const auto& notice : picture.notices) print_notice(notice);
    return picture;
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

StartSettings start_settings(const WindowCommand& command) {
    auto [settings, notices, saved] = load_settings(window_defaults());
    const bool file = command.picture || command.poster;
    const bool opening = command.intro && !saved && !file && !command.replay &&
                         command.edits.empty() && !command.workload;
    if (command.picture) {
        RestoredPicture picture = read_picture(*command.picture, settings);
        settings = std::move(picture.settings);
        for (auto& notice : picture.notices) notices.push_back(std::move(notice));
    }
    if (command.poster) {
        const PyramidManifest manifest = read_manifest(*command.poster);
        show_poster(settings, manifest);
        settings.view = manifest.settings.view;
    }
    // What the command line says of a view is whole: nothing of the last one is part of it.
    const bool named = name_a_view(command.edits);
    if (!file && named) settings.view = {};
    if (auto notice = settle_device(settings.engine.device)) notices.push_back(std::move(*notice));
    const View before = settings.view;
    apply(command.edits, settings);
    if (const auto why = why_another_point(before, settings.view))
        notices.push_back("This may not be the intended point: " + *why);
    // Whoever names a view or an engine wants to see it.
    if (!command.edits.empty() && !file) settings.workload = Workload::mandelbrot;
    if (command.workload) settings.workload = *command.workload;
    const bool at_home = !saved && !file && !named;
    return {std::move(settings), std::move(notices), at_home, opening};
}

}  // namespace mariani::app
