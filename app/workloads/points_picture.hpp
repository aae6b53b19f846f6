// A quadtree as a picture: its leaves coloured by level, and its points as dark as they are dense.
#pragma once

#include "compute/service/points.hpp"
#include "render/picture/image.hpp"

#include <optional>
#include <span>
#include <stop_token>

namespace mariani::app {

// Of `side` pixels a side. Leaves that are narrower than a pixel share it. Nothing if stopped.
std::optional<render::Image> draw_tree(const points::SplitRule& rule,
                                       std::span<const points::Node> nodes,
                                       std::span<const points::Point> points, int side,
                                       const std::stop_token& stop);

}  // namespace mariani::app
