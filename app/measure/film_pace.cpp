#include "app/measure/film_pace.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace mariani::app {

double FilmPace::ms_at(double second) const {
    return second / running * slowest_ms;
}

std::string FilmPace::text(double speed) const {
    const double slower = running * 1000 / slowest_ms / speed;
    if (slower < 1) return fmt::format("{:.2g} times real time", 1 / slower);
    return slower < 10 ? fmt::format("1/{:.1f} of real time", slower)
                       : fmt::format("1/{:.0f} of real time", slower);
}

FilmPace film_pace(const Race& race, double seconds) {
    constexpr double longest_end = 1.5, end_share = 0.25;  // while the result is shown
    FilmPace pace;
    for (const std::size_t lane : ranking(race))
        pace.slowest_ms = std::max(pace.slowest_ms, race.lanes[lane].spread().median);
    pace.running = seconds - std::min(longest_end, end_share * seconds);
    return pace;
}

double moment_of(const RaceLane& lane, double ms) {
    return ms / lane.spread().median;
}

bool can_be_watched(const Race& race) {
    return std::ranges::any_of(race.lanes,
                               [](const RaceLane& lane) { return lane.timed() && lane.growth; });
}

}  // namespace mariani::app
