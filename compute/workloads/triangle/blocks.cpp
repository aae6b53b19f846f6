#include "compute/workloads/triangle/blocks.hpp"

#include <cstddef>
#include <vector>

namespace mariani::triangle {
namespace {

template <typename Map>
void collect(const Shape& shape, const Pass& pass, const BlockPlace& place,
             std::vector<Cell>& cells) {
    cells.clear();
    const Tile tile = Map::tile(shape, pass, place.column, place.row);
    if (tile.none) return;
    for (int y = 0; y < shape.block; ++y)
        for (int x = 0; x < shape.block; ++x) {
            const Cell cell = Map::cell(shape, pass, tile, x, y);
            if (in_domain(shape, cell)) cells.push_back(cell);
        }
}

}  // namespace

void for_each_block(const Plan& plan,
                    const std::function<void(const BlockPlace&, std::span<const Cell>)>& use) {
    const Shape shape = shape_of(plan);
    const auto threads =
        static_cast<std::size_t>(shape.block) * static_cast<std::size_t>(shape.block);
    with_map(plan.map, [&](auto map) {
        using Map = decltype(map);
        std::vector<Cell> cells;
        BlockPlace place;
        for (const Pass& pass : Map::passes(shape)) {
            for (place.row = 0; place.row < pass.rows; ++place.row)
                for (place.column = 0; place.column < pass.columns; ++place.column) {
                    collect<Map>(shape, pass, place, cells);
                    place.use = cells.empty()             ? BlockUse::wasted
                                : cells.size() == threads ? BlockUse::useful
                                                          : BlockUse::partial;
                    use(place, cells);
                    ++place.number;
                }
            ++place.pass;
        }
    });
}

std::vector<Cell> cells_of(const Plan& plan, const BlockPlace& place) {
    const Shape shape = shape_of(plan);
    std::vector<Cell> cells;
    with_map(plan.map, [&](auto map) {
        using Map = decltype(map);
        const auto passes = Map::passes(shape);
        collect<Map>(shape, passes[static_cast<std::size_t>(place.pass)], place, cells);
    });
    return cells;
}

}  // namespace mariani::triangle
