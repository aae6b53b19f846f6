#include "compute/model/pixel_origin.hpp"

namespace mariani {
namespace {

void mark(std::uint8_t* lines, int length, const std::vector<int>& cuts, std::uint8_t level) {
    for (const int cut : cuts) {
        if (cut > 0) lines[cut - 1] = level;
        if (cut < length) lines[cut] = level;
    }
}

}  // namespace

std::vector<std::uint8_t> border_lines(const RegionMap& map) {
    const auto [width, height] = map.size();
    std::vector<std::uint8_t> lines(
        static_cast<std::size_t>(width) + static_cast<std::size_t>(height),
        std::uint8_t{mapped_levels});
    for (std::size_t level = map.levels.size(); level-- > 0;) {
        const auto number = static_cast<std::uint8_t>(level);
        mark(lines.data(), width, map.levels[level].columns, number);
        mark(lines.data() + width, height, map.levels[level].rows, number);
    }
    return lines;
}

}  // namespace mariani
