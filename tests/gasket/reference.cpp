#include "tests/gasket/reference.hpp"

namespace mariani::gasket::tests {

std::vector<Cell> cells_by_recursion(const Fractal& fractal, int level) {
    if (level == 0) return {{0, 0}};
    const auto copy = cells_by_recursion(fractal, level - 1);
    std::uint32_t side = 1;
    for (int i = 1; i < level; ++i) side *= static_cast<std::uint32_t>(fractal.side);
    std::vector<Cell> cells;
    for (const auto& offset : fractal.offsets)
        for (const auto& cell : copy)
            cells.push_back({cell.x + side * static_cast<std::uint32_t>(offset.x),
                             cell.y + side * static_cast<std::uint32_t>(offset.y)});
    return cells;
}

int level_within(const Fractal& fractal, std::uint64_t cells) {
    int level = 0;
    while (level < max_level(fractal) && shape_of(fractal, level + 1).cells <= cells) ++level;
    return level;
}

}  // namespace mariani::gasket::tests
