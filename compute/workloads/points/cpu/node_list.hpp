// A list of nodes in parts of limited size: no growth copies it, and nobody handles more than a
// part between two looks at the stop token.
#pragma once

#include "compute/workloads/points/node.hpp"

#include <iterator>
#include <utility>
#include <vector>

namespace mariani::points::cpu {

class NodeList {
  public:
    using Part = std::vector<Node>;
    static constexpr std::size_t part_nodes = 4096;

    void push(const Node& node) {
        if (parts_.empty() || parts_.back().size() == part_nodes)
            parts_.emplace_back().reserve(part_nodes);
        parts_.back().push_back(node);
        ++size_;
    }

    void append(NodeList&& list) {
        parts_.insert(parts_.end(), std::make_move_iterator(list.parts_.begin()),
                      std::make_move_iterator(list.parts_.end()));
        size_ += std::exchange(list.size_, 0);
        list.parts_.clear();
    }

    const std::vector<Part>& parts() const { return parts_; }
    std::int64_t size() const { return size_; }

  private:
    std::vector<Part> parts_;
    std::int64_t size_ = 0;
};

}  // namespace mariani::points::cpu
