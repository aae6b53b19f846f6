#include "app/window/run.hpp"

#include "app/window/application.hpp"
#include "app/window/native_window.hpp"
#include "compute/service/engine_registry.hpp"
#include "render/interop/bridge.hpp"

#include <exception>
#include <malloc.h>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Makes glibc map each array of a picture separately. By default it soon cuts them from its heap,
// where the holes between the remaining blocks add up to more than everything in use as the window
// changes its size.
void map_pictures_separately() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

}  // namespace

int run_window(const WindowOptions& options) {
    map_pictures_separately();
    std::optional<ReplayPlayer> replay;
    if (options.replay) replay.emplace(load_replay(*options.replay));
    Application application(options, std::move(replay));
    application.run();
    return 0;
}

std::string interop_text() {
    if (!render::interop::built()) return "not built";
    if (const auto why = backend_unavailable(Backend::cuda)) return "unavailable: " + *why;
    try {
        const NativeWindow window("mariani", {64, 64}, NativeWindow::Visibility::hidden);
        const auto support = render::interop::query_support();
        return (support.device ? "" : "unavailable: ") + support.reason;
    } catch (const std::exception& error) {
        return fmt::format("not known without a window: {}", error.what());
    }
}

}  // namespace mariani::app
