// The user's bookmarks: a damaged file is kept aside, and the shipped ones are always there.
#include "app/files/bookmarks.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto file = fuzz::home().put("mariani/bookmarks.toml", text);
    const app::Bookmarks bookmarks;
    fuzz::require(bookmarks.find("paper") != nullptr);
    fuzz::require(bookmarks.messages().empty() == std::filesystem::exists(file));
}
