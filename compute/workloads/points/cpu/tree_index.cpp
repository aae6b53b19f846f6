#include "compute/workloads/points/cpu/tree_index.hpp"

#include <algorithm>

namespace mariani::points::cpu {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 16;  // nodes, between two looks at the stop token

// Pixels in a row or in a column: what is under their centres, where it is of the square.
struct Pixels {
    std::vector<std::int32_t> under;  // ascending
    int first = 0;                    // the picture's number of the first
};

template <typename Under>
Pixels pixels_within(int count, const Under& under) {
    Pixels pixels;
    for (int pixel = 0; pixel < count; ++pixel) {
        const std::int32_t at = under(pixel);
        if (at < 0) continue;
        if (pixels.under.empty()) pixels.first = pixel;
        pixels.under.push_back(at);
    }
    return pixels;
}

struct Range {
    std::size_t begin = 0, end = 0;
    bool empty() const { return begin == end; }
};

// The first pixel of the range that is in the second half of a cell of that level.
std::size_t middle_of(const Pixels& pixels, const Range& range, std::uint32_t level) {
    const std::int32_t half = 1 << (max_depth - 1 - level);
    const auto begin = pixels.under.begin();
    return static_cast<std::size_t>(
        std::partition_point(begin + static_cast<std::ptrdiff_t>(range.begin),
                             begin + static_cast<std::ptrdiff_t>(range.end),
                             [&](std::int32_t at) { return (at & half) == 0; }) -
        begin);
}

// A band of rows of the picture.
struct Band {
    const SplitRule& rule;
    const std::vector<Node>& nodes;
    const std::vector<std::uint32_t>& children;
    const Pixels& columns;
    const Pixels& rows;
    std::size_t width;  // of the picture
    std::span<std::uint8_t> levels;
    std::span<std::uint32_t> counts;

    void paint(std::size_t index, const Range& across, const Range& down) const {
        if (across.empty() || down.empty()) return;
        const Node& node = nodes[index];
        if (!is_subdivided(rule, node)) return fill(node, across, down);
        const std::size_t x = middle_of(columns, across, node.cell.level);
        const std::size_t y = middle_of(rows, down, node.cell.level);
        const std::size_t child = children[index];
        paint(child, {across.begin, x}, {down.begin, y});
        paint(child + 1, {x, across.end}, {down.begin, y});
        paint(child + 2, {across.begin, x}, {y, down.end});
        paint(child + 3, {x, across.end}, {y, down.end});
    }

    void fill(const Node& leaf, const Range& across, const Range& down) const {
        for (std::size_t row = down.begin; row < down.end; ++row) {
            const std::size_t begin = (row + static_cast<std::size_t>(rows.first)) * width +
                                      static_cast<std::size_t>(columns.first) + across.begin;
            const std::size_t count = across.end - across.begin;
            std::fill_n(levels.begin() + static_cast<std::ptrdiff_t>(begin), count,
                        static_cast<std::uint8_t>(leaf.cell.level));
            if (!counts.empty())
                std::fill_n(counts.begin() + static_cast<std::ptrdiff_t>(begin), count,
                            point_count(leaf));
        }
    }
};

}  // namespace

std::optional<TreeIndex> TreeIndex::make(const SplitRule& rule, const NodeList& nodes,
                                         const std::stop_token& stop) {
    TreeIndex index(rule);
    if (index.gather(nodes, stop) && sort_by_level(index.nodes_, stop) && index.find_children(stop))
        return index;
    return std::nullopt;
}

// False if stopped.
bool TreeIndex::gather(const NodeList& nodes, const std::stop_token& stop) {
    nodes_.reserve(static_cast<std::size_t>(nodes.size()));
    for (const auto& part : nodes.parts())
        for (std::size_t begin = 0; begin < part.size(); begin += chunk) {
            if (stop.stop_requested()) return false;
            const auto some = std::span(part).subspan(begin, std::min(chunk, part.size() - begin));
            nodes_.insert(nodes_.end(), some.begin(), some.end());
        }
    return true;
}

// False if stopped.
bool TreeIndex::find_children(const std::stop_token& stop) {
    children_.resize(nodes_.size());
    std::uint32_t next = 1;  // after the root
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (i % chunk == 0 && stop.stop_requested()) return false;
        if (!is_subdivided(rule_, nodes_[i])) continue;
        children_[i] = next;
        next += 4;
    }
    return true;
}

bool TreeIndex::paint(const TreePart& part, std::span<std::uint8_t> levels,
                      std::span<std::uint32_t> counts, mariani::cpu::ThreadPool& pool,
                      const std::stop_token& stop) const {
    std::ranges::fill(levels, no_leaf);
    std::ranges::fill(counts, 0);
    const Pixels columns =
        pixels_within(part.size.width, [&](int pixel) { return column_under(part, pixel); });
    const Pixels rows =
        pixels_within(part.size.height, [&](int pixel) { return row_under(part, pixel); });
    const Band band{rule_,   nodes_, children_,
                    columns, rows,   static_cast<std::size_t>(part.size.width),
                    levels,  counts};
    constexpr std::size_t height = 32;
    const std::size_t bands = (rows.under.size() + height - 1) / height;
    pool.for_each(static_cast<std::int64_t>(bands), stop, [&](std::int64_t number) {
        const std::size_t begin = static_cast<std::size_t>(number) * height;
        band.paint(0, {0, columns.under.size()},
                   {begin, std::min(begin + height, rows.under.size())});
    });
    return !stop.stop_requested();
}

DiscStats TreeIndex::find(const Disc& disc, const Point* points) const {
    DiscStats stats;
    const auto visit = [&](const auto& self, std::size_t index) -> void {
        const Node& node = nodes_[index];
        const Meeting meeting = meeting_of(disc, node.cell);
        if (meeting == Meeting::apart) return;
        look_into(rule_, disc, node, points, stats);
        if (meeting == Meeting::within || !is_subdivided(rule_, node)) return;
        for (std::size_t child = children_[index]; child < children_[index] + std::size_t{4};
             ++child)
            self(self, child);
    };
    visit(visit, 0);
    return stats;
}

}  // namespace mariani::points::cpu
