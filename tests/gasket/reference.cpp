#include "tests/gasket/reference.hpp"

#include <unordered_map>

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

int level_within(const Fractal& fractal, std::uint64_t cells, std::uint32_t side) {
    int level = 0;
    for (; level < max_level(fractal); ++level) {
        const Shape next = shape_of(fractal, level + 1);
        if (next.cells > cells || next.side > side) break;
    }
    return level;
}

ReferenceLife::ReferenceLife(const Fractal& fractal, int level, Rule rule) : rule_(rule) {
    const auto cells = cells_by_recursion(fractal, level);
    const auto place = [](std::int64_t x, std::int64_t y) { return (y << 32) + x; };
    std::unordered_map<std::int64_t, std::uint32_t> index_of;
    index_of.reserve(cells.size());
    for (std::uint32_t index = 0; index < cells.size(); ++index)
        index_of[place(cells[index].x, cells[index].y)] = index;
    neighbours_.resize(cells.size());
    alive_.resize(cells.size());
    for (std::uint32_t index = 0; index < cells.size(); ++index)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const auto found = index_of.find(
                    place(std::int64_t{cells[index].x} + dx, std::int64_t{cells[index].y} + dy));
                if ((dx != 0 || dy != 0) && found != index_of.end())
                    neighbours_[index].push_back(found->second);
            }
}

void ReferenceLife::set_state(const State& state) {
    for (std::size_t i = 0; i < alive_.size(); ++i) alive_[i] = state.alive(i);
}

State ReferenceLife::state() const {
    State state(alive_.size());
    for (std::size_t i = 0; i < alive_.size(); ++i) state.set(i, alive_[i] != 0);
    return state;
}

void ReferenceLife::advance(int steps) {
    for (int step = 0; step < steps; ++step) {
        std::vector<std::uint8_t> next(alive_.size());
        for (std::size_t i = 0; i < alive_.size(); ++i) {
            unsigned living = 0;
            for (const std::uint32_t neighbour : neighbours_[i]) living += alive_[neighbour];
            next[i] = rule_.next(alive_[i] != 0, living);
        }
        alive_ = next;
    }
}

}  // namespace mariani::gasket::tests
