// What the authors of the maps published, in ms (seed 002 and its later papers).
#pragma once

#include "compute/service/triangle_request.hpp"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace mariani::app {

struct PublishedTimes {
    std::string_view machine;  // with its sizes
    triangle::Task test;
    // Of BB, LTM-R, RB by threads, REC and UTM, in that order; nothing where none was published.
    std::array<std::optional<double>, 5> ms;
};

inline constexpr std::array<triangle::MapKind, 5> published_maps{
    triangle::MapKind::bb, triangle::MapKind::ltm_r, triangle::MapKind::rb_threads,
    triangle::MapKind::rec, triangle::MapKind::utm};

inline constexpr std::array<PublishedTimes, 6> published_times{
    {{"GTX 765M, rho 16, N 30,720", triangle::Task::dummy, {43.53, 39.51, 32.76, 48.80, 59.51}},
     {"GTX 765M, rho 16, N 30,720, 4 features",
      triangle::Task::edm,
      {120.4, 106.5, 107.2, 112.6, 171.0}},
     {"GTX 765M, rho 16, N 30,720, 3-D",
      triangle::Task::collision,
      {58.26, 56.61, 72.97, 319.6, 137.0}},
     {"V100, rho 32, N 32,768", triangle::Task::map, {1.489, 0.751, 0.750, 0.762, std::nullopt}},
     {"V100, rho 32, N 32,768",
      triangle::Task::accumulate,
      {2.169, 1.434, 1.513, 1.972, std::nullopt}},
     {"V100, rho 32, N 32,768, 2 features, full square",
      triangle::Task::edm,
      {3.723, 2.927, 2.941, 3.450, std::nullopt}}}};

}  // namespace mariani::app
