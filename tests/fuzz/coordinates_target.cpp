// Coordinates from the clipboard.
#include "app/explore/coordinates_text.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const View current{{-0.5, 0}, 2};
    fuzz::read_or_reject([&] {
        const View view = app::parse_coordinates(text, current);
        fuzz::require(app::parse_coordinates(app::coordinates_text(view), current) == view);
    });
}
