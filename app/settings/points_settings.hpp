#pragma once

#include "app/settings/display_choices.hpp"
#include "compute/service/points_request.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mariani::app {

// What the workload `points` shows: a quadtree of points.
struct PointsSettings {
    // So few that one sees how they are moved.
    points::Problem problem{
        .count = 40, .rule = {.min = 2}, .distribution = points::Distribution::spiral};
    points::EngineKind engine = points::EngineKind::linear;
    std::optional<Backend> backend;       // nothing: what is available
    std::string picture;                  // the file of that distribution
    double speed = 1;                     // of their motion: so many seconds pass in one
    double place_x = 0.5, place_y = 0.5;  // of the mouse when it was last needed, y up
    bool circle = false;                  // at that place: which points are in it
    double radius = 0.1;                  // of the circle
    bool counts = false;                  // leaves coloured by their points, else by their level
    bool strips = true;                   // the textbook's two buffers, of few points
    double center_x = 0.5, center_y = 0.5, height = 1;  // of the view, y up
    bool operator==(const PointsSettings&) const = default;
};

// The window draws so many.
inline constexpr IntegerRange points_drawn{1, points::limits::count.max};
inline constexpr double least_points_height = 0.001, most_points_height = 4;
inline constexpr double least_radius = 0.001, most_radius = 1;

// The request of one tree, but for its picture, which lies in a file; where it runs, besides the
// backend, is the caller's to say.
points::Request points_request(const PointsSettings& settings);

// Why no machine can run it, whatever its picture, in words a user can act on.
std::optional<std::string> why_invalid(const PointsSettings& settings);

// Where the mouse is, in the unit square.
points::Point place_of(const PointsSettings& settings);

template <>
inline points::Problem usual_problem<points::Problem>() {
    return PointsSettings{}.problem;
}

}  // namespace mariani::app
