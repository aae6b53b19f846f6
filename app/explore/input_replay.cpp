#include "app/explore/input_replay.hpp"

#include "app/explore/command.hpp"
#include "app/explore/keys.hpp"
#include "app/files/json_text.hpp"
#include "app/files/settings_text.hpp"
#include "compute/model/text.hpp"
#include "render/files/regular_file.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

constexpr TextLimits recording_limits{64 << 20, 10'000'000};  // 128 bytes for each event
constexpr std::size_t longest_text = 1000;

constexpr std::pair<std::string_view, Modifiers> modifier_names[] = {
    {"shift", modifier::shift}, {"ctrl", modifier::control}, {"alt", modifier::alt}};
constexpr std::pair<std::string_view, Button> button_names[] = {
    {"left", Button::left}, {"right", Button::right}, {"middle", Button::middle}};
constexpr std::pair<std::string_view, Awaited> awaited_names[] = {
    {"settled", Awaited::settled},     {"shown", Awaited::shown},
    {"computing", Awaited::computing}, {"proving", Awaited::proving},
    {"preview", Awaited::preview},     {"exporting", Awaited::exporting},
    {"measuring", Awaited::measuring}, {"result", Awaited::result}};

template <typename Table>
auto named(const Table& table, const std::string& name, std::string_view what) {
    std::string known;
    for (const auto& [text, value] : table) {
        if (name == text) return value;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", text);
    }
    throw std::invalid_argument(
        fmt::format("there is no {} {}: it must be one of {}", what, in_quotes(name), known));
}

Modifiers modifiers_of(const json& entry) {
    Modifiers modifiers = modifier::none;
    for (const auto& name : entry.value("mods", json::array()))
        modifiers |= named(modifier_names, name.get<std::string>(), "modifier");
    return modifiers;
}

json to_json(Modifiers modifiers) {
    json names = json::array();
    for (const auto& [name, bit] : modifier_names)
        if (modifiers & bit) names.push_back(name);
    return names;
}

using Events = std::vector<InputEvent>;

// Whether to press and whether to release, and how often.
struct Strokes {
    bool press, release;
    int times;
};

Strokes strokes(const std::string& action) {
    if (action == "press") return {true, false, 1};
    if (action == "release") return {false, true, 1};
    if (action == "click" || action == "tap") return {true, true, 1};
    if (action == "double") return {true, true, 2};
    throw std::invalid_argument(
        fmt::format("there is no action {}: it must be press, release, click, tap or double",
                    in_quotes(action)));
}

void read_button(const json& entry, Events& events) {
    if (entry.contains("x"))
        events.push_back(
            input::MouseMove{entry.at("x").get<double>(), entry.at("y").get<double>()});
    const Button button = named(button_names, entry.value("button", "left"), "button");
    const Modifiers modifiers = modifiers_of(entry);
    const auto [press, release, times] = strokes(entry.value("action", "click"));
    for (int i = 0; i < times; ++i) {
        if (press) events.push_back(input::MouseButton{button, true, modifiers});
        if (release) events.push_back(input::MouseButton{button, false, modifiers});
    }
}

void read_key(const json& entry, Events& events) {
    const auto name = entry.at("key").get<std::string>();
    const auto key = key_named(name);
    if (!key) throw std::invalid_argument(fmt::format("unknown key {}", in_quotes(name)));
    const Modifiers modifiers = modifiers_of(entry);
    const auto action = entry.value("action", "tap");
    const bool repeat = action == "repeat";
    const auto [press, release, times] = repeat ? Strokes{false, false, 0} : strokes(action);
    if (repeat) events.push_back(input::Key{*key, true, modifiers, true});
    for (int i = 0; i < times; ++i) {
        if (press) events.push_back(input::Key{*key, true, modifiers, false});
        if (release) events.push_back(input::Key{*key, false, modifiers, false});
    }
}

void read_text(const json& entry, Events& events) {
    const auto text = entry.at("text").get<std::string>();
    if (text.size() > longest_text)
        throw std::invalid_argument(
            fmt::format("\"text\" may hold {} characters at most", longest_text));
    for (const char c : text) {
        if (c < ' ' || c > '~')
            throw std::invalid_argument("\"text\" may hold printable ASCII characters only");
        events.push_back(input::Character{static_cast<std::uint32_t>(c)});
    }
}

int side_of(const json& entry, const char* name) {
    constexpr IntegerRange sides{0, 65535};
    return static_cast<int>(JsonValue(entry.at(name), name).whole(sides));
}

void read_set(const json& entry, Events& events) {
    const auto field = entry.at("field").get<std::string>();
    if (!is_setting(field))
        throw std::invalid_argument(fmt::format(
            "there is no setting {}: they are named as in the settings file, engine.dwell",
            in_quotes(field)));
    events.push_back(input::Set{field, entry.at("value").dump()});
}

Events read_event(const json& entry) {
    const auto kind = entry.value("event", "wait");
    Events events;
    if (kind == "button")
        read_button(entry, events);
    else if (kind == "key")
        read_key(entry, events);
    else if (kind == "text")
        read_text(entry, events);
    else if (kind == "move")
        events.push_back(
            input::MouseMove{entry.at("x").get<double>(), entry.at("y").get<double>()});
    else if (kind == "scroll")
        events.push_back(input::Scroll{entry.value("x", 0.0), entry.value("y", 0.0)});
    else if (kind == "resize")
        events.push_back(input::Resize{side_of(entry, "width"), side_of(entry, "height")});
    else if (kind == "drop")
        events.push_back(input::Drop{entry.at("paths").get<std::vector<std::string>>()});
    else if (kind == "command")
        events.push_back(input::Run{command_from_json(entry)});
    else if (kind == "set")
        read_set(entry, events);
    else if (kind == "quit")
        events.push_back(input::Quit{});
    else if (kind != "wait")
        throw std::invalid_argument(fmt::format(
            "there is no event {}: it must be one of button, command, drop, key, move, quit, "
            "resize, scroll, set, text, wait",
            in_quotes(kind)));
    return events;
}

std::optional<Awaited> awaited_by(const json& entry) {
    if (entry.contains("wait"))
        return named(awaited_names, entry.at("wait").get<std::string>(), "state to wait for,");
    if (entry.value("event", "wait") == "wait") return Awaited::settled;
    return std::nullopt;
}

void append_entry(const json& entry, std::vector<TimedInput>& replay) {
    if (!entry.is_object()) throw std::invalid_argument("it must be an object");
    const double before = replay.empty() ? 0.0 : replay.back().time;
    const double time = entry.value("time", before);
    if (!(time >= before) || !std::isfinite(time))
        throw std::invalid_argument("its time is earlier than the previous event's");
    auto wait = awaited_by(entry);
    const Events events = read_event(entry);
    if (replay.size() + events.size() >= max_events)
        throw std::invalid_argument(
            fmt::format("a recording may have {} events at most", max_events));
    if (events.empty()) replay.push_back({time, wait, std::nullopt});
    for (const auto& event : events)
        replay.push_back({time, std::exchange(wait, std::nullopt), event});
}

// Each event as an object, without its time.
struct Writer {
    json operator()(const input::MouseMove& e) const {
        return {{"event", "move"}, {"x", e.x}, {"y", e.y}};
    }
    json operator()(const input::MouseButton& e) const {
        return {{"event", "button"},
                {"button", button_names[static_cast<std::size_t>(e.button)].first},
                {"action", e.pressed ? "press" : "release"},
                {"mods", to_json(e.modifiers)}};
    }
    json operator()(const input::Scroll& e) const {
        return {{"event", "scroll"}, {"x", e.x}, {"y", e.y}};
    }
    json operator()(const input::Key& e) const {
        return {{"event", "key"},
                {"key", key_name(e.key)},
                {"action", e.repeated  ? "repeat"
                           : e.pressed ? "press"
                                       : "release"},
                {"mods", to_json(e.modifiers)}};
    }
    json operator()(const input::Character& e) const {
        return {{"event", "text"}, {"text", std::string(1, static_cast<char>(e.code))}};
    }
    json operator()(const input::Resize& e) const {
        return {{"event", "resize"}, {"width", e.width}, {"height", e.height}};
    }
    json operator()(const input::Drop& e) const { return {{"event", "drop"}, {"paths", e.paths}}; }
    json operator()(const input::Run& e) const {
        json entry = command_to_json(e.command);
        entry["event"] = "command";
        return entry;
    }
    json operator()(const input::Set& e) const {
        return {{"event", "set"}, {"field", e.field}, {"value", json::parse(e.value)}};
    }
    json operator()(const input::Quit&) const { return {{"event", "quit"}}; }
};

// Keys without a name and characters beyond ASCII cannot be played back; the commands that start
// and end a recording are not part of it.
bool recordable(const InputEvent& event) {
    if (const auto* run = std::get_if<input::Run>(&event))
        return !is(run->command, Action::start_recording) &&
               !is(run->command, Action::stop_recording);
    if (const auto* key = std::get_if<input::Key>(&event)) return !key_name(key->key).empty();
    if (const auto* text = std::get_if<input::Character>(&event))
        return text->code >= ' ' && text->code <= '~';
    return true;
}

bool quits(const Command& command) {
    return is(command, Action::quit);
}

bool quits(const InputEvent& event) {
    if (const auto* run = std::get_if<input::Run>(&event)) return quits(run->command);
    if (const auto* key = std::get_if<input::Key>(&event)) {
        const auto command = bound_command(key->key, key->modifiers);
        return key->pressed && command && quits(*command);
    }
    return std::holds_alternative<input::Quit>(event);
}

bool same_key(const InputEvent& a, const InputEvent& b) {
    if (const auto* key = std::get_if<input::Key>(&a)) {
        const auto* other = std::get_if<input::Key>(&b);
        return other != nullptr && key->key == other->key;
    }
    const auto* button = std::get_if<input::MouseButton>(&a);
    const auto* other = std::get_if<input::MouseButton>(&b);
    return button != nullptr && other != nullptr && button->button == other->button;
}

InputEvent release_of(const InputEvent& press) {
    if (const auto* key = std::get_if<input::Key>(&press)) return input::Key{key->key, false};
    return input::MouseButton{std::get<input::MouseButton>(press).button, false};
}

bool can_be_held(const InputEvent& event) {
    return std::holds_alternative<input::Key>(event) ||
           std::holds_alternative<input::MouseButton>(event);
}

}  // namespace

std::vector<TimedInput> parse_replay(const std::string& text) {
    std::vector<TimedInput> replay;
    std::size_t number = 0;
    parse_json_list(text, recording_limits, [&](const json& entry) {
        ++number;
        try {
            append_entry(entry, replay);
        } catch (const std::exception& error) {
            throw std::invalid_argument(fmt::format("event {}: {}", number, error.what()));
        }
    });
    return replay;
}

std::vector<TimedInput> load_replay(const std::filesystem::path& file) {
    try {
        return parse_replay(render::read_whole_file(file, recording_limits.bytes));
    } catch (const std::exception& error) {
        throw std::invalid_argument(fmt::format("the replay {}: {}", file.string(), error.what()));
    }
}

std::string replay_to_json(const std::vector<TimedInput>& events) {
    std::string text = "[";
    for (const auto& [time, wait, event] : events) {
        json entry = event ? std::visit(Writer{}, *event) : json{{"event", "wait"}};
        entry["time"] = time;
        if (wait) entry["wait"] = awaited_names[static_cast<std::size_t>(*wait)].first;
        text += (text.size() == 1 ? "\n  " : ",\n  ") + entry.dump();
    }
    return text + "\n]\n";
}

std::optional<InputEvent> ReplayPlayer::next(double elapsed,
                                             const std::function<bool(Awaited)>& reached) {
    while (at_ < events_.size()) {
        const auto& [time, wait, event] = events_[at_];
        const bool waits = wait && !reached(*wait);
        if (waits && time_ >= time) return std::nullopt;
        time_ += std::exchange(elapsed, 0.0);
        if (time_ < time || waits) return std::nullopt;
        ++at_;
        if (event) return event;
    }
    return std::nullopt;
}

void InputRecorder::take(const InputEvent& event, double now) {
    if (full()) return;
    const double milliseconds = std::round(1000 * (now - start_));
    if (recordable(event)) events_.push_back({milliseconds / 1000, std::nullopt, event});
}

std::vector<InputEvent> Playback::take(const std::vector<InputEvent>& live, double elapsed,
                                       const std::function<bool(Awaited)>& reached) {
    if (over_) return {};
    interrupted_ = std::ranges::any_of(live, interrupts);
    if (interrupted_) return end();
    auto event = player_.next(elapsed, reached);
    if (!event) return player_.finished() ? end() : std::vector<InputEvent>();
    ++taken_;
    if (quits(*event)) return end();
    note(*event);
    return {std::move(*event)};
}

double Playback::progress() const {
    return count_ == 0 ? 1 : static_cast<double>(taken_) / static_cast<double>(count_);
}

std::vector<InputEvent> Playback::end() {
    over_ = true;
    std::vector<InputEvent> releases;
    for (const InputEvent& press : std::exchange(held_, {})) releases.push_back(release_of(press));
    return releases;
}

void Playback::note(const InputEvent& event) {
    if (!can_be_held(event)) return;
    std::erase_if(held_, [&](const InputEvent& press) { return same_key(press, event); });
    if (interrupts(event)) held_.push_back(event);
}

}  // namespace mariani::app
