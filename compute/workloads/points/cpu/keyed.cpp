#include "compute/workloads/points/cpu/engines.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace mariani::points::cpu {
namespace {

// The children of a level, in its order.
NodeList children_of(const Job& job, const SortedKeys& sorted, std::uint32_t depth,
                     const NodeList& level) {
    std::vector<NodeList> lists(level.parts().size());
    const auto list_children = [&](std::size_t part) {
        for (const Node& node : level.parts()[part]) {
            if (!is_subdivided(job.plan.rule, node)) continue;
            const Borders borders = borders_of(sorted, node);
            for (std::uint32_t q = 0; q < 4; ++q) lists[part].push(child_of(node, borders, q));
        }
    };
    job.pool.for_each(static_cast<std::int64_t>(lists.size()), [&](std::int64_t part) {
        if (job.stop.stop_requested()) return;
        job.task(depth, [&] { list_children(static_cast<std::size_t>(part)); });
    });
    NodeList children;
    for (NodeList& list : lists) children.append(std::move(list));
    return children;
}

// Calls use(i) for each i below count, on the pool's threads.
template <typename Use>
void for_each_index(const Job& job, std::int64_t count, const Use& use) {
    constexpr std::int64_t chunk = 1 << 14;
    job.pool.for_each((count + chunk - 1) / chunk, job.stop, [&](std::int64_t part) {
        for (std::int64_t i = part * chunk; i < std::min(count, (part + 1) * chunk); ++i) use(i);
    });
}

}  // namespace

Tree search_in_keys(const Job& job, KeySorter& sorter) {
    const auto sorted = sorter.sort(job);
    if (!sorted) return {};
    Tree tree;
    NodeList level;
    level.push(job.root());
    for (std::uint32_t depth = 0; level.size() > 0 && !job.stop.stop_requested(); ++depth) {
        NodeList next =
            job.at_level(depth, [&] { return children_of(job, *sorted, depth, level); });
        tree.nodes.append(std::exchange(level, std::move(next)));
    }
    return tree;
}

Tree take_from_radix_tree(const Job& job, KeySorter& sorter) {
    const auto sorted = sorter.sort(job);
    if (!sorted) return {};
    const std::int64_t inner_count = std::max<std::int64_t>(std::int64_t{sorted->count} - 1, 0);
    const auto inner =
        std::make_unique_for_overwrite<RadixNode[]>(static_cast<std::size_t>(inner_count));
    for_each_index(job, inner_count, [&](std::int64_t i) { inner[i] = radix_node(*sorted, i); });
    std::vector<NodeList> lists(static_cast<std::size_t>(job.pool.threads()));
    const auto put_children = [&](const RadixNode& range) {
        auto& list = lists[static_cast<std::size_t>(ThreadPool::slot())];
        for_each_child(*sorted, inner.get(), range,
                       own_levels(*sorted, job.plan.rule, range.first, range.last),
                       [&](const Node& child) { list.push(child); });
    };
    for_each_index(job, inner_count, [&](std::int64_t i) { put_children(inner[i]); });
    if (job.plan.rule.min == 0)
        for_each_index(job, sorted->count, [&](std::int64_t i) {
            const auto point = static_cast<std::uint32_t>(i);
            put_children({point, point, point});
        });
    Tree tree;
    tree.nodes.push(job.root());
    for (NodeList& list : lists) tree.nodes.append(std::move(list));
    return tree;
}

}  // namespace mariani::points::cpu
