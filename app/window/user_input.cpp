#include "app/window/user_input.hpp"

#include "app/explore/keys.hpp"
#include "app/files/settings_text.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {

UserInput::UserInput(WindowState& state, NativeWindow& window, const Gui& gui, Navigator& navigator,
                     std::optional<ReplayPlayer> replay)
    : state_(state),
      window_(window),
      gui_(gui),
      navigator_(navigator),
      replay_(std::move(replay)) {}

std::vector<InputEvent> UserInput::take(const std::function<bool(Awaited)>& reached) {
    std::vector<InputEvent> events = take_live();
    for (const auto& event : events)
        if (std::holds_alternative<input::MouseMove>(event)) mouse_ = event;
    if (playback_)
        events = take_played(replay_ ? std::vector<InputEvent>() : events, reached);
    else if (replay_)
        events = take_replayed(reached);
    if (recorder_)
        for (const auto& event : events) recorder_->take(event, state_.seen.now);
    if (!events.empty() || waits()) state_.request_redraw();
    taken_ += std::ssize(events);
    return events;
}

// A key may be a field's or a shortcut. Which it is shows once the panels have been drawn with all
// that was pressed before it: until then it waits, and what follows it does too. So does the
// release of Ctrl, Shift or Alt, which would take them from what was pressed.
std::vector<InputEvent> UserInput::take_live() {
    std::ranges::move(window_.take_events(), std::back_inserter(waiting_));
    bool pressed = gui_.has_input();
    const auto must_wait = [&](const InputEvent& event) {
        const auto* key = std::get_if<input::Key>(&event);
        if (key && pressed && (key->pressed || modifier_of(key->key) != modifier::none))
            return true;
        const bool presses = key ? key->pressed && !key->repeated
                                 : std::holds_alternative<input::MouseButton>(event);
        pressed = pressed || presses;
        return false;
    };
    const auto end = std::ranges::find_if(waiting_, must_wait);
    std::vector<InputEvent> events(std::make_move_iterator(waiting_.begin()),
                                   std::make_move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
    return events;
}

double UserInput::elapsed() {
    return state_.seen.now - std::exchange(replayed_at_, state_.seen.now);
}

std::vector<InputEvent> UserInput::take_replayed(const std::function<bool(Awaited)>& reached) {
    if (auto event = replay_->next(elapsed(), reached)) return {std::move(*event)};
    if (replay_->finished() && reached(Awaited::settled)) state_.closing = true;
    return {};
}

std::vector<InputEvent> UserInput::take_played(const std::vector<InputEvent>& live,
                                               const std::function<bool(Awaited)>& reached) {
    auto events = playback_->take(live, elapsed(), reached);
    if (!playback_->over()) return events;
    state_.notify(Message::Kind::info,
                  (playback_->interrupted() ? "Stopped " : "Played ") + playback_->name());
    playback_.reset();
    events.push_back(mouse_);
    return events;
}

void UserInput::play(const std::string& path) {
    if (playback_)
        throw std::runtime_error(fmt::format(
            "{} is being played: a recording cannot play another one", playback_->name()));
    playback_.emplace(std::filesystem::path(path).filename().string(), load_replay(path));
    replayed_at_ = state_.seen.now;
}

std::vector<std::optional<PixelPoint>> UserInput::act_on(const std::vector<InputEvent>& events) {
    std::vector<std::optional<PixelPoint>> places;
    for (const auto& event : events) {
        state_.attempt([&] { act_on(event); });
        places.push_back(over_picture());
    }
    pointer_.advance(target(), state_.seen.now);
    return places;
}

void UserInput::act_on(const InputEvent& event) {
    CommandQueue& commands = state_.commands;
    auto on = target();
    on.captured = on.captured || (screen_ && screen_->takes_from_view(event));
    pointer_.handle(event, on, state_.seen.now);
    if (const auto box = pointer_.take_searched())
        commands.push_back(command::FindMinibrotIn{*box});
    const auto* button = std::get_if<input::MouseButton>(&event);
    auto& keyboard = state_.panels.keyboard;
    if (button && button->pressed && !gui_.wants_mouse() && keyboard.at != KeyboardPlace::picture)
        keyboard = {KeyboardPlace::picture, true};
    if (const auto* key = std::get_if<input::Key>(&event)) {
        press(*key);
    } else if (const auto* drop = std::get_if<input::Drop>(&event)) {
        for (const auto& path : drop->paths) commands.push_back(command::OpenFile{path});
    } else if (const auto* run = std::get_if<input::Run>(&event)) {
        commands.push_back(run->command);
    } else if (const auto* set = std::get_if<input::Set>(&event)) {
        set_field(*set);
    } else if (const auto* size = std::get_if<input::Resize>(&event)) {
        if (replay_ || playback_) window_.resize({size->width, size->height});
    } else if (std::holds_alternative<input::Quit>(event)) {
        state_.closing = true;
    }
}

void UserInput::press(const input::Key& key) {
    const auto unmodified = bound_command(key.key, modifier::none);
    if (!key.pressed && unmodified && is(*unmodified, Action::show_compared))
        state_.commands.push_back(Action::hide_compared);  // whatever else is held by now
    const auto command = bound_command(key.key, key.modifiers);
    if (!command || !key.pressed || (key.repeated && !repeats(*command))) return;
    const bool everywhere = is(*command, Action::quit) || is(*command, Action::toggle_search);
    if (everywhere || !gui_.wants_key(key)) state_.commands.push_back(*command);
}

void UserInput::set_field(const input::Set& set) {
    const auto dot = set.field.find('.');  // a replay names settings only
    const std::string text = fmt::format("{{\"{}\": {{\"{}\": {}}}}}", set.field.substr(0, dot),
                                         set.field.substr(dot + 1), set.value);
    state_.settings = settings_from_json(text, state_.settings);
    if (set.field == "engine.dwell") state_.settings.automatic_dwell_limit = false;
}

Pointer::Target UserInput::target() {
    const bool mandelbrot = state_.settings.workload == Workload::mandelbrot;
    const auto other = screen_ ? screen_->navigation() : std::nullopt;
    return {other ? other->navigator : navigator_,
            other ? other->view : state_.settings.view,
            state_.seen.picture,
            window_.pixel_ratio() * state_.magnification(),
            state_.viewport.x * state_.magnification(),
            gui_.wants_mouse() || (!other && !mandelbrot),
            !other && mandelbrot};
}

void UserInput::start_recording() {
    recorder_.emplace(state_.seen.now);
    const auto [width, height] = window_.size();
    recorder_->take(input::Resize{width, height}, state_.seen.now);
}

std::optional<InputRecorder> UserInput::stop_recording() {
    return std::exchange(recorder_, std::nullopt);
}

std::optional<PixelPoint> UserInput::over_picture() {
    return gui_.wants_mouse() ? std::nullopt : pointer_.at(target());
}

std::optional<std::array<PixelPoint, 2>> UserInput::box() const {
    auto corners = pointer_.box();
    if (corners)
        for (PixelPoint& corner : *corners)
            corner = (corner / state_.magnification() + PixelPoint(state_.viewport.x, 0)) /
                     window_.pixel_ratio();
    return corners;
}

}  // namespace mariani::app
