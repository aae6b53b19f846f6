#include "app/window/run.hpp"

#include "app/window/application.hpp"

namespace mariani::app {

int run_window(const WindowOptions& options) {
    std::optional<ReplayPlayer> replay;
    if (options.replay) replay.emplace(load_replay(*options.replay));
    Application application(options, std::move(replay));
    application.run();
    return 0;
}

}  // namespace mariani::app
