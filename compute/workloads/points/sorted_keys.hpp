// Nodes from points in the order of their keys: one source for host and device.
#pragma once

#include "compute/workloads/points/node.hpp"

#include <bit>
#include <cstdint>

namespace mariani::points {

struct SortedKeys {
    const std::uint32_t* keys = nullptr;
    std::uint32_t count = 0;
    std::uint32_t depth = 0;  // digits of a key
};

namespace detail {

MARIANI_HOST_DEVICE constexpr int leading_zeros(std::uint32_t value) {
#ifdef __CUDA_ARCH__
    return __clz(static_cast<int>(value));
#else
    return std::countl_zero(value);
#endif
}

// The first index from `begin` on whose key is not below `key`, or `end`.
MARIANI_HOST_DEVICE constexpr std::uint32_t lower_bound(const std::uint32_t* keys,
                                                        std::uint32_t begin, std::uint32_t end,
                                                        std::uint32_t key) {
    while (begin < end) {
        const std::uint32_t middle = begin + (end - begin) / 2;
        if (keys[middle] < key)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

}  // namespace detail

// By search in the keys of the node, which is above the keys' depth.
MARIANI_HOST_DEVICE constexpr Borders borders_of(const SortedKeys& sorted, const Node& node) {
    const std::uint32_t shift = 2 * (sorted.depth - node.cell.level - 1);
    const std::uint32_t first = node.cell.prefix << 2;
    const auto border = [&](std::uint32_t quadrant, std::uint32_t begin, std::uint32_t end) {
        return detail::lower_bound(sorted.keys, begin, end, (first | quadrant) << shift);
    };
    const std::uint32_t half = border(2, node.begin, node.end);
    return {{node.begin, border(1, node.begin, half), half, border(3, half, node.end)}};
}

// One child of the node, which is above the keys' depth.
MARIANI_HOST_DEVICE constexpr Node child_in(const SortedKeys& sorted, const Node& node,
                                            std::uint32_t quadrant) {
    const std::uint32_t shift = 2 * (sorted.depth - node.cell.level - 1);
    const std::uint32_t prefix = node.cell.prefix << 2 | quadrant;
    const std::uint32_t begin =
        quadrant == 0 ? node.begin
                      : detail::lower_bound(sorted.keys, node.begin, node.end, prefix << shift);
    const std::uint32_t end =
        quadrant == 3 ? node.end
                      : detail::lower_bound(sorted.keys, begin, node.end, (prefix + 1) << shift);
    return {{node.cell.level + 1, prefix}, begin, end};
}

// The leaf that has the cell of level max_depth with this prefix.
MARIANI_HOST_DEVICE constexpr Node leaf_at(const SortedKeys& sorted, const SplitRule& rule,
                                           std::uint32_t prefix) {
    Node node{{}, 0, sorted.count};
    while (is_subdivided(rule, node))
        node = child_in(sorted, node, digit_of(prefix, max_depth, node.cell.level));
    return node;
}

// Karras (HPG 2012), Maximizing Parallelism in the Construction of BVHs, Octrees, and k-d Trees: an
// inner node of the binary radix tree over the keys. It has the points first to last, and its
// children meet between split and split + 1. The child with more than one point is the inner node
// number split on the left, and number split + 1 on the right.
struct RadixNode {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t split = 0;
};

// The leading bits that two keys share; of equal keys, those of the indices count on. -1 beyond the
// ends of the list.
MARIANI_HOST_DEVICE constexpr int shared_bits(const SortedKeys& sorted, std::int64_t i,
                                              std::int64_t j) {
    if (j < 0 || j >= std::int64_t{sorted.count}) return -1;
    const auto bits = static_cast<int>(2 * sorted.depth);
    const std::uint32_t differing = sorted.keys[i] ^ sorted.keys[j];
    if (differing != 0) return detail::leading_zeros(differing) - (32 - bits);
    return bits + detail::leading_zeros(static_cast<std::uint32_t>(i ^ j));
}

// Inner node i of count - 1: a range that begins or ends with i.
MARIANI_HOST_DEVICE constexpr RadixNode radix_node(const SortedKeys& sorted, std::int64_t i) {
    const int after = shared_bits(sorted, i, i + 1), before = shared_bits(sorted, i, i - 1);
    const std::int64_t step = after > before ? 1 : -1;
    const int outside = after > before ? before : after;
    std::int64_t bound = 2;
    while (shared_bits(sorted, i, i + bound * step) > outside) bound *= 2;
    std::int64_t length = 0;
    for (std::int64_t part = bound / 2; part >= 1; part /= 2)
        if (shared_bits(sorted, i, i + (length + part) * step) > outside) length += part;
    const std::int64_t other = i + length * step;
    const int inside = shared_bits(sorted, i, other);
    std::int64_t offset = 0;
    for (std::int64_t part = length; part > 1;) {
        part = (part + 1) / 2;
        if (shared_bits(sorted, i, i + (offset + part) * step) > inside) offset += part;
    }
    const std::int64_t split = i + offset * step + (step < 0 ? -1 : 0);
    return {static_cast<std::uint32_t>(step > 0 ? i : other),
            static_cast<std::uint32_t>(step > 0 ? other : i), static_cast<std::uint32_t>(split)};
}

// The levels of the cells that a range of the radix tree is: all that contain it and nothing else.
// The rule subdivides these from `begin` to below `end`. A single point is a range too.
struct OwnLevels {
    int begin = 0;
    int end = 0;
    int shared = 0;  // bits, of all its keys
};
MARIANI_HOST_DEVICE constexpr OwnLevels own_levels(const SortedKeys& sorted, const SplitRule& rule,
                                                   std::uint32_t first, std::uint32_t last) {
    const auto bits = static_cast<int>(2 * sorted.depth);
    if (last - first + 1 <= rule.min) return {};
    int shared = first == last ? bits : shared_bits(sorted, first, last);
    if (shared > bits) shared = bits;
    const int before = shared_bits(sorted, first, std::int64_t{first} - 1);
    const int after = shared_bits(sorted, last, std::int64_t{last} + 1);
    const int begin = ((before > after ? before : after) + 2) / 2;
    const int end = shared / 2 + 1;
    return {begin, end < static_cast<int>(rule.depth) ? end : static_cast<int>(rule.depth), shared};
}

namespace detail {

// Where points first to last of a cell of that level, of one half by y, go on to the right half.
// `inner` is the number of their inner node, unless they are one point.
MARIANI_HOST_DEVICE constexpr std::uint32_t right_border(const SortedKeys& sorted,
                                                         const RadixNode* inner,
                                                         std::uint32_t first, std::uint32_t last,
                                                         std::uint32_t node, std::uint32_t level) {
    if (first != last && shared_bits(sorted, first, last) == static_cast<int>(2 * level + 1))
        return inner[node].split + 1;
    return (digit_of(sorted.keys[first], sorted.depth, level) & 1) != 0 ? first : last + 1;
}

// The borders of a cell that is cut where its range is.
MARIANI_HOST_DEVICE constexpr Borders cut_borders(const SortedKeys& sorted, const RadixNode* inner,
                                                  const RadixNode& range, bool by_y,
                                                  std::uint32_t level) {
    const std::uint32_t first = range.first, end = range.last + 1, middle = range.split + 1;
    if (by_y)
        return {{first, right_border(sorted, inner, first, range.split, range.split, level), middle,
                 right_border(sorted, inner, middle, range.last, middle, level)}};
    const bool low = digit_of(sorted.keys[first], sorted.depth, level) >= 2;
    return low ? Borders{{first, first, first, middle}} : Borders{{first, middle, end, end}};
}

// The borders of a cell whose points are all in one quadrant.
MARIANI_HOST_DEVICE constexpr Borders whole_borders(const SortedKeys& sorted,
                                                    const RadixNode& range, std::uint32_t level) {
    const std::uint32_t digit = digit_of(sorted.keys[range.first], sorted.depth, level);
    Borders borders{};
    for (std::uint32_t quadrant = 0; quadrant < 4; ++quadrant)
        borders.begin[quadrant] = quadrant <= digit ? range.first : range.last + 1;
    return borders;
}

}  // namespace detail

// Calls put(node) for the children of each cell among its own levels; the split of a single point
// is not looked at.
template <typename Put>
MARIANI_HOST_DEVICE void for_each_child(const SortedKeys& sorted, const RadixNode* inner,
                                        const RadixNode& range, const OwnLevels& levels,
                                        const Put& put) {
    for (int at = levels.begin; at < levels.end; ++at) {
        const auto level = static_cast<std::uint32_t>(at);
        const std::uint64_t key = sorted.keys[range.first];  // level 0 shifts by up to 32
        const Node node{{level, static_cast<std::uint32_t>(key >> 2 * (sorted.depth - level))},
                        range.first,
                        range.last + 1};
        const bool cut = at == levels.shared / 2;  // never of equal keys: they share all levels
        const Borders borders =
            cut ? detail::cut_borders(sorted, inner, range, levels.shared % 2 == 0, level)
                : detail::whole_borders(sorted, range, level);
        for (std::uint32_t quadrant = 0; quadrant < 4; ++quadrant)
            put(child_of(node, borders, quadrant));
    }
}

}  // namespace mariani::points
