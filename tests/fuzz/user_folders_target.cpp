// The desktop's user-dirs.dirs, which gives the user's pictures folder.
#include "app/files/folders.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    fuzz::home().put("user-dirs.dirs", text);
    unsetenv("XDG_PICTURES_DIR");
    fuzz::read_or_reject([&] { fuzz::require(app::user_folders().pictures.is_absolute()); });
}
