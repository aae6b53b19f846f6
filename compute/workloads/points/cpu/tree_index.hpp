// A finished tree by level and prefix, for what walks down it: pictures and queries.
#pragma once

#include "compute/cpu/tasks.hpp"
#include "compute/workloads/points/cpu/node_list.hpp"
#include "compute/workloads/points/query.hpp"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace mariani::points::cpu {

class TreeIndex {
  public:
    // Nothing if stopped.
    static std::optional<TreeIndex> make(const SplitRule& rule, const NodeList& nodes,
                                         const std::stop_token& stop);

    const std::vector<Node>& nodes() const { return nodes_; }

    // The planes of leaves, by bands of rows; `counts` unless it is empty. Both have the part's
    // size. False if stopped.
    bool paint(const TreePart& part, std::span<std::uint8_t> levels,
               std::span<std::uint32_t> counts, mariani::cpu::ThreadPool& pool,
               const std::stop_token& stop) const;

    // `points` are in the tree's order.
    DiscStats find(const Disc& disc, const Point* points) const;

  private:
    explicit TreeIndex(const SplitRule& rule) : rule_(rule) {}
    bool gather(const NodeList& nodes, const std::stop_token& stop);
    bool find_children(const std::stop_token& stop);

    SplitRule rule_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> children_;  // of each node that is subdivided, the first of the four
};

}  // namespace mariani::points::cpu
