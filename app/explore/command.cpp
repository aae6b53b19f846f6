#include "app/explore/command.hpp"

#include "app/files/json_text.hpp"
#include "compute/model/printable.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// In the order of Action.
constexpr std::string_view action_names[] = {
    "quit",
    "undo_view",
    "redo_view",
    "home_view",
    "stop_frame",
    "recompute_frame",
    "copy_coordinates",
    "paste_coordinates",
    "copy_picture",
    "copy_figures",
    "screenshot",
    "export_poster",
    "cancel_export",
    "start_timing_log",
    "stop_timing_log",
    "forget_recent",
    "toggle_help",
    "toggle_search",
    "toggle_grid",
    "play_subdivision",
    "toggle_orbit",
    "toggle_julia",
    "toggle_minimap",
    "end_opening",
    "toggle_panel",
    "move_keyboard",
    "show_explore",
    "show_regions",
    "show_measure",
    "toggle_full_screen",
    "start_recording",
    "stop_recording",
    "toggle_laboratory",
    "measure_model",
    "check_frame",
    "tune",
    "forget_tuning",
    "measure_energy",
    "export_race",
    "export_sweep",
    "stop_experiment",
    "watch_race",
    "export_race_film",
    "start_tour",
    "switch_set",
    "next_workload",
    "previous_workload",
    "play_pause",
    "step_once",
    "find_minibrot",
    "show_compared",
    "hide_compared",
    "toggle_wiper",
    "toggle_timeline",
    "export_timeline",
};
static_assert(std::size(action_names) == static_cast<std::size_t>(last_action) + 1);

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

nlohmann::json command_to_json(const Command& command) {
    if (const auto* action = std::get_if<Action>(&command))
        return {{"command", action_names[static_cast<std::size_t>(*action)]}};
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
    if (const auto* named = std::ranges::find(action_names, name); named != std::end(action_names))
        return static_cast<Action>(named - action_names);
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
