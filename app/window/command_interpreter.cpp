#include "app/window/command_interpreter.hpp"

#include "app/explore/coordinates_text.hpp"
#include "app/files/atomic_file.hpp"
#include "app/produce/film.hpp"
#include "app/window/open_file.hpp"
#include "app/window/user_palettes.hpp"
#include "compute/model/printable.hpp"
#include "compute/model/suited.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// One overload a command.
struct Runner {
    const CommandInterpreter::Parts& parts;
    WindowState& state = parts.state;
    Settings& settings = state.settings;
    Navigator& navigator = parts.navigator;
    Experiments& experiments = parts.experiments;

    View& view() const { return settings.view; }
    void notify(std::string text) const { state.notify(Message::Kind::info, std::move(text)); }

    void operator()(const command::Quit&) const { state.closing = true; }
    // What leads to a view leads to the tab that shows it.
    void replace_view(const View& goal) const {
        settings.workload = Workload::mandelbrot;
        navigator.go_to(view(), goal);
        state.panels.view_replaced = true;
    }
    void show_part(PanelPart part) const {
        settings.panel_part = part;
        if (!panel_is_seen()) (*this)(command::TogglePanel{});
    }
    // The laboratory takes its place in a narrow window.
    bool panel_is_seen() const {
        return settings.panel_shown &&
               (!state.seen.laboratory_shown || state.seen.layout.has_room_for_both);
    }
    void operator()(const command::UndoView&) const {
        navigator.undo(view());
        state.panels.view_replaced = true;
    }
    void operator()(const command::RedoView&) const {
        navigator.redo(view());
        state.panels.view_replaced = true;
    }
    void operator()(const command::HomeView&) const {
        replace_view(home_view(state.seen.picture, view().julia));
    }
    void operator()(const command::SwitchSet&) const {
        if (view().julia)
            return replace_view(
                navigator.history().last_of_mandelbrot().value_or(home_view(state.seen.picture)));
        const View goal = home_view(state.seen.picture, state.seen.cursor.value_or(view().centre));
        if (const auto why = why_invalid(goal))
            throw std::runtime_error("There is no Julia set to open: " + *why);
        replace_view(goal);
    }
    void operator()(const command::GoTo& go) const {
        settings.workload = Workload::mandelbrot;
        navigator.go_to(view(), go.view);
    }
    void operator()(const command::ZoomBy& zoom) const {
        navigator.zoom_by(view(), state.seen.picture, zoom.factor);
    }
    void operator()(const command::PanBy& pan) const { navigator.pan_by(view(), pan.x, pan.y); }
    void operator()(const command::StopFrame&) const {
        if (std::exchange(state.seen.help_shown, false)) return;
        if (state.panels.film.is_open()) return state.panels.film.close();
        if (!state.panels.replay.playing() && !state.seen.opening && !state.seen.computing)
            state.seen.laboratory_shown = false;
        state.panels.replay.stop();
        state.seen.opening.reset();
        parts.search.stop();
        if (state.seen.computing) parts.worker.stop();
    }
    void operator()(const command::RecomputeFrame&) const { parts.worker.submit_again(); }

    void operator()(const command::CopyCoordinates&) const {
        const std::string text = coordinates_text(view());
        parts.window.set_clipboard(text);
        constexpr std::size_t longest = 100;
        notify("Copied " + printable(text, longest));
    }
    void operator()(const command::PasteCoordinates&) const {
        const auto goal = parse_coordinates(parts.window.clipboard(), view());
        if (!goal)
            throw std::runtime_error(
                "There are no coordinates on the clipboard: copy a text such as \"-0.75,0.1\" or "
                "\"--center -0.75,0.1 --height 0.01\"");
        replace_view(*goal);
        if (const auto why = why_too_few_digits(*goal))
            state.notify(Message::Kind::warning, "It may not be the point that was meant: " + *why);
    }

    void operator()(const command::CopyPicture&) const { state.copy_wanted = true; }
    void operator()(const command::Screenshot&) const { state.screenshot_wanted = true; }
    void operator()(const command::ExportPoster&) const { parts.exports.poster(settings); }
    void operator()(const command::ExportReplay& film) const {
        const std::string ending = "." + film.format;
        if (std::ranges::find(film_extensions, ending) == std::end(film_extensions))
            throw std::runtime_error(
                fmt::format("There is no film {}: its name ends with one of {}", in_quotes(ending),
                            fmt::join(film_extensions, ", ")));
        const auto path = parts.exports.names().next(settings.exports, "-replay" + ending);
        check_encoder(path);
        state.film_wanted = path;
    }
    void operator()(const command::CancelExport&) const {
        state.film_wanted.reset();
        parts.exports.cancel_poster();
    }

    void operator()(const command::StartTimingLog&) const {
        const auto format = settings.exports.log_format;
        const auto ending = format == TimingLogFormat::csv ? "-timings.csv" : "-timings.json";
        log().start(parts.exports.names().next(settings.exports, ending), format);
    }
    // Of the tab that is shown.
    WindowLog& log() const {
        auto* screen = parts.screens.active();
        return screen ? screen->log() : parts.display.timings().log();
    }
    void operator()(const command::StopTimingLog&) const {
        if (!log().view().open) return;
        log().stop();
        notify("Saved " + log().view().path);
    }

    void operator()(const command::AddBookmark& bookmark) const {
        parts.thumbnails.bookmarks().add(bookmark.name, view(), settings.engine.dwell_limit);
        state.seen.bookmarks = parts.thumbnails.list();
    }
    void operator()(const command::RemoveBookmark& bookmark) const {
        parts.thumbnails.bookmarks().remove(bookmark.name);
        state.seen.bookmarks = parts.thumbnails.list();
    }
    void operator()(const command::OpenBookmark& open) const {
        const Bookmark* bookmark = parts.thumbnails.bookmarks().find(open.name);
        if (!bookmark)
            throw std::runtime_error(fmt::format("There is no bookmark {}", in_quotes(open.name)));
        set_dwell_limit(settings, bookmark->dwell_limit);
        replace_view(bookmark->view);
    }
    void operator()(const command::OpenRecentView& recent) const {
        if (recent.index >= state.seen.recent_views.size()) return;
        const auto& [goal, dwell_limit] = state.seen.recent_views[recent.index];
        set_dwell_limit(settings, dwell_limit);
        replace_view(goal);
    }
    void operator()(const command::ForgetRecent&) const { parts.recent.forget(); }
    void operator()(const command::OpenFile& file) const {
        if (is_recording(file.path)) return play(file.path);
        if (open_file(file.path, state, navigator, parts.display.palettes()))
            parts.recent.opened(file.path);
    }

    void play(const std::string& recording) const {
        parts.input.play(recording);
        parts.recent.opened(recording);
    }

    void operator()(const command::SavePalette& palette) const {
        save_palette(palette.name, state, parts.display.palettes());
    }
    void operator()(const command::ToggleHelp&) const {
        state.seen.help_shown = !state.seen.help_shown;
    }
    void operator()(const command::DismissMessage& message) const {
        auto& messages = state.seen.messages;
        if (message.index < messages.size())
            messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(message.index));
    }
    void operator()(const command::ToggleGrid&) const {
        settings.overlay.shown = !settings.overlay.shown;
    }
    void operator()(const command::PlaySubdivision&) const {
        if (state.panels.replay.playing())
            state.panels.replay.stop();
        else
            state.panels.replay.play();
    }
    void operator()(const command::ToggleOrbit&) const {
        settings.insets.orbit = !settings.insets.orbit;
    }
    void operator()(const command::ToggleJulia&) const {
        settings.insets.julia = !settings.insets.julia;
    }
    void operator()(const command::ToggleMinimap&) const {
        settings.insets.minimap = !settings.insets.minimap;
    }
    void operator()(const command::FindMinibrot&) const { parts.search.begin(view()); }
    void operator()(const command::FindMinibrotIn& box) const { parts.search.begin(box.view); }
    void operator()(const command::EndOpening&) const { state.seen.opening.reset(); }
    void operator()(const command::StartTour&) const { parts.tour.begin(); }
    void operator()(const command::TogglePanel&) const {
        if (panel_is_seen()) {
            settings.panel_shown = false;
            return;
        }
        settings.panel_shown = true;
        if (!state.seen.layout.has_room_for_both) state.seen.laboratory_shown = false;
    }
    void operator()(const command::ShowExplore&) const { show_part(PanelPart::explore); }
    void operator()(const command::ShowRegions&) const { show_part(PanelPart::regions); }
    void operator()(const command::ShowMeasure&) const { show_part(PanelPart::measure); }
    void operator()(const command::NextWorkload&) const {
        settings.workload = workload_after(settings.workload, 1);
    }
    void operator()(const command::PreviousWorkload&) const {
        settings.workload = workload_after(settings.workload, -1);
    }
    // Other tabs' screens take these.
    void operator()(const command::PlayPause&) const {}
    void operator()(const command::StepOnce&) const {}
    void operator()(const command::MeasureLists&) const {}
    void operator()(const command::ToggleFullScreen&) const { parts.window.toggle_full_screen(); }

    void operator()(const command::StartRecording&) const {
        parts.input.start_recording();
        notify("Recording your input");
    }
    void operator()(const command::StopRecording&) const {
        const auto recorded = parts.input.stop_recording();
        if (!recorded) return;
        const auto path = parts.exports.names().next(settings.exports, "-input.json");
        write_whole_file(path, recorded->json());
        notify("Saved " + path.string());
        state.panels.recording = path.string();
        parts.recent.opened(path.string());
        if (recorded->full())
            state.notify(Message::Kind::warning,
                         fmt::format("The recording ends after {} events: it is full", max_events));
    }

    void operator()(const command::ToggleLaboratory&) const {
        state.seen.laboratory_shown = !state.seen.laboratory_shown;
    }
    void operator()(const command::MeasureModel&) const { experiments.measure_model(); }
    void operator()(const command::CheckFrame&) const { experiments.check(); }
    void operator()(const command::Sweep& sweep) const { experiments.sweep(sweep); }
    void operator()(const command::Tune&) const { experiments.tune(); }
    void operator()(const command::ForgetTuning&) const { experiments.forget_tuning(); }
    void operator()(const command::Race& race) const { experiments.race(race); }
    void operator()(const command::MeasureEnergy&) const { experiments.measure_energy(); }
    void operator()(const command::ExportRace&) const { experiments.export_race(); }
    void operator()(const command::ExportSweep&) const { experiments.export_sweep(); }
    void operator()(const command::StopExperiment&) const { experiments.stop(); }
    void operator()(const command::WatchRace&) const {
        if (state.panels.film.is_open()) return state.panels.film.close();
        experiments.watch_race();
    }
    void operator()(const command::ExportRaceFilm&) const { experiments.export_race_film(); }
};

}  // namespace

void CommandInterpreter::run() {
    WindowState& state = parts_.state;
    for (const auto& command : std::exchange(state.commands, {}))
        state.attempt([&] {
            if (!parts_.screens.take(command)) std::visit(Runner{parts_}, command);
        });
}

}  // namespace mariani::app
