#include "app/window/command_interpreter.hpp"

#include "app/explore/coordinates_text.hpp"
#include "app/files/own_file.hpp"
#include "app/produce/film.hpp"
#include "app/produce/pyramid/pyramid_folder.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// One overload a command with a value, one function an action.
struct Runner {
    const CommandInterpreter::Parts& parts;
    WindowState& state = parts.state;
    Settings& settings = state.settings;
    Navigator& navigator = parts.navigator;
    Experiments& experiments = parts.experiments;

    View& view() const { return settings.view; }
    void notify(std::string text) const { state.notify(Message::Kind::info, std::move(text)); }

    void operator()(Action action) const;

    void quit() const { state.closing = true; }
    // What leads to a view leads to the tab that shows it.
    void replace_view(const View& goal) const {
        settings.workload = Workload::mandelbrot;
        navigator.go_to(view(), goal);
        state.panels.view_replaced = true;
    }
    // An automatic dwell limit stays automatic, and begins with the place's own.
    void open_place(const View& goal, std::uint32_t dwell_limit) const {
        settings.engine.dwell_limit = dwell_limit;
        replace_view(goal);
    }
    void show_part(PanelPart part) const {
        settings.panel_part = part;
        if (!panel_is_seen()) toggle_panel();
    }
    // The laboratory takes its place in a narrow window.
    bool panel_is_seen() const {
        return settings.panel_shown &&
               (!state.seen.laboratory_shown || state.seen.layout.has_room_for_both);
    }
    void undo_view() const {
        parts.history.undo(settings);
        state.panels.view_replaced = true;
    }
    void redo_view() const {
        parts.history.redo(settings);
        state.panels.view_replaced = true;
    }
    // All of the poster, and from there all of the set.
    void go_home() const {
        const View home = home_view(state.seen.picture, view().julia);
        if (!parts.poster.is_open()) return replace_view(home);
        const View poster = parts.poster.whole_view(state.seen.picture);
        replace_view(view() == poster ? home : poster);
    }
    void open_poster(const std::string& folder) const {
        parts.poster.open(folder);
        show_poster(settings, parts.poster.manifest());
        replace_view(parts.poster.whole_view(state.seen.picture));
        parts.recent.opened(folder);
    }
    void close_poster() const { parts.poster.close(); }
    void switch_set() const {
        if (view().julia)
            return replace_view(
                navigator.last_of_mandelbrot().value_or(home_view(state.seen.picture)));
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
    void stop_frame() const {
        if (state.panels.film.is_open()) return state.panels.film.close();
        const bool other = state.panels.replay.playing() || state.panels.cycle.running() ||
                           state.seen.opening || state.seen.computing;
        if (!other && !std::exchange(state.seen.laboratory_shown, false) && !state.seen.searching)
            parts.poster.close();
        state.panels.replay.stop();
        state.panels.cycle.stop();
        state.seen.opening.reset();
        parts.search.stop();
        if (state.seen.computing) parts.worker.stop();
    }
    void recompute_frame() const {
        if (state.from_poster)
            throw std::runtime_error(
                "Nothing is computed: the picture is a poster's. Close the poster to compute it.");
        parts.worker.submit_again();
    }

    void copy_coordinates() const {
        const std::string text = coordinates_text(view());
        parts.window.set_clipboard(text);
        constexpr std::size_t longest = 100;
        notify("Copied " + printable(text, longest));
    }
    View place_on(const std::string& clipboard) const {
        try {
            return parse_coordinates(clipboard, view());
        } catch (const std::invalid_argument& why) {
            throw std::runtime_error(
                fmt::format("The text on the clipboard is not a location: {}", why.what()));
        }
    }
    void paste_coordinates() const {
        const View goal = place_on(parts.window.clipboard());
        replace_view(goal);
        if (const auto why = why_too_few_digits(goal))
            state.notify(Message::Kind::warning, "This may not be the intended point: " + *why);
    }

    void copy_picture() const { state.copy_wanted = true; }
    void copy_figures() const {
        if (state.panels.pointed_figures.empty())
            throw std::runtime_error(
                "There are no figures to copy: point at a region, or at what a tooltip tells of");
        parts.window.set_clipboard(state.panels.pointed_figures);
        notify("Copied the figures beside the mouse");
    }
    void screenshot() const { state.screenshot_wanted = true; }
    void export_poster() const { parts.exports.poster(settings); }
    void operator()(const command::ExportReplay& film) const {
        const std::string ending = "." + film.format;
        if (std::ranges::find(film_extensions, ending) == std::end(film_extensions))
            throw std::runtime_error(
                fmt::format("{} is not a film: its name must end with one of {}", in_quotes(ending),
                            fmt::join(film_extensions, ", ")));
        const auto path = parts.exports.names().next(settings.exports, "-replay" + ending);
        check_encoder(path);
        state.film_wanted = path;
    }
    void cancel_export() const {
        state.film_wanted.reset();
        parts.exports.cancel_poster();
    }

    void start_timing_log() const {
        const auto format = settings.exports.log_format;
        const auto ending = format == TimingLogFormat::csv ? "-timings.csv" : "-timings.json";
        log().start(parts.exports.names().next(settings.exports, ending), format);
    }
    // The log of the tab that is shown.
    WindowLog& log() const {
        auto* screen = parts.screens.active();
        return screen ? screen->log() : parts.display.timings().log();
    }
    void stop_timing_log() const {
        if (!log().view().open) return;
        log().stop();
        notify("Saved " + log().view().path);
    }

    void operator()(const command::AddBookmark& bookmark) const {
        parts.thumbnails.bookmarks().add(bookmark.name, view(), settings.engine.dwell_limit,
                                         settings.colouring);
        list_bookmarks("Added", bookmark.name);
        auto removal = removal_of(bookmark.name);
        parts.history.note({std::move(removal.redo), std::move(removal.undo)});
    }
    void operator()(const command::RemoveBookmark& bookmark) const {
        auto removal = removal_of(bookmark.name);
        removal.redo();
        parts.history.note(std::move(removal));
    }
    SettingsHistory::Deed removal_of(const std::string& name) const {
        const auto removed = std::make_shared<RemovedBookmark>();
        return {[runner = *this, removed] {
                    runner.parts.thumbnails.bookmarks().put_back(*removed);
                    runner.list_bookmarks("Put back", removed->bookmark.name);
                },
                [runner = *this, removed, name] {
                    *removed = runner.parts.thumbnails.bookmarks().remove(name);
                    runner.list_bookmarks("Removed", name);
                }};
    }
    void list_bookmarks(std::string_view done, const std::string& name) const {
        state.seen.bookmarks = parts.thumbnails.list();
        notify(fmt::format("{} the bookmark {}.", done, name));
    }
    void operator()(const command::OpenBookmark& open) const {
        const Bookmark* bookmark = parts.thumbnails.bookmarks().find(open.name);
        if (!bookmark)
            throw std::runtime_error(fmt::format("There is no bookmark {}", in_quotes(open.name)));
        if (bookmark->colouring) settings.colouring = *bookmark->colouring;
        open_place(bookmark->view, bookmark->dwell_limit);
    }
    void operator()(const command::OpenRecentView& recent) const {
        if (recent.index >= state.seen.recent_views.size()) return;
        const auto& [goal, dwell_limit] = state.seen.recent_views[recent.index];
        open_place(goal, dwell_limit);
    }
    void forget_recent() const { parts.recent.forget(); }
    void operator()(const command::OpenFile& file) const {
        if (std::filesystem::is_directory(file.path)) return open_poster(file.path);
        if (is_recording(file.path)) return play(file.path);
        if (auto* screen = parts.screens.active(); screen && screen->open(file.path)) return;
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
    void toggle_help() const { state.seen.help_shown = !state.seen.help_shown; }
    void toggle_search() const {
        state.seen.search_shown = !state.seen.search_shown;
        auto& search = state.panels.search;
        search = {"", 0, 0, {}, {}, std::move(search.used)};
    }
    void operator()(const command::DismissMessage& message) const {
        auto& messages = state.seen.messages;
        if (message.index < messages.size())
            messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(message.index));
    }
    void toggle_grid() const { settings.overlay.shown = !settings.overlay.shown; }
    void play_subdivision() const {
        if (state.from_poster)
            throw std::runtime_error(
                "A poster has no regions to play. Close the poster to compute the view.");
        if (state.panels.replay.playing())
            state.panels.replay.stop();
        else
            state.panels.replay.play();
    }
    void toggle_orbit() const { settings.insets.orbit = !settings.insets.orbit; }
    void toggle_julia() const { settings.insets.julia = !settings.insets.julia; }
    void toggle_minimap() const { settings.insets.minimap = !settings.insets.minimap; }
    void find_minibrot() const { parts.search.begin(view()); }
    void operator()(const command::FindMinibrotIn& box) const { parts.search.begin(box.view); }
    void end_opening() const { state.seen.opening.reset(); }
    void start_tour() const { parts.tour.begin(); }
    void toggle_panel() const {
        if (panel_is_seen()) {
            settings.panel_shown = false;
            notify("F10 shows the panel again.");
            return;
        }
        settings.panel_shown = true;
        if (!state.seen.layout.has_room_for_both) state.seen.laboratory_shown = false;
    }
    // To the next that is there; to a hidden panel, which is shown.
    void move_keyboard() const {
        const bool laboratory =
            state.seen.laboratory_shown && settings.workload == Workload::mandelbrot;
        if (!panel_is_seen() && !laboratory) toggle_panel();
        const std::array seen{true, panel_is_seen(), laboratory};
        auto place = static_cast<std::size_t>(state.panels.keyboard.at);
        do place = (place + 1) % seen.size();
        while (!seen[place]);
        state.panels.keyboard = {static_cast<KeyboardPlace::Area>(place), true};
    }
    void show_explore() const { show_part(PanelPart::explore); }
    void show_regions() const { show_part(PanelPart::regions); }
    void show_measure() const { show_part(PanelPart::measure); }
    void next_workload() const { settings.workload = workload_after(settings.workload, 1); }
    void previous_workload() const { settings.workload = workload_after(settings.workload, -1); }
    void taken_by_screens() const {}  // those of other tabs
    void play_pause() const {
        if (settings.colouring.shown != render::Quantity::dwell)
            throw std::runtime_error(
                "The colours of work, levels and outcomes have a meaning and do not cycle: choose "
                "Show: dwell.");
        state.panels.cycle.toggle();
    }
    void show_compared() const { state.panels.compare_held = true; }
    void hide_compared() const { state.panels.compare_held = false; }
    void toggle_wiper() const { settings.compare.wiper = !settings.compare.wiper; }
    void operator()(const command::MeasureLists&) const {}  // of Volume's screen
    void toggle_full_screen() const { parts.window.toggle_full_screen(); }

    void start_recording() const {
        parts.input.start_recording();
        notify("Recording your input");
    }
    void stop_recording() const {
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

    void toggle_timeline() const { settings.timeline_shown = !settings.timeline_shown; }
    void export_timeline() const {
        if (!state.seen.timeline)
            throw std::runtime_error("No trace: no run was recorded. B shows the timeline.");
        const auto path = parts.exports.names().next(settings.exports, "-trace.json");
        parts.exports.file(path, [path, timeline = state.seen.timeline] {
            write_whole_file(path, trace_json(*timeline));
        });
    }

    void toggle_laboratory() const { state.seen.laboratory_shown = !state.seen.laboratory_shown; }
    void measure_model() const { experiments.measure_model(); }
    void check_frame() const { experiments.check(); }
    void operator()(const command::Sweep& sweep) const { experiments.sweep(sweep); }
    void tune() const { experiments.tune(); }
    void forget_tuning() const { experiments.forget_tuning(); }
    void operator()(const command::Race& race) const { experiments.race(race); }
    void measure_energy() const { experiments.measure_energy(); }
    void operator()(const command::Reproduce& asked) const { experiments.reproduce(asked); }
    void operator()(const command::ShowClaim& asked) const { experiments.show_claim(asked); }
    void export_papers() const { experiments.export_papers(); }
    void export_race() const { experiments.export_race(); }
    void export_sweep() const { experiments.export_sweep(); }
    void stop_experiment() const { experiments.stop(); }
    void watch_race() const {
        if (state.panels.film.is_open()) return state.panels.film.close();
        experiments.watch_race();
    }
    void export_race_film() const { experiments.export_race_film(); }
};

struct ActionRunner {
    Action action;
    void (Runner::*run)() const;
};

// In the order of Action.
constexpr ActionRunner action_runners[] = {
    {Action::quit, &Runner::quit},
    {Action::undo_view, &Runner::undo_view},
    {Action::redo_view, &Runner::redo_view},
    {Action::home_view, &Runner::go_home},
    {Action::stop_frame, &Runner::stop_frame},
    {Action::recompute_frame, &Runner::recompute_frame},
    {Action::copy_coordinates, &Runner::copy_coordinates},
    {Action::paste_coordinates, &Runner::paste_coordinates},
    {Action::copy_picture, &Runner::copy_picture},
    {Action::copy_figures, &Runner::copy_figures},
    {Action::screenshot, &Runner::screenshot},
    {Action::export_poster, &Runner::export_poster},
    {Action::cancel_export, &Runner::cancel_export},
    {Action::start_timing_log, &Runner::start_timing_log},
    {Action::stop_timing_log, &Runner::stop_timing_log},
    {Action::forget_recent, &Runner::forget_recent},
    {Action::toggle_help, &Runner::toggle_help},
    {Action::toggle_search, &Runner::toggle_search},
    {Action::toggle_grid, &Runner::toggle_grid},
    {Action::play_subdivision, &Runner::play_subdivision},
    {Action::toggle_orbit, &Runner::toggle_orbit},
    {Action::toggle_julia, &Runner::toggle_julia},
    {Action::toggle_minimap, &Runner::toggle_minimap},
    {Action::end_opening, &Runner::end_opening},
    {Action::toggle_panel, &Runner::toggle_panel},
    {Action::move_keyboard, &Runner::move_keyboard},
    {Action::show_explore, &Runner::show_explore},
    {Action::show_regions, &Runner::show_regions},
    {Action::show_measure, &Runner::show_measure},
    {Action::toggle_full_screen, &Runner::toggle_full_screen},
    {Action::start_recording, &Runner::start_recording},
    {Action::stop_recording, &Runner::stop_recording},
    {Action::toggle_laboratory, &Runner::toggle_laboratory},
    {Action::measure_model, &Runner::measure_model},
    {Action::check_frame, &Runner::check_frame},
    {Action::tune, &Runner::tune},
    {Action::forget_tuning, &Runner::forget_tuning},
    {Action::measure_energy, &Runner::measure_energy},
    {Action::export_race, &Runner::export_race},
    {Action::export_sweep, &Runner::export_sweep},
    {Action::stop_experiment, &Runner::stop_experiment},
    {Action::watch_race, &Runner::watch_race},
    {Action::export_race_film, &Runner::export_race_film},
    {Action::start_tour, &Runner::start_tour},
    {Action::switch_set, &Runner::switch_set},
    {Action::next_workload, &Runner::next_workload},
    {Action::previous_workload, &Runner::previous_workload},
    {Action::play_pause, &Runner::play_pause},
    {Action::step_once, &Runner::taken_by_screens},
    {Action::find_minibrot, &Runner::find_minibrot},
    {Action::show_compared, &Runner::show_compared},
    {Action::hide_compared, &Runner::hide_compared},
    {Action::toggle_wiper, &Runner::toggle_wiper},
    {Action::toggle_timeline, &Runner::toggle_timeline},
    {Action::export_timeline, &Runner::export_timeline},
    {Action::export_papers, &Runner::export_papers},
    {Action::close_poster, &Runner::close_poster},
};
static_assert([] {
    std::size_t place = 0;
    for (const auto& [action, run] : action_runners)
        if (static_cast<std::size_t>(action) != place++) return false;
    return place == static_cast<std::size_t>(last_action) + 1;
}());

void Runner::operator()(Action action) const {
    (this->*action_runners[static_cast<std::size_t>(action)].run)();
}

// What Esc ends first, whatever the tab: what lies over the window, a text that was refused, the
// keyboard's stay in a panel. False if there is none of these.
bool close_topmost(WindowState& state) {
    KeyboardPlace& keyboard = state.panels.keyboard;
    if (std::exchange(state.seen.search_shown, false) ||
        std::exchange(state.seen.help_shown, false)) {
        keyboard.arrives = keyboard.at != KeyboardPlace::picture;
        return true;
    }
    const auto refused = [](const auto& draft) { return !draft.second.error.empty(); };
    if (std::erase_if(state.panels.drafts, refused) > 0) return true;
    if (keyboard.at == KeyboardPlace::picture) return false;
    keyboard = {KeyboardPlace::picture, true};
    return true;
}

}  // namespace

void CommandInterpreter::run() {
    WindowState& state = parts_.state;
    const double begun = state.seconds();
    for (const auto& command : std::exchange(state.commands, {}))
        state.note_command(kind_of(command), begun, failure_of([&] {
                               if (is(command, Action::stop_frame) && close_topmost(state)) return;
                               if (!parts_.screens.take(command))
                                   std::visit(Runner{parts_}, command);
                           }));
}

}  // namespace mariani::app
