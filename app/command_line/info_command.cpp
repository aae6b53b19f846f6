#include "app/command_line/command_parser.hpp"
#include "app/command_line/commands.hpp"
#include "app/files/folders.hpp"
#include "app/files/settings_file.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <string_view>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void print_range(std::string_view name, IntegerRange range) {
    fmt::print("  {:<22}{} to {}\n", name, range.min, range.max);
}

void print_limits() {
    fmt::print("Limits\n");
    print_range("g", limits::g);
    print_range("r", limits::r);
    print_range("B", limits::B);
    print_range("dwell limit", limits::dwell);
    print_range("picture's side", limits::export_side);
    print_range("threads", limits::threads);
    fmt::print("  {:<22}{} to {}\n", "view's height", to_text(limits::min_height),
               to_text(limits::max_height));
}

void print_devices() {
    if (devices().empty()) return;
    fmt::print("GPUs\n");
    for (const DeviceEntry& entry : devices()) {
        fmt::print("  {:<12}{}\n", entry.index, printable(entry.description));
        if (entry.unavailable) fmt::print("  {:<12}unavailable: {}\n", "", *entry.unavailable);
    }
}

void print_engines() {
    fmt::print("Engines\n");
    for (const EngineEntry& entry : engine_registry()) {
        fmt::print("  {:<12}{}\n", entry.name, entry.description);
        if (entry.unavailable) fmt::print("  {:<12}unavailable: {}\n", "", *entry.unavailable);
    }
}

}  // namespace

int run_info(const std::function<std::string()>& interop) {
    fmt::print("{}\n", version_text());
    fmt::print("Backends\n");
    for (const Backend backend : {Backend::cuda, Backend::cpu}) {
        const auto why = backend_unavailable(backend);
        fmt::print("  {:<12}{}\n", name_of(backend),
                   why ? "unavailable: " + *why : backend_device(backend));
    }
    fmt::print("  {:<12}{}\n", "interop", interop());
    print_devices();
    print_engines();
    print_limits();
    const UserFolders folders = user_folders();
    fmt::print("Folders\n");
    fmt::print("  {:<14}{}\n", "settings", printable(settings_path().string()));
    fmt::print("  {:<14}{}\n", "bookmarks", printable((folders.data / "bookmarks.toml").string()));
    fmt::print("  {:<14}{}\n", "pictures", printable(folders.pictures.string()));
    for (const auto& root : data_roots())
        fmt::print("  {:<14}{}\n", "program data", printable(root.string()));
    return 0;
}

}  // namespace mariani::app
