#include "app/window/run.hpp"

#include "app/window/application.hpp"
#include "app/window/native_window.hpp"
#include "compute/service/engine_registry.hpp"
#include "render/interop/reach.hpp"

#include <exception>
#include <malloc.h>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// Makes glibc map each array of a picture separately. By default it soon cuts them from its heap,
// where the holes between the remaining blocks add up to more than everything in use as the window
// changes its size.
void give_pictures_mappings_of_their_own() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

}  // namespace

int run_window(const WindowOptions& options) {
    give_pictures_mappings_of_their_own();
    std::optional<ReplayPlayer> replay;
    if (options.replay) replay.emplace(load_replay(*options.replay));
    Application application(options, std::move(replay));
    application.run();
    return 0;
}

std::string interop_in_words() {
    if (!render::interop::built()) return "not built";
    if (const auto why = backend_unavailable(Backend::cuda)) return "unavailable: " + *why;
    try {
        const NativeWindow window("mariani", {64, 64}, NativeWindow::Visibility::hidden);
        const auto reach = render::interop::reach();
        return (reach.device ? "" : "unavailable: ") + reach.reason;
    } catch (const std::exception& error) {
        return fmt::format("not known without a window: {}", error.what());
    }
}

}  // namespace mariani::app
