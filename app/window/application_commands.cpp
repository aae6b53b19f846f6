#include "app/explore/coordinates_text.hpp"
#include "app/files/atomic_file.hpp"
#include "app/files/picture_file.hpp"
#include "app/produce/device_choice.hpp"
#include "app/window/application.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/printable.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {

// One overload a command.
struct Application::CommandRunner {
    Application& app;

    View& view() const { return app.settings_.view; }

    void operator()(const command::Quit&) const { app.closing_ = true; }
    void operator()(const command::UndoView&) const { app.navigator_.undo(view()); }
    void operator()(const command::RedoView&) const { app.navigator_.redo(view()); }
    void operator()(const command::HomeView&) const { app.navigator_.go_to(view(), home_view()); }
    void operator()(const command::GoTo& go) const { app.navigator_.go_to(view(), go.view); }
    void operator()(const command::ZoomBy& zoom) const {
        app.navigator_.zoom_by(view(), app.seen_.picture, zoom.factor);
    }
    void operator()(const command::PanBy& pan) const {
        app.navigator_.pan_by(view(), pan.x, pan.y);
    }
    void operator()(const command::StopFrame&) const {
        if (std::exchange(app.seen_.help_shown, false) || !app.seen_.computing) return;
        app.worker_.stop();
        app.tell(Message::Kind::info, "Stopped. F5 computes this view again.");
    }
    void operator()(const command::RecomputeFrame&) const { app.worker_.submit_again(); }

    void operator()(const command::CopyCoordinates&) const {
        const std::string text = coordinates_text(view());
        app.window_.set_clipboard(text);
        app.tell(Message::Kind::info, "Copied " + text);
    }
    void operator()(const command::PasteCoordinates&) const {
        const auto goal = parse_coordinates(app.window_.clipboard(), view());
        if (!goal)
            throw std::runtime_error(
                "There are no coordinates on the clipboard: copy a text such as \"-0.75,0.1\" or "
                "\"--center -0.75,0.1 --height 0.01\"");
        app.navigator_.go_to(view(), *goal);
    }

    void operator()(const command::Screenshot&) const { app.screenshot_wanted_ = true; }
    void operator()(const command::ExportPoster&) const { app.exports_.poster(app.settings_); }
    void operator()(const command::CancelExport&) const { app.exports_.cancel_poster(); }

    void operator()(const command::StartTimingLog&) const {
        const auto format = app.settings_.exports.log_format;
        const auto ending = format == TimingLogFormat::csv ? "-timings.csv" : "-timings.json";
        app.timings_.start_log(app.names_.next(app.settings_.exports, ending), format, app.seen_);
    }
    void operator()(const command::StopTimingLog&) const {
        if (!app.seen_.logging) return;
        app.timings_.stop_log(app.seen_);
        app.tell(Message::Kind::info, "Saved " + app.seen_.log_path);
    }

    void operator()(const command::AddBookmark& bookmark) const {
        app.shelf_.bookmarks().add(bookmark.name, view(), app.settings_.engine.dwell_limit);
        app.seen_.bookmarks = app.shelf_.list();
    }
    void operator()(const command::RemoveBookmark& bookmark) const {
        app.shelf_.bookmarks().remove(bookmark.name);
        app.seen_.bookmarks = app.shelf_.list();
    }
    void operator()(const command::OpenBookmark& open) const {
        const Bookmark* bookmark = app.shelf_.bookmarks().find(open.name);
        if (!bookmark)
            throw std::runtime_error(fmt::format("There is no bookmark {}", in_quotes(open.name)));
        app.settings_.engine.dwell_limit = bookmark->dwell_limit;
        app.navigator_.go_to(view(), bookmark->view);
    }
    void operator()(const command::OpenFile& file) const { app.open_file(file.path); }

    void operator()(const command::ToggleHelp&) const {
        app.seen_.help_shown = !app.seen_.help_shown;
    }
    void operator()(const command::DismissMessage& message) const {
        auto& messages = app.seen_.messages;
        if (message.index < messages.size())
            messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(message.index));
    }
    void operator()(const command::ToggleGrid&) const {
        app.settings_.overlay.shown = !app.settings_.overlay.shown;
    }
    void operator()(const command::TogglePanel&) const {
        app.settings_.panel_shown = !app.settings_.panel_shown;
    }
    void operator()(const command::ToggleFullScreen&) const { app.window_.toggle_full_screen(); }

    void operator()(const command::StartRecording&) const {
        app.recorder_.emplace(app.seen_.now);
        app.tell(Message::Kind::info, "Recording what you do");
    }
    void operator()(const command::StopRecording&) const { app.stop_recording(); }

    void operator()(const command::ToggleLaboratory&) const {
        app.seen_.laboratory_shown = !app.seen_.laboratory_shown;
    }
    void operator()(const command::MeasureModel&) const {
        app.laboratory_.measure_for_model(app.subject_request());
    }
    void operator()(const command::CheckFrame&) const {
        app.laboratory_.check(app.subject_request());
    }
    void operator()(const command::Sweep& sweep) const {
        const auto values = [](const char* name, const std::string& text, IntegerRange allowed) {
            const auto list = parse_integers(text, allowed);
            if (!list)
                throw std::runtime_error(
                    fmt::format("{} is {}: it must be a list of at most 1000 numbers, such as "
                                "2..64",
                                name, in_quotes(text)));
            return *list;
        };
        app.laboratory_.sweep(app.subject_request(),
                              {values("g", sweep.g, limits::g),
                               values("r", sweep.r, limits::r),
                               values("B", sweep.B, limits::B),
                               {app.settings_.engine.block.value_or(BlockSize{})}});
    }
    void operator()(const command::Tune&) const { app.tune(); }
    void operator()(const command::ForgetTuning&) const {
        if (app.seen_.tuned) app.tunings_.forget(app.seen_.tuned->where);
    }
    void operator()(const command::Race& race) const { app.race(race); }
    void operator()(const command::MeasureEnergy&) const {
        app.laboratory_.measure_energy(app.wanted_request());
    }
    void operator()(const command::ExportRace&) const { app.export_race(); }
    void operator()(const command::ExportSweep&) const { app.export_sweep(); }
    void operator()(const command::StopExperiment&) const { app.laboratory_.stop(); }
};

void Application::run_commands() {
    for (const auto& command : std::exchange(commands_, {}))
        attempt([&] { std::visit(CommandRunner{*this}, command); });
}

void Application::open_file(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (extension == ".png") {
        const RestoredPicture picture = read_picture(path);
        settings_.engine = picture.settings.engine;
        settings_.colouring = picture.settings.colouring;
        settings_.overlay = picture.settings.overlay;
        navigator_.go_to(settings_.view, picture.settings.view);
        for (const auto& notice : picture.notices) tell(Message::Kind::info, notice);
        if (const auto notice = settle_device(settings_)) tell(Message::Kind::info, *notice);
        list_palettes();
    } else if (extension == ".map" || extension == ".gpl") {
        stage_.palettes().get(path);
        settings_.colouring.palette = path;
        list_palettes();
    } else {
        throw std::runtime_error(
            fmt::format("{} is neither a screenshot (.png) nor a palette (.map, .gpl)", path));
    }
}

void Application::list_palettes() {
    const auto get = [&] { stage_.palettes().get(settings_.colouring.palette); };
    if (const auto failure = failure_of(get)) {
        const std::string fallback = render::Colouring{}.palette;
        tell(Message::Kind::warning, fmt::format("{}; using {}", *failure, fallback));
        settings_.colouring.palette = fallback;
    }
    seen_.palettes.clear();
    for (const auto& name : stage_.palettes().names())
        seen_.palettes.push_back({name, stage_.palettes().get(name).colours});
}

void Application::stop_recording() {
    if (!recorder_) return;
    const std::string json = recorder_->json();
    const bool full = recorder_->full();
    recorder_.reset();
    const auto path = names_.next(settings_.exports, "-input.json");
    write_whole_file(path, json);
    tell(Message::Kind::info, "Saved " + path.string());
    if (full)
        tell(Message::Kind::warning,
             fmt::format("The recording ends after {} events: it can hold no more", most_events));
}

}  // namespace mariani::app
