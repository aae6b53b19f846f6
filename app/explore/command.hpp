// What a user can ask for besides changing a setting. Keys, buttons and replays send the same
// commands.
#pragma once

#include "compute/model/view.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// What needs nothing else said.
enum class Action {
    quit,
    undo_view,
    redo_view,
    home_view,
    stop_frame,  // Esc: stops replay and film, and ends the opening, too
    recompute_frame,
    copy_coordinates,
    paste_coordinates,
    copy_picture,   // as it is on screen, without panels
    copy_figures,   // of the tooltip beside the mouse
    screenshot,     // at window size, see ExportSettings
    export_poster,  // at ExportSettings::size
    cancel_export,
    start_timing_log,
    stop_timing_log,
    forget_recent,  // views and files
    toggle_help,
    toggle_search,  // of commands, fields, bookmarks, tabs and files
    toggle_grid,
    play_subdivision,  // level by level; stops it while it is played
    toggle_orbit,      // of the point under the mouse
    toggle_julia,      // the Julia set of that point
    toggle_minimap,
    end_opening,
    toggle_panel,
    move_keyboard,  // from the picture to the panel, the laboratory and back
    show_explore,   // the panel, at this part of it
    show_regions,
    show_measure,
    toggle_full_screen,
    start_recording,  // of input
    stop_recording,
    toggle_laboratory,
    measure_model,     // Ex, SBR and MBR on this view, for the cost model
    check_frame,       // against Ex; in the tab Curves, what a GPU promises of launches
    tune,              // a search for the best {g, r, B}
    forget_tuning,     // those remembered for views like this one
    measure_energy,    // per frame with the present settings
    export_race,       // the last one, as PNG and CSV
    export_sweep,      // the last one, as an experiment
    stop_experiment,   // the laboratory's
    watch_race,        // the last one, slowed down; closes it while it is watched
    export_race_film,  // the same as a film
    start_tour,
    switch_set,     // to the Julia set of that point, or back to the Mandelbrot set
    next_workload,  // the next tab, after the last the first
    previous_workload,
    play_pause,     // of a workload that goes on by itself, or of the colours
    step_once,      // of it, which pauses
    find_minibrot,  // in the view on screen, and goes there
    show_compared,  // in place of the picture: see CompareSettings
    hide_compared,
    toggle_wiper,
    toggle_timeline,
    export_timeline,  // as trace JSON
    export_papers,    // the report on the papers' claims
    close_poster,     // engines compute the view again
};

inline constexpr Action last_action = Action::close_poster;

// What it does, as the search says it, and the list of keys where it says no more: each has its
// own. Empty: nobody would search for it.
std::string_view title_of(Action action);

// What is said with a value.
namespace command {
struct GoTo {
    View view;
};
struct ZoomBy {
    double factor;  // on the visible height; below 1 zooms in, at the picture's centre
};
struct PanBy {
    double x, y;  // in picture heights; positive moves the view right and up
};
struct AddBookmark {
    std::string name;
};
struct RemoveBookmark {
    std::string name;
};
struct OpenBookmark {
    std::string name;
};
struct OpenRecentView {
    std::size_t index;  // in Observations::recent_views, as seen in this frame
};
struct OpenFile {
    std::string
        path;  // a screenshot, a palette (.map, .gpl), a recording (.json), a poster's folder
};
struct SavePalette {
    std::string name;  // of a file in the user's folder; the palette in use
};
struct DismissMessage {
    std::size_t index;  // in Observations::messages, as seen in this frame
};
struct ExportReplay {    // of the frame on screen, at the replay's speed
    std::string format;  // how a film's name ends: webp, mp4, mkv, webm
};
struct FindMinibrotIn {
    View view;
};
struct Sweep {  // of this view; each a LIST such as "2..64"
    std::string g, r, B;
};
struct Race {                         // of this view
    std::vector<std::string> racers;  // see parse_racer
    int repeat = 5;
    int seed = 1;
    bool energy = false;
};
struct Reproduce {                    // claims of the papers, on this machine
    std::vector<std::string> claims;  // by their names, or their papers'; none: all
    double minutes = 5;
};
struct ShowClaim {  // opens what a claim is about
    std::string claim;
};
struct MeasureLists {  // of the tab Volume: the encodings and orders of its lists
    bool energy = false;
};
}  // namespace command

using Command =
    std::variant<Action, command::GoTo, command::ZoomBy, command::PanBy, command::AddBookmark,
                 command::RemoveBookmark, command::OpenBookmark, command::OpenRecentView,
                 command::OpenFile, command::SavePalette, command::DismissMessage, command::Sweep,
                 command::Race, command::ExportReplay, command::FindMinibrotIn,
                 command::MeasureLists, command::Reproduce, command::ShowClaim>;

inline bool is(const Command& command, Action action) {
    const auto* given = std::get_if<Action>(&command);
    return given != nullptr && *given == action;
}

// A number for each action and for each kind of the others.
inline std::size_t kind_of(const Command& command) {
    const auto* action = std::get_if<Action>(&command);
    return action == nullptr ? command.index()
                             : std::variant_size_v<Command> + static_cast<std::size_t>(*action);
}

using CommandQueue = std::vector<Command>;

// Commands by name with their fields: {"command": "go_to", "re": -0.75, "im": 0.1, "height": 0.01}.
nlohmann::json command_to_json(const Command& command);

// Throws std::invalid_argument if there is no such command or a field is missing or wrong.
Command command_from_json(const nlohmann::json& json);

}  // namespace mariani::app
