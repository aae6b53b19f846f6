// Where the levels of a reference's jumps lie: all in one array, one behind the other.
#pragma once

#include "compute/workloads/mandelbrot/deep/jump.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mariani::deep {

struct JumpLayout {
    std::vector<std::size_t> starts, counts;  // by level
    std::size_t size = 0;                     // jumps in all
};

// The jumps over so many single steps: as long ones as are of use.
template <typename N>
JumpLayout jump_layout(std::size_t steps, JumpRule rule) {
    JumpLayout layout;
    for (std::int64_t length = 2; steps >= 2 && rule.error<N>(length) < 0.5; length *= 2) {
        steps /= 2;
        layout.starts.push_back(layout.size);
        layout.counts.push_back(steps);
        layout.size += steps;
    }
    return layout;
}

template <typename N>
JumpTableView<N> view_of(const JumpLayout& layout, JumpRule rule, const Jump<N>* jumps,
                         const typename N::Bound* radii) {
    JumpTableView<N> view{};
    for (std::size_t level = 0; level < layout.counts.size(); ++level) {
        view.levels[level] = jumps + layout.starts[level];
        view.radii[level] = radii + layout.starts[level];
        view.counts[level] = static_cast<std::uint32_t>(layout.counts[level]);
    }
    view.level_count = static_cast<int>(layout.counts.size());
    view.rule = rule;
    return view;
}

}  // namespace mariani::deep
