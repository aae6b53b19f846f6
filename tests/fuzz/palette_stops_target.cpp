// Palettes given by their stops: what is accepted has colours, and is the same in its own words.
#include "render/picture/palette_stops.hpp"
#include "tests/fuzz/fuzz_target.hpp"

#include <algorithm>

using namespace mariani;

MARIANI_FUZZ_TARGET {
    fuzz::read_or_reject([&] {
        const auto stops = render::parse_stops(std::string(text));
        fuzz::require(!stops.empty() && stops.size() <= render::most_stops);
        const auto colours = render::palette_of_stops(stops).colours;
        for (const auto& stop : stops)
            fuzz::require(std::ranges::find(colours, stop.colour) != colours.end());
        const auto words = render::text_of_stops(stops);
        fuzz::require(render::text_of_stops(render::parse_stops(words)) == words);
    });
}
