// A quadtree as a picture: its leaves coloured by level or count, and its points as light as they
// are dense.
#pragma once

#include "app/workloads/colours.hpp"
#include "compute/workloads/points/runner.hpp"
#include "render/picture/image.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace mariani::app {

struct TreeStyle {
    bool counts = false;                   // leaves by their points, which the planes then have
    std::optional<points::Disc> disc;      // outlined; the leaves are lit to which a query comes
    std::optional<std::uint32_t> deepest;  // level that is shown: the others are not made yet
    double unit = 1;                       // pixels of the picture to a unit of the screen
    bool operator==(const TreeStyle&) const = default;
};

// The size of few points, which are dots, in units of the screen.
inline constexpr double dot_radius = 2.5;

render::Rgb8 leaf_colour(std::uint32_t level);
// A leaf's area, with lines in that colour around it.
render::Rgb8 leaf_area(render::Rgb8 line);

// The levels that have leaves, or the range of their points; and what the circle meets.
std::vector<LegendEntry> legend_of(const TreeStyle& style,
                                   std::span<const points::LevelStats> levels);

// A leaf shows where the centre of a pixel is in it, and has a line to the next where there is
// room. Few points are dots. Nothing if stopped.
std::optional<render::Image> draw_tree(const points::TreePart& part,
                                       const points::TreePlanes& planes, const TreeStyle& style,
                                       const std::stop_token& stop);

}  // namespace mariani::app
