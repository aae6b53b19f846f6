// The window: owns its parts, wires them together and runs the turns of the main loop.
#pragma once

#include "app/window/command_interpreter.hpp"
#include "app/window/idle_work.hpp"
#include "app/window/run.hpp"
#include "app/window/settings_keeper.hpp"
#include "app/window/termination.hpp"
#include "app/window/turn_pace.hpp"
#include "app/window/turn_report.hpp"

#include <memory>
#include <optional>

namespace mariani::app {

class Application {
  public:
    // The replay has been read already; errors as run_window's.
    Application(const WindowOptions& options, std::optional<ReplayPlayer> replay);
    void run();  // until the window is closed

  private:
    EngineDispatcher engines(JobPriority priority) const;
    void tell_notices(const WindowOptions& options);
    void save_settings_at_end();

    bool restless() const;  // the next turn comes by itself
    void wait();
    void turn();
    void post_request();
    void note_passing();
    void observe();
    void observe_pointer();
    void shoot(bool with_panel);
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
    SettingsKeeper keeper_;
    UserInput input_;
    std::shared_ptr<ComputeService> service_;
    FrameWorker worker_;
    FrameDisplay display_;
    BookmarkShelf shelf_;
    ExportDesk exports_;
    Experiments experiments_;
    Activity activity_;
    IdleWork idle_;
    CommandInterpreter interpreter_;
};

}  // namespace mariani::app
