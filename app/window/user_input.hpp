// Mouse, keyboard and replay: takes what they did since the last turn, and acts on it.
#pragma once

#include "app/explore/input_replay.hpp"
#include "app/explore/navigator.hpp"
#include "app/explore/pointer.hpp"
#include "app/window/gui.hpp"
#include "app/window/native_window.hpp"
#include "app/window/window_state.hpp"
#include "app/window/workload_screen.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace mariani::app {

// Main thread.
class UserInput {
  public:
    UserInput(WindowState& state, NativeWindow& window, const Gui& gui, Navigator& navigator,
              std::optional<ReplayPlayer> replay);

    // A replay takes the place of mouse and keyboard, and closes the window once it is over.
    // `reached`: whether that is so now.
    std::vector<InputEvent> take(const std::function<bool(Awaited)>& reached);
    // Returns where the mouse is over the picture after each of them.
    std::vector<std::optional<PixelPoint>> act_on(const std::vector<InputEvent>& events);
    // Whose view the mouse moves from here on; null: the Mandelbrot set's.
    void steer(WorkloadScreen* screen) { screen_ = screen; }

    bool replays() const { return replay_.has_value(); }
    std::int64_t taken() const { return taken_; }  // events
    bool waits() const { return !waiting_.empty(); }

    // A recording takes their place until it is over; `--replay`, which may have asked for it,
    // stands still meanwhile. Throws std::runtime_error while one is played, and what load_replay
    // throws.
    void play(const std::string& path);
    const std::optional<Playback>& playback() const { return playback_; }

    void start_recording();  // with the window's size, in which the mouse finds its places again
    // Ends it and returns what was recorded; nothing where there is none.
    std::optional<InputRecorder> stop_recording();
    bool records() const { return recorder_.has_value(); }

    // The picture's pixel under the mouse, unless a panel is over it.
    std::optional<PixelPoint> over_picture();
    bool dragging() const { return pointer_.dragging(); }
    bool gliding() const { return pointer_.gliding(); }
    // The corners of the zoom box being drawn, in screen coordinates.
    std::optional<std::array<PixelPoint, 2>> box() const;

  private:
    std::vector<InputEvent> take_live();
    std::vector<InputEvent> take_replayed(const std::function<bool(Awaited)>& reached);
    std::vector<InputEvent> take_played(const std::vector<InputEvent>& live,
                                        const std::function<bool(Awaited)>& reached);
    double elapsed();  // s since the last call
    void act_on(const InputEvent& event);
    void press(const input::Key& key);
    void set_field(const input::Set& set);
    Pointer::Target target();

    WindowState& state_;
    NativeWindow& window_;
    const Gui& gui_;
    Navigator& navigator_;
    WorkloadScreen* screen_ = nullptr;
    Pointer pointer_;
    std::vector<InputEvent> waiting_;  // for the next turn
    std::optional<ReplayPlayer> replay_;
    std::optional<Playback> playback_;
    InputEvent mouse_ = input::MouseMove{input::MouseMove::outside,
                                         input::MouseMove::outside};  // where the user's is
    double replayed_at_ = 0;
    std::optional<InputRecorder> recorder_;
    std::int64_t taken_ = 0;
};

}  // namespace mariani::app
