// What the window knows: the one store. Its parts change it, in fields that are theirs or by the
// functions below; panels, report and files are made from it. Main thread only.
#pragma once

#include "app/explore/command.hpp"
#include "app/explore/prepared_frame.hpp"
#include "app/panels/observations.hpp"
#include "app/panels/panel_state.hpp"
#include "app/panels/tab.hpp"
#include "app/settings/failure.hpp"
#include "render/picture/viewport.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mariani::app {

// What is on screen.
struct ShownFrame {
    FrameRequest request;
    std::uint64_t number = 0;  // of that request
    std::shared_ptr<const PreparedFrame> frame;
    std::array<bool, 2> tried = {};  // by Check: it was begun
    Exactness exactness = {};        // once known
};

struct WindowState {
    WindowState(const Settings& initial, std::span<const Tab* const> all_tabs)
        : settings(initial), tabs(all_tabs) {}

    Settings settings;
    Observations seen;
    CommandQueue commands;
    PanelState panels;
    const std::span<const Tab* const> tabs;  // in their order
    std::optional<ShownFrame> shown;
    render::Viewport viewport;  // the picture's place in the framebuffer
    bool screenshot_wanted = false;
    bool copy_wanted = false;                          // of the picture
    std::optional<std::filesystem::path> film_wanted;  // of the replay: where it is to be written
    std::int64_t opened_pictures = 0;                  // since the start
    bool closing = false;
    bool from_poster = false;  // all of the view: no frame is asked for
    bool has_room = true;      // the window, for all that its panel shows

    double seconds() const;  // of the window's clock

    // The picture's pixels per pixel of its place: more than one where it is drawn smaller.
    double magnification() const;
    // A file is to have the picture itself.
    bool picture_wanted() const;

    FrameRequest wanted_request() const;
    // The overlay as it is drawn: while the subdivision is played, that of the level reached; over
    // work, levels and outcomes without tints, which would spoil the colours of their legends.
    render::OverlayStyle drawn_overlay() const;
    // Those that the mouse finds: without a grid, all where another quantity than dwell is shown.
    render::OverlayStyle sought_regions() const;
    // Once per turn, as the next one.
    void advance_replay();
    void advance_cycle();  // of the colours
    // The same, with what `auto` has chosen of it for the picture on screen, but for the engine.
    FrameRequest subject_request() const;
    // What the view asks for is on screen, by a frame or from the poster.
    bool answered() const { return from_poster || up_to_date(); }
    // What is on screen is what was asked for.
    bool up_to_date() const { return !from_poster && shown && shown->request == wanted_request(); }

    // Shows the message; the same text again is shown anew, not twice.
    void notify(Message::Kind kind, std::string text);
    // Tells what happens in turn after turn once. Nothing: the step has not failed this time.
    void note_failure(const char* step, std::optional<std::string> failure);
    // After a command of this kind was run: what such a command said before, in a turn that ended
    // before `begun`, no longer holds; why this one failed is told.
    void note_command(std::size_t kind, double begun, std::optional<std::string> failure);
    // Runs an action; what it throws becomes a message.
    template <typename Action>
    void attempt(Action&& action);
    // The same of what every turn does.
    template <typename Action>
    void attempt_each_turn(const char* step, Action&& action);

    // Something happened that the panels are still to show.
    void request_redraw() { idle_turns_ = 0; }
    // ImGui needs some turns to come to rest after an event.
    bool at_rest() const { return idle_turns_ >= turns_until_idle; }
    // At the end of each turn: one that has changed what panels show stirs.
    void conclude_turn();

  private:
    bool has_regions_to_see(const FrameRequest& request) const;
    int shown_levels() const;  // of the frame on screen

    static constexpr int turns_until_idle = 3;

    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::map<std::string_view, std::string> failing_;  // steps of the last turn, with the reason
    Settings drawn_;                                   // by the last turn
    int idle_turns_ = 0;
};

template <typename Action>
void WindowState::attempt(Action&& action) {
    if (auto failure = failure_of(std::forward<Action>(action)))
        notify(Message::Kind::error, std::move(*failure));
}

template <typename Action>
void WindowState::attempt_each_turn(const char* step, Action&& action) {
    note_failure(step, failure_of(std::forward<Action>(action)));
}

}  // namespace mariani::app
