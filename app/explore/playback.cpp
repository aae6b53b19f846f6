#include "app/explore/playback.hpp"

#include "app/explore/keys.hpp"

#include <algorithm>
#include <utility>

namespace mariani::app {
namespace {

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
