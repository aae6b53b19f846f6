// The user's recent views and files: a damaged file is kept aside, and what is kept can be kept
// again.
#include "app/files/recent.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto file = fuzz::home().put("mariani/recent.toml", text);
    app::Recent recent;
    fuzz::require(recent.messages().empty() == std::filesystem::exists(file));
    const app::RecentLists lists = recent.lists();
    if (lists == app::RecentLists{}) return;
    if (!lists.files.empty()) recent.opened(lists.files.front());
    if (!lists.views.empty()) recent.visited(lists.views.front());
    fuzz::require(app::Recent().lists() == recent.lists());
}
