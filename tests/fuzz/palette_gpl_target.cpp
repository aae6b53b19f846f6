// GIMP palettes.
#include "render/picture/palette.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto file = fuzz::home().put("palette.gpl", text);
    fuzz::read_or_reject([&] { fuzz::require(!render::read_palette(file).colours.empty()); });
}
