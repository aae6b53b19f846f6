#include "app/explore/command.hpp"

#include "app/files/json_text.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

struct ActionText {
    std::string_view name;   // in recordings
    std::string_view title;  // empty: nobody would search for it
};

// In the order of Action.
constexpr ActionText action_texts[] = {
    {"quit", "Quit"},
    {"undo_view", "Undo the last change"},
    {"redo_view", "Redo the change"},
    {"home_view", "Show the whole set"},
    {"stop_frame", "Stop the running frame"},
    {"recompute_frame", "Compute the frame again"},
    {"copy_coordinates", "Copy the view's exact coordinates"},
    {"paste_coordinates", "Paste coordinates"},
    {"copy_picture", "Copy the picture"},
    {"copy_figures", ""},
    {"screenshot", "Save a screenshot"},
    {"export_poster", "Export a poster"},
    {"cancel_export", "Cancel the export"},
    {"start_timing_log", "Start a timing log"},
    {"stop_timing_log", "Stop the timing log"},
    {"forget_recent", "Forget recent views and files"},
    {"toggle_help", "Help and keys"},
    {"toggle_search", ""},
    {"toggle_grid", "Show or hide the region grid, or Gasket's tiles"},
    {"play_subdivision", "Play the subdivision"},
    {"toggle_orbit", "Show or hide the orbit at the cursor"},
    {"toggle_julia", "Show or hide the Julia set at the cursor"},
    {"toggle_minimap", "Show or hide the map, or Gasket's compact cells"},
    {"end_opening", "Close the opening card"},
    {"toggle_panel", "Show or hide the panel"},
    {"move_keyboard", "Move the keyboard between picture, panel and laboratory"},
    {"show_explore", "Show the panel: Explore"},
    {"show_regions", "Show the panel: Regions"},
    {"show_measure", "Show the panel: Measure"},
    {"toggle_full_screen", "Full screen"},
    {"start_recording", "Record mouse and keys"},
    {"stop_recording", "Stop recording"},
    {"toggle_laboratory", "Show or hide the laboratory"},
    {"measure_model", "Measure the cost model"},
    {"check_frame", "Check the picture against Ex"},
    {"tune", "Tune g, r and B"},
    {"forget_tuning", "Forget what was tuned"},
    {"measure_energy", "Measure the energy of a frame"},
    {"export_race", "Export the race"},
    {"export_sweep", "Export the sweep"},
    {"stop_experiment", "Stop the experiment"},
    {"watch_race", "Watch the race"},
    {"export_race_film", "Export the race as a film"},
    {"start_tour", "Take the tour"},
    {"switch_set", "Open the Julia set at the cursor, or go back"},
    {"next_workload", "Next tab"},
    {"previous_workload", "Previous tab"},
    {"play_pause", "Pause or resume Life, motion or colour cycling"},
    {"step_once", "One step of Life or of a motion"},
    {"find_minibrot", "Zoom to the minibrot in the view"},
    {"show_compared", ""},
    {"hide_compared", ""},
    {"toggle_wiper", "Show or hide the wiper between both pictures"},
    {"toggle_timeline", "Show or hide the timeline of a recorded run"},
    {"export_timeline", "Export the timeline as a trace"},
    {"export_papers", "Export the report on the papers' claims"},
    {"close_poster", "Close the poster"},
};
static_assert(std::size(action_texts) == static_cast<std::size_t>(last_action) + 1);

// In the order of Command's alternatives, of which Action is the first.
constexpr std::string_view command_names[] = {
    "",
    "go_to",
    "zoom_by",
    "pan_by",
    "add_bookmark",
    "remove_bookmark",
    "open_bookmark",
    "open_recent_view",
    "open_file",
    "save_palette",
    "dismiss_message",
    "sweep",
    "race",
    "export_replay",
    "find_minibrot_in",
    "measure_lists",
    "reproduce",
    "show_claim",
};
static_assert(std::size(command_names) == std::variant_size_v<Command>);

PlanePoint point_of(const nlohmann::json& json, const char* name) {
    const auto point = parse_point(json.get<std::string>());
    if (!point) throw std::invalid_argument(std::string(name) + " must be \"RE,IM\"");
    return *point;
}

// Calls f(name, field) for each field of a command. A forgotten field does not compile.
template <typename C, typename F>
void each_field(C& c, F f) {
    if constexpr (requires { c.view; }) {
        auto& [view] = c;
        f("re", view.centre.re);
        f("im", view.centre.im);
        f("height", view.height);
        f("julia", view.julia);
    } else if constexpr (requires { c.factor; }) {
        auto& [factor] = c;
        f("factor", factor);
    } else if constexpr (requires { c.x; }) {
        auto& [x, y] = c;
        f("x", x);
        f("y", y);
    } else if constexpr (requires { c.g; }) {
        auto& [g, r, B] = c;
        f("g", g);
        f("r", r);
        f("B", B);
    } else if constexpr (requires { c.name; }) {
        auto& [name] = c;
        f("name", name);
    } else if constexpr (requires { c.path; }) {
        auto& [path] = c;
        f("path", path);
    } else if constexpr (requires { c.format; }) {
        auto& [format] = c;
        f("format", format);
    } else if constexpr (requires { c.racers; }) {
        auto& [racers, repeat, seed, energy] = c;
        f("racers", racers);
        f("repeat", repeat);
        f("seed", seed);
        f("energy", energy);
    } else if constexpr (requires { c.minutes; }) {
        auto& [claims, minutes] = c;
        f("claims", claims);
        f("minutes", minutes);
    } else if constexpr (requires { c.claim; }) {
        auto& [claim] = c;
        f("claim", claim);
    } else if constexpr (requires { c.energy; }) {
        auto& [energy] = c;
        f("energy", energy);
    } else {
        auto& [index] = c;
        f("index", index);
    }
}

// The library converts any number to any other, even where C++ leaves the result undefined.
template <typename T>
void read_field(const nlohmann::json& json, const char* name, T& value) {
    if constexpr (std::integral<T> && !std::same_as<T, bool>) {
        using Limits = std::numeric_limits<T>;
        constexpr IntegerRange range{
            std::is_signed_v<T> ? static_cast<std::int64_t>(Limits::min()) : 0,
            sizeof(T) < 8 ? static_cast<std::int64_t>(Limits::max())
                          : std::numeric_limits<std::int64_t>::max()};
        value = static_cast<T>(JsonValue(json.at(name), name).whole(range));
    } else if constexpr (std::same_as<T, std::optional<PlanePoint>>) {
        if (json.contains(name)) value = point_of(json.at(name), name);
    } else {
        json.at(name).get_to(value);
    }
}

template <std::size_t I>
void read_if_named(std::string_view name, const nlohmann::json& json,
                   std::optional<Command>& result) {
    if (name != command_names[I]) return;
    std::variant_alternative_t<I, Command> command{};
    each_field(command, [&](const char* field, auto& value) { read_field(json, field, value); });
    result = std::move(command);
}

}  // namespace

std::string_view title_of(Action action) {
    return action_texts[static_cast<std::size_t>(action)].title;
}

nlohmann::json command_to_json(const Command& command) {
    if (const auto* action = std::get_if<Action>(&command))
        return {{"command", action_texts[static_cast<std::size_t>(*action)].name}};
    nlohmann::json json{{"command", command_names[command.index()]}};
    std::visit(
        [&]<typename C>(const C& alternative) {
            if constexpr (std::same_as<C, Action>)
                return;
            else
                each_field(alternative, [&](const char* field, const auto& value) {
                    if constexpr (!std::same_as<decltype(value), const std::optional<PlanePoint>&>)
                        json[field] = value;
                    else if (value)
                        json[field] = to_text(*value);
                });
        },
        command);
    return json;
}

Command command_from_json(const nlohmann::json& json) {
    const auto name = json.at("command").get<std::string>();
    if (const auto* named = std::ranges::find(action_texts, name, &ActionText::name);
        named != std::end(action_texts))
        return static_cast<Action>(named - action_texts);
    std::optional<Command> command;
    try {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (read_if_named<I + 1>(name, json, command), ...);
        }
        (std::make_index_sequence<std::variant_size_v<Command> - 1>());
    } catch (const std::exception& error) {
        throw std::invalid_argument("command " + in_quotes(name) + ": " + error.what());
    }
    if (!command) throw std::invalid_argument("there is no command " + in_quotes(name));
    return *command;
}

}  // namespace mariani::app
