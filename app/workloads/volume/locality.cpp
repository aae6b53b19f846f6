#include "app/workloads/volume/locality.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mariani::app {
namespace {

using volume::Index;

// The lines of each row of the box, from the first to the last.
void add_lines(const volume::Plan& plan, const volume::Box& box, std::vector<Index>& lines) {
    const Index size = volume::has_wide_dwells(plan) ? 4 : 2;
    volume::Sides rows = box.side;
    rows.of[0] = 1;
    for (Index row = 0; row < voxel_count(rows); ++row) {
        const auto first = voxel_of(volume::Box{box.begin, rows}, static_cast<std::uint64_t>(row));
        const Index at = index_of(plan.side, first) * size;
        const Index last = (at + box.side.of[0] * size - 1) / cache_line_bytes;
        for (Index line = at / cache_line_bytes; line <= last; ++line) lines.push_back(line);
    }
}

std::size_t count_different(std::vector<Index>& all) {
    std::sort(all.begin(), all.end());
    return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

}  // namespace

std::optional<double> lines_touched(const volume::Plan& plan,
                                    std::span<const ListedRegion> regions) {
    constexpr std::size_t most_places = 64;
    if (regions.size() < listed_together) return std::nullopt;
    const std::size_t last = regions.size() - listed_together;
    const std::size_t places = std::min(most_places, last + 1);
    std::size_t sum = 0;
    std::vector<Index> lines;
    for (std::size_t place = 0; place < places; ++place) {
        const std::size_t from = places == 1 ? 0 : last * place / (places - 1);
        lines.clear();
        for (const ListedRegion& region : regions.subspan(from, listed_together))
            add_lines(plan, region.box, lines);
        sum += count_different(lines);
    }
    return static_cast<double>(sum) / static_cast<double>(places);
}

}  // namespace mariani::app
