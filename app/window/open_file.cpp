#include "app/window/open_file.hpp"

#include "app/files/folders.hpp"
#include "app/files/picture_file.hpp"
#include "app/produce/device_choice.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void open_picture(const std::string& path, WindowState& state, Navigator& navigator) {
    Settings& settings = state.settings;
    const RestoredPicture picture = read_picture(path, settings);
    settings.engine = picture.settings.engine;
    settings.automatic_dwell_limit = picture.settings.automatic_dwell_limit;
    settings.colouring = picture.settings.colouring;
    settings.overlay = picture.settings.overlay;
    settings.workload = picture.settings.workload;
    take_problem(settings, picture.settings, settings.workload);
    navigator.go_to(settings.view, picture.settings.view);
    ++state.opened_pictures;
    for (const auto& notice : picture.notices) state.notify(Message::Kind::info, notice);
    if (const auto notice = settle_device(settings)) state.notify(Message::Kind::info, *notice);
}

PaletteView view_of(const std::string& name, render::PaletteLibrary& palettes) {
    const render::Palette& palette = palettes.get(name);
    return {name, palette.colours, palette.stops};
}

}  // namespace

bool is_recording(const std::string& path) {
    return lower_extension(path) == ".json";
}

std::vector<std::string> own_recordings() {
    std::vector<std::string> recordings;
    for (const auto& entry : std::filesystem::directory_iterator(data_file("assets/recordings")))
        if (is_recording(entry.path().string())) recordings.push_back(entry.path().string());
    std::ranges::sort(recordings);
    return recordings;
}

bool open_file(const std::string& path, WindowState& state, Navigator& navigator,
               render::PaletteLibrary& palettes) {
    const bool picture = is_picture_name(path);
    if (picture) {
        open_picture(path, state, navigator);
    } else if (render::is_palette_file(path)) {
        for (const auto& notice : palettes.get(path).notices)
            state.notify(Message::Kind::info, notice);
        state.settings.colouring.palette = path;
    } else {
        throw std::runtime_error(fmt::format(
            "{} is neither a screenshot (.png) nor a location (.kfr, .toml) nor a palette "
            "(.map, .gpl) nor a recording (.json) nor a poster's folder",
            path));
    }
    list_palettes(state, palettes);
    return picture;
}

void take_palette(WindowState& state, render::PaletteLibrary& palettes) {
    std::string& palette = state.settings.colouring.palette;
    if (state.seen.palette.name == palette) return;
    if (const auto failure = failure_of([&] { palettes.get(palette); })) {
        const std::string fallback = render::Colouring{}.palette;
        state.notify(Message::Kind::warning, fmt::format("{}; using {}", *failure, fallback));
        palette = fallback;
    }
    state.seen.palette = view_of(palette, palettes);
}

void list_palettes(WindowState& state, render::PaletteLibrary& palettes) {
    take_palette(state, palettes);
    state.seen.palettes.clear();
    for (const auto& name : palettes.names())
        state.seen.palettes.push_back(view_of(name, palettes));
}

}  // namespace mariani::app
