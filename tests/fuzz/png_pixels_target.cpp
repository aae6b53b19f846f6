// The pixels of a PNG.
#include "render/picture/png.hpp"
#include "tests/fuzz/png_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto file = fuzz::home().put("picture.png", text);
    fuzz::read_or_reject([&] {
        const auto size = render::read_png(file, {256, 256}).size();
        fuzz::require(size.width <= 256 && size.height <= 256);
    });
}
