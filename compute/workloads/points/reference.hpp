// What a tree must be: by plain recursion over a list of points, without keys and levels.
#pragma once

#include "compute/workloads/points/plan.hpp"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::points {

// By level, then by prefix. Nothing if stopped.
std::optional<std::vector<Node>> expected_nodes(const SplitRule& rule, std::vector<Point> points,
                                                const std::stop_token& stop);

// The first thing that is wrong in a tree of `input`, in words; nullopt if nothing is. Nodes are to
// be those expected; the leaves are to tile the points, each of which lies in its leaf's cell; and
// none is to be lost.
std::optional<std::string> why_wrong(const SplitRule& rule, std::span<const Node> expected,
                                     std::span<const Point> input, std::span<const Node> nodes,
                                     std::span<const Point> points);

}  // namespace mariani::points
