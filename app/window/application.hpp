// The window's main loop and everything it keeps.
#pragma once

#include "app/explore/frame_worker.hpp"
#include "app/explore/input_replay.hpp"
#include "app/explore/navigator.hpp"
#include "app/explore/pointer.hpp"
#include "app/failure.hpp"
#include "app/measure/laboratory.hpp"
#include "app/measure/tunings.hpp"
#include "app/panels/observations.hpp"
#include "app/panels/panels.hpp"
#include "app/produce/export_names.hpp"
#include "app/window/bookmark_shelf.hpp"
#include "app/window/display_route.hpp"
#include "app/window/export_desk.hpp"
#include "app/window/fill_verifier.hpp"
#include "app/window/gui.hpp"
#include "app/window/native_window.hpp"
#include "app/window/picture_stage.hpp"
#include "app/window/race_pictures.hpp"
#include "app/window/run.hpp"
#include "app/window/settings_keeper.hpp"
#include "app/window/termination.hpp"
#include "app/window/timing_book.hpp"
#include "app/window/turn_report.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

class Application {
  public:
    // The replay has been read already; errors as run_window's.
    Application(const WindowOptions& options, std::optional<ReplayPlayer> replay);
    void run();  // until the window is closed

  private:
    // The main loop, in application.cpp.
    std::function<void()> waker();
    EngineDispatcher engines(JobPriority priority) const;
    void wait_for_reason();
    void turn();
    void post_request();
    FrameRequest wanted_request() const;
    // The same, with what `auto` has chosen of it for the picture on screen, but for the engine.
    FrameRequest subject_request() const;
    void observe();
    void draw_picture();
    void draw_panels();
    void draw_box(const std::array<PixelPoint, 2>& corners) const;
    void take_screenshot(bool with_panel);
    void conclude_turn();
    void fill_shelf();
    void note_fps();
    bool restless() const;
    void save_settings_at_end();
    bool occupied() const;
    bool settled() const;
    bool shown() const;
    bool reached(Awaited state) const;  // in application_report.cpp

    // How frames come to the screen, in application_display.cpp.
    void take_finished_frame();
    double present(const std::shared_ptr<const PreparedFrame>& frame);
    void draw_shared(const std::function<void()>& draw);
    std::shared_ptr<const PreparedFrame> staged(const PreparedFrame& frame);
    void stop_sharing(const render::interop::Error& failure);
    void note_backend_failure();

    // What the user does, in application_input.cpp.
    std::vector<InputEvent> take_input();
    void act_on(const std::vector<InputEvent>& events);
    void act_on(const InputEvent& event);
    void set_field(const input::Set& set);
    Pointer::Target pointer_target();
    void place_picture();

    // What the user asks for, in application_commands.cpp.
    struct CommandRunner;
    void run_commands();
    void open_file(const std::string& path);
    void list_palettes();
    void stop_recording();

    // The laboratory and idle time, in application_laboratory.cpp.
    void verify_at_rest();
    void take_verification();
    bool undisturbed() const;
    bool verification_due() const;
    void tune();
    void remember_tuning();
    void race(const command::Race& asked);
    void export_race();
    void export_sweep();

    void report_turn();  // in application_report.cpp

    double seconds() const;
    void tell(Message::Kind kind, std::string text);
    // Runs an action; what it throws becomes a message.
    template <typename Action>
    void attempt(Action&& action);
    // The same of what every turn does: what fails in turn after turn is told once.
    template <typename Action>
    void attempt_each_turn(const char* step, Action&& action);
    void note_failure(const char* step, std::optional<std::string> failure);

    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    Settings settings_;
    Observations seen_;
    CommandQueue commands_;
    PanelState panel_state_;
    std::optional<ReplayPlayer> replay_;
    std::optional<InputRecorder> recorder_;
    std::optional<TurnReport> report_;
    bool mark_frames_;

    Termination termination_;
    NativeWindow window_;
    Gui gui_;
    DisplayRoute route_;
    PictureStage stage_;
    TimingBook timings_;
    render::Viewport viewport_;  // the picture's place in the framebuffer
    Navigator navigator_;
    Pointer pointer_;
    ExportNames names_;
    SettingsKeeper keeper_;

    std::optional<FrameRequest> shown_request_;      // whose frame is on screen
    std::uint64_t shown_number_ = 0;                 // of that request
    std::shared_ptr<const PreparedFrame> verified_;  // all of whose pixels are right
    std::shared_ptr<const PreparedFrame> tried_;     // whose verification was begun
    Tunings tunings_;
    std::optional<TuningClass> tuning_;           // of the view that the last search is for
    std::shared_ptr<const SweepRow> remembered_;  // what came of it
    bool closing_ = false;
    bool screenshot_wanted_ = false;
    Settings drawn_;                                   // what the last turn drew
    render::Colouring drawable_;                       // the last one that could be drawn
    std::map<std::string_view, std::string> failing_;  // steps of the last turn, with the reason
    int quiet_turns_ = 0;
    double turn_began_ = 0;
    std::int64_t turns_ = 0;
    std::int64_t inputs_ = 0;  // events taken
    double replay_time_ = 0;
    double at_rest_since_ = 0;
    double fps_since_ = 0;
    int fps_turns_ = 0;

    std::atomic<bool> woken_ = false;  // by a thread of those below
    std::shared_ptr<ComputeService> service_;
    BookmarkShelf shelf_;
    ExportDesk exports_;
    RacePictures race_pictures_;
    Laboratory laboratory_;
    FillVerifier verifier_;
    FrameWorker worker_;
};

template <typename Action>
void Application::attempt(Action&& action) {
    if (auto failure = failure_of(action)) tell(Message::Kind::error, std::move(*failure));
}

template <typename Action>
void Application::attempt_each_turn(const char* step, Action&& action) {
    note_failure(step, failure_of(action));
}

}  // namespace mariani::app
