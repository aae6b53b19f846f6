#include "app/window/user_files.hpp"

#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/settings_file.hpp"
#include "app/settings/failure.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "render/picture/palette_stops.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {

namespace fs = std::filesystem;
namespace {

constexpr std::size_t longest_name = 60;
constexpr std::size_t most_palettes = 200;  // a list that one can still choose from

void check_name(const std::string& name) {
    const bool allowed = !name.empty() && name.size() <= longest_name && is_printable(name) &&
                         name.find('/') == std::string::npos && name.front() != '.' &&
                         name.find_first_not_of(' ') != std::string::npos;
    if (!allowed)
        throw std::invalid_argument(
            fmt::format("a palette's name must have 1 to {} characters on one line, without / and "
                        "without a leading dot",
                        longest_name));
}

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
    if (const auto notice = settle_device(settings.engine.device))
        state.notify(Message::Kind::info, *notice);
}

PaletteView view_of(const std::string& name, render::PaletteLibrary& palettes) {
    const render::Palette& palette = palettes.get(name);
    return {name, palette.colours, palette.stops};
}

}  // namespace

void SettingsSaver::consider(const Settings& settings, double now) {
    if (settings != last_) {
        last_ = settings;
        changed_ = settings != saved_;
        changed_at_ = now;
    }
    if (changed_ && now - changed_at_ >= delay) save(settings);
}

void SettingsSaver::save(const Settings& settings) {
    changed_ = false;
    if (!remember_ || settings == saved_) return;
    saved_ = settings;
    save_settings(settings);
}

RecentPlaces::RecentPlaces(WindowState& state, bool keep, std::function<void()> wake)
    : state_(state),
      wake_(std::move(wake)),
      recent_(std::make_unique<Recent>()),
      notices_(recent_->messages()),
      keep_(keep) {
    show();
}

RecentPlaces::~RecentPlaces() {
    while (written_.valid() || (keep_ && !waiting_.empty())) {
        if (written_.valid()) written_.wait();
        if (failure_of([&] { take_written(); })) return;
        if (failure_of([&] { write_next(); })) return;
    }
}

void RecentPlaces::advance(bool rests) {
    const Settings& settings = state_.settings;
    const VisitedView here{settings.view, settings.engine.dwell_limit};
    const bool typed = state_.panels.typed_view == settings.view;
    if (const auto visit = watch_.look(here, rests, state_.seen.now, typed))
        queue([visit](Recent& recent) { recent.visited(visit->view, visit->instead_of); });
    take_written();
    write_next();
}

void RecentPlaces::opened(const std::string& picture) {
    const auto path = std::filesystem::absolute(picture).lexically_normal().string();
    queue([path](Recent& recent) { recent.opened(path); });
}

void RecentPlaces::forget() {
    queue([](Recent& recent) { recent.forget(); });
}

void RecentPlaces::queue(Edit edit) {
    if (keep_) waiting_.push_back(std::move(edit));
}

void RecentPlaces::write_next() {
    if (written_.valid() || waiting_.empty()) return;
    written_ = std::async(std::launch::async, [this, edit = std::move(waiting_.front())] {
        auto failure = failure_of([&] { edit(*recent_); });
        wake_();
        return failure.value_or(std::string());
    });
    waiting_.pop_front();
}

void RecentPlaces::take_written() {
    if (!written_.valid() ||
        written_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return;
    const std::string why = written_.get();
    if (!why.empty()) {
        keep_ = false;
        waiting_.clear();
        throw std::runtime_error("Recent views and files are no longer saved: " + why);
    }
    show();
    state_.request_redraw();
}

void RecentPlaces::show() {
    auto& seen = state_.seen;
    seen.recent_views.clear();
    for (const auto& [view, dwell_limit] : recent_->lists().views)
        seen.recent_views.push_back({view, dwell_limit});
    seen.recent_files = recent_->lists().files;
}

void load_user_palettes(WindowState& state, render::PaletteLibrary& palettes) {
    std::vector<fs::path> files;
    const fs::path folder = user_folders().data / "palettes";
    state.attempt([&] {
        if (!fs::exists(folder)) return;
        for (const auto& entry : fs::directory_iterator(folder))
            if (render::is_palette_file(entry.path())) files.push_back(entry.path());
    });
    std::ranges::sort(files);
    files.resize(std::min(files.size(), most_palettes));
    for (const auto& file : files)
        if (const auto failure = failure_of([&] { palettes.get(file.string()); }))
            state.notify(Message::Kind::warning, *failure);
}

void save_palette(const std::string& name, WindowState& state, render::PaletteLibrary& palettes) {
    check_name(name);
    std::string& used = state.settings.colouring.palette;
    const fs::path folder = data_folder() / "palettes";
    fs::create_directories(folder);
    const fs::path file = folder / (name + ".gpl");
    if (fs::exists(file))
        throw std::runtime_error(
            fmt::format("there is a palette {} already: type another name", in_quotes(name)));
    render::Palette palette = palettes.get(used);
    palette.name = name;
    write_whole_file(file, render::gpl_text(palette));
    used = file.string();
    list_palettes(state, palettes);
    state.notify(Message::Kind::info, "Saved " + file.string());
}

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
