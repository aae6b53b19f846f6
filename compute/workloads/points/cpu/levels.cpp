#include "compute/workloads/points/cpu/engines.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace mariani::points::cpu {
namespace {

struct Piece {
    std::uint32_t node;  // of those that are divided together
    std::uint32_t begin;
    std::uint32_t end;
    QuadrantCounts counts;  // then where its points go
};

std::vector<Piece> pieces_of(const std::vector<Node>& nodes) {
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (std::uint32_t begin = nodes[i].begin; begin < nodes[i].end; begin += piece_points)
            pieces.push_back({static_cast<std::uint32_t>(i),
                              begin,
                              std::min(begin + piece_points, nodes[i].end),
                              {}});
    return pieces;
}

// The borders of each node's quadrants; and where each piece has its share of them.
std::vector<Borders> scan(const std::vector<Node>& nodes, std::vector<Piece>& pieces) {
    std::vector<Borders> borders;
    borders.reserve(nodes.size());
    auto first = pieces.begin();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        auto end = first;
        std::uint32_t at = nodes[i].begin;
        Borders of_node;
        for (std::size_t q = 0; q < 4; ++q) {
            of_node.begin[q] = at;
            for (end = first; end != pieces.end() && end->node == i; ++end)
                at += std::exchange(end->counts[q], at);
        }
        borders.push_back(of_node);
        first = end;
    }
    return borders;
}

// Moves the points of some nodes of a level, and lists their children.
void divide_nodes(const Job& job, const std::vector<Node>& divided, NodeList& children) {
    const std::uint32_t level = divided.front().cell.level;
    const Point* const from = job.points.at(level);
    std::vector<Piece> pieces = pieces_of(divided);
    const auto for_each_piece = [&](const auto& use) {
        job.pool.for_each(static_cast<std::int64_t>(pieces.size()), job.stop, [&](std::int64_t i) {
            Piece& piece = pieces[static_cast<std::size_t>(i)];
            job.task(level, [&] {
                use(std::span(from + piece.begin, from + piece.end),
                    centre_of(divided[piece.node].cell), piece.counts);
            });
        });
    };
    for_each_piece([](std::span<const Point> points, const Point& centre, QuadrantCounts& to) {
        to = count_quadrants(points, centre);
    });
    const std::vector<Borders> borders = scan(divided, pieces);
    for_each_piece([&](std::span<const Point> points, const Point& centre, QuadrantCounts& at) {
        scatter_quadrants(points, centre, at, job.points.below(level));
    });
    for (std::size_t i = 0; i < divided.size(); ++i)
        for (std::uint32_t q = 0; q < 4; ++q) children.push(child_of(divided[i], borders[i], q));
}

// Some of the children, if stopped.
NodeList divide_level(const Job& job, const NodeList& level) {
    NodeList children;
    for (const NodeList::Part& part : level.parts()) {
        std::vector<Node> divided;
        std::ranges::copy_if(part, std::back_inserter(divided),
                             [&](const Node& node) { return is_subdivided(job.plan.rule, node); });
        if (job.stop.stop_requested()) return children;
        if (!divided.empty()) divide_nodes(job, divided, children);
    }
    return children;
}

}  // namespace

Tree divide_by_levels(const Job& job) {
    const SplitRule& rule = job.plan.rule;
    Tree tree;
    NodeList level;
    level.push(job.root());
    for (std::uint32_t depth = 0; level.size() > 0 && !job.stop.stop_requested(); ++depth) {
        NodeList next = job.at_level(depth, [&] { return divide_level(job, level); });
        tree.nodes.append(std::exchange(level, std::move(next)));
    }
    const auto& parts = tree.nodes.parts();
    job.pool.for_each(static_cast<std::int64_t>(parts.size()), [&](std::int64_t i) {
        for (const Node& node : parts[static_cast<std::size_t>(i)])
            if (!is_subdivided(rule, node) && !job.stop.stop_requested()) settle(job.points, node);
    });
    return tree;
}

}  // namespace mariani::points::cpu
