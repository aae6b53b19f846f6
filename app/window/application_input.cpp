#include "app/explore/key_bindings.hpp"
#include "app/files/settings_text.hpp"
#include "app/window/application.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace mariani::app {

// What happened since the last turn. A replay takes the place of mouse and keyboard.
std::vector<InputEvent> Application::take_input() {
    std::vector<InputEvent> events = window_.take_events();
    if (replay_) {
        events.clear();
        const double elapsed = seen_.now - replay_time_;
        replay_time_ = seen_.now;
        if (auto event = replay_->next(elapsed, [&](Awaited state) { return reached(state); })) {
            events.push_back(std::move(*event));
            quiet_turns_ = 0;
        } else if (replay_->finished() && settled()) {
            closing_ = true;
        }
    }
    if (recorder_)
        for (const auto& event : events) recorder_->take(event, seen_.now);
    if (!events.empty()) quiet_turns_ = 0;
    inputs_ += std::ssize(events);
    return events;
}

// The picture has what the panel leaves of the window.
void Application::place_picture() {
    const ImageSize framebuffer = window_.framebuffer();
    const double ratio = window_.pixel_ratio();
    const PanelExtent panel =
        side_panel_extent(settings_, gui_.fonts(), static_cast<float>(window_.size().width));
    const int panel_width =
        std::clamp(static_cast<int>(std::lround(panel.width * ratio)), 0, framebuffer.width);
    const bool at_left = panel_width > 0 && panel.left <= 0;
    viewport_ = {at_left ? panel_width : 0, 0, framebuffer.width - panel_width, framebuffer.height};
    seen_.picture = render::size_of(viewport_);
}

Pointer::Target Application::pointer_target() {
    return {navigator_,
            settings_.view,
            seen_.picture,
            window_.pixel_ratio(),
            static_cast<double>(viewport_.x),
            gui_.wants_mouse()};
}

void Application::act_on(const std::vector<InputEvent>& events) {
    for (const auto& event : events) attempt([&] { act_on(event); });
}

void Application::act_on(const InputEvent& event) {
    pointer_.handle(event, pointer_target(), seen_.now);
    if (const auto* key = std::get_if<input::Key>(&event)) {
        const auto command = bound_command(key->key, key->modifiers);
        if (!command || !key->pressed || (key->repeated && !repeats(*command))) return;
        const bool quits = std::holds_alternative<command::Quit>(*command);
        if (quits || !gui_.wants_keyboard()) commands_.push_back(*command);
    } else if (const auto* drop = std::get_if<input::Drop>(&event)) {
        for (const auto& path : drop->paths) commands_.push_back(command::OpenFile{path});
    } else if (const auto* run = std::get_if<input::Run>(&event)) {
        commands_.push_back(run->command);
    } else if (const auto* set = std::get_if<input::Set>(&event)) {
        set_field(*set);
    } else if (const auto* size = std::get_if<input::Resize>(&event)) {
        if (replay_) window_.resize({size->width, size->height});
    } else if (std::holds_alternative<input::Quit>(event)) {
        closing_ = true;
    }
}

void Application::set_field(const input::Set& set) {
    const auto dot = set.field.find('.');  // a replay names settings only
    const std::string text = fmt::format("{{\"{}\": {{\"{}\": {}}}}}", set.field.substr(0, dot),
                                         set.field.substr(dot + 1), set.value);
    settings_ = settings_from_json(text, settings_);
}

}  // namespace mariani::app
