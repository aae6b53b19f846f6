// The texts of a PNG, and what a picture restores from them.
#include "app/files/picture_file.hpp"
#include "tests/fuzz/png_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto file = fuzz::home().put("picture.png", text);
    fuzz::read_or_reject([&] { render::read_png_texts(file); });
    fuzz::read_or_reject([&] { app::read_picture(file); });
}
