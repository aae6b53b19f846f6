#include "compute/workloads/points/cpu/engines.hpp"

#include <algorithm>
#include <memory>

namespace mariani::points::cpu {
namespace {

constexpr std::size_t chunk_nodes = 1024;

// Appends the children of the nodes from `begin` on, whose number it returns.
std::size_t append_children(const Job& job, const SortedKeys& sorted, std::size_t begin,
                            std::vector<Node>& nodes) {
    const std::size_t end = nodes.size(), chunks = (end - begin + chunk_nodes - 1) / chunk_nodes;
    std::vector<std::size_t> ranks(chunks + 1);  // subdivided nodes of the chunks before
    const auto for_each_divided = [&](std::size_t chunk, const auto& use) {
        const std::size_t first = begin + chunk * chunk_nodes;
        for (std::size_t i = first; i < std::min(first + chunk_nodes, end); ++i)
            if (is_subdivided(job.plan.rule, nodes[i])) use(nodes[i]);
    };
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        ranks[chunk + 1] = ranks[chunk];
        for_each_divided(chunk, [&](const Node&) { ++ranks[chunk + 1]; });
    }
    nodes.resize(end + 4 * ranks[chunks]);
    job.pool.for_each(static_cast<std::int64_t>(chunks), [&](std::int64_t number) {
        if (job.stop.stop_requested()) return;
        const auto chunk = static_cast<std::size_t>(number);
        Node* child = nodes.data() + end + 4 * ranks[chunk];
        for_each_divided(chunk, [&](const Node& node) {
            const Borders borders = borders_of(sorted, node);
            for (std::uint32_t q = 0; q < 4; ++q) *child++ = child_of(node, borders, q);
        });
    });
    return 4 * ranks[chunks];
}

// Calls use(i) for each i below count, on the pool's threads.
template <typename Use>
void for_each_index(const Job& job, std::int64_t count, const Use& use) {
    constexpr std::int64_t chunk = 1 << 14;
    job.pool.for_each((count + chunk - 1) / chunk, [&](std::int64_t part) {
        if (job.stop.stop_requested()) return;
        for (std::int64_t i = part * chunk; i < std::min(count, (part + 1) * chunk); ++i) use(i);
    });
}

}  // namespace

Tree search_in_keys(const Job& job, KeySorter& sorter) {
    const auto sorted = sorter.sort(job);
    if (!sorted) return {};
    Tree tree;
    tree.nodes.push_back(job.root());
    for (std::size_t begin = 0; begin < tree.nodes.size() && !job.stop.stop_requested();) {
        const std::size_t end = tree.nodes.size();
        append_children(job, *sorted, begin, tree.nodes);
        begin = end;
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
    std::vector<std::vector<Node>> lists(static_cast<std::size_t>(job.pool.threads()));
    const auto put_children = [&](const RadixNode& range) {
        auto& list = lists[static_cast<std::size_t>(ThreadPool::slot())];
        for_each_child(*sorted, inner.get(), range,
                       own_levels(*sorted, job.plan.rule, range.first, range.last),
                       [&](const Node& child) { list.push_back(child); });
    };
    for_each_index(job, inner_count, [&](std::int64_t i) { put_children(inner[i]); });
    if (job.plan.rule.min == 0)
        for_each_index(job, sorted->count, [&](std::int64_t i) {
            const auto point = static_cast<std::uint32_t>(i);
            put_children({point, point, point});
        });
    Tree tree;
    tree.nodes.push_back(job.root());
    for (const auto& list : lists) tree.nodes.insert(tree.nodes.end(), list.begin(), list.end());
    return tree;
}

}  // namespace mariani::points::cpu
