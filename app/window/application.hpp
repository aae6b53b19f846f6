// The window: owns its parts, wires them together and runs the turns of the main loop.
#pragma once

#include "app/window/command_interpreter.hpp"
#include "app/window/guided_tour.hpp"
#include "app/window/idle_work.hpp"
#include "app/window/inset_pictures.hpp"
#include "app/window/native_window.hpp"
#include "app/window/recorders.hpp"
#include "app/window/run.hpp"
#include "app/window/turn_pace.hpp"
#include "app/window/turn_report.hpp"
#include "app/window/user_files.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace mariani::app {

class Application {
  public:
    // The replay has been read already; errors as run_window's.
    Application(const WindowOptions& options, std::optional<ReplayPlayer> replay);
    void run();  // until the window is closed

  private:
    EngineDispatcher engines(JobPriority priority) const;
    void show_notices(const WindowOptions& options);
    void save_settings_at_end();

    bool restless() const;  // the next turn comes by itself
    void wait();
    void turn();
    void act_on(const std::vector<InputEvent>& events);
    void advance();
    void draw();
    void note_cycling();
    void note_changes(const std::vector<InputEvent>& events);
    void lay_out_window();
    void post_request();
    void advance_mandelbrot();
    void do_idle_work();
    void draw_picture();
    const PreparedFrame* judged_frame() const;
    void suit_dwell_limit();
    void update_messages();
    void observe();
    bool shows_old() const;
    void observe_pointer();
    void observe_orbit();
    void capture(bool with_panel);
    void conclude_turn();
    void report_turn();

    WindowState state_;
    std::optional<TurnReport> report_;
    Termination termination_;
    NativeWindow window_;
    Gui gui_;
    TurnPace pace_;
    DisplayRoute route_;
    Navigator navigator_;
    SettingsSaver saver_;
    UserInput input_;
    std::shared_ptr<ComputeService> service_;
    FrameWorker worker_;
    PosterDisplay poster_;
    FrameDisplay display_;
    BookmarkThumbnails thumbnails_;
    Exporter exports_;
    Experiments experiments_;
    InsetPictures insets_;
    Screens screens_;
    Activity activity_;
    IdleWork idle_;
    RecentPlaces recent_;
    GuidedTour tour_;
    MinibrotSearch search_;
    SettingsHistory history_;
    bool dragging_ = false;  // a button of the mouse is down
    TimelineRecorder timeline_;
    CommandInterpreter interpreter_;
    Opening opening_;
    bool was_from_poster_ = false;  // in the last turn
    bool at_home_;                  // until the picture has a size
};

}  // namespace mariani::app
