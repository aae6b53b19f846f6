// Palettes given by their stops: what is accepted has colours, and is the same in its own words.
#include "render/picture/palette_stops.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    fuzz::read_or_reject([&] {
        const auto stops = render::parse_stops(std::string(text));
        fuzz::require(!stops.empty() && stops.size() <= render::most_stops);
        fuzz::require(render::palette_of_stops(stops).colours.size() == 256);
        const auto words = render::text_of_stops(stops);
        fuzz::require(render::text_of_stops(render::parse_stops(words)) == words);
    });
}
