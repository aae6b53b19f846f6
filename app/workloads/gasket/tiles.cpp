#include "app/workloads/gasket/tiles.hpp"

#include <algorithm>
#include <tuple>

namespace mariani::app {
namespace {

using gasket::Cell;
using gasket::Shape;

constexpr double least_box = 8, least_cell = 3;  // pixels

// The part of the box that is on screen, in cells.
struct Window {
    double left, top, right, bottom;

    bool shows(Cell corner, std::uint32_t side) const {
        const double x = corner.x, y = corner.y, wide = side;
        return x + wide > left && x < right && y + wide > top && y < bottom;
    }
};

Window window_of(const gasket::BoardView& view, ImageSize picture) {
    const double pixel = cells_per_pixel(view, picture);
    const double wide = 0.5 * pixel * picture.width, high = 0.5 * pixel * picture.height;
    return {view.center_x - wide, view.center_y - high, view.center_x + wide, view.center_y + high};
}

void find_boxes(const Shape& shape, const GasketBox& box, const Window& window,
                std::uint32_t least_side, std::vector<GasketBox>& found) {
    if (!window.shows(box.corner, box.side)) return;
    found.push_back(box);
    const std::uint32_t side = box.side / shape.base;
    if (side < least_side) return;
    for (std::uint32_t copy = 0; copy < shape.copies; ++copy)
        find_boxes(shape,
                   {{box.corner.x + side * shape.offset_x[copy],
                     box.corner.y + side * shape.offset_y[copy]},
                    side,
                    box.depth + 1},
                   window, least_side, found);
}

// What a tile reads of its neighbours.
void add_contacts(const Shape& tiles, const std::vector<gasket::HaloCell>& ring,
                  const GasketBox& tile, std::vector<Cell>& contacts) {
    const Cell at{tile.corner.x / tile.side, tile.corner.y / tile.side};
    for (const gasket::HaloCell& cell : ring) {
        const auto neighbour = gasket::neighbour_of(at, cell.direction, tiles.side);
        if (!neighbour.inside || !is_member(tiles, neighbour.at)) continue;
        contacts.push_back({neighbour.at.x * tile.side + cell.from % tile.side,
                            neighbour.at.y * tile.side + cell.from / tile.side});
    }
}

void sort_once(std::vector<Cell>& cells) {
    const auto place = [](Cell cell) { return std::tuple(cell.y, cell.x); };
    std::ranges::sort(cells, {}, place);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

// The levels of a box with this side.
int levels_of(const gasket::Fractal& fractal, std::uint32_t side) {
    int level = 0;
    while (shape_of(fractal, level).side < side) ++level;
    return level;
}

}  // namespace

GasketTiles tiles_on_screen(const gasket::Problem& problem, std::uint32_t tile_side,
                            const gasket::BoardView& view, ImageSize picture) {
    GasketTiles tiles;
    tiles.side = tile_side;
    const Shape shape = shape_of(problem.fractal, problem.level);
    const double pixel = cells_per_pixel(view, picture);
    const Window window = window_of(view, picture);
    const auto seen = static_cast<std::uint32_t>(std::min(pixel * least_box, double{1U << 31}));
    find_boxes(shape, {{0, 0}, shape.side, 0}, window, std::max({tile_side, seen, 1U}),
               tiles.boxes);
    if (pixel * least_cell > 1 || tile_side == shape.side) return tiles;
    const int levels = levels_of(problem.fractal, tile_side);
    const auto ring = contacts(shape_of(problem.fractal, levels));
    const Shape of_tiles = shape_of(problem.fractal, problem.level - levels);
    for (const GasketBox& box : tiles.boxes)
        if (box.side == tile_side) add_contacts(of_tiles, ring, box, tiles.contacts);
    sort_once(tiles.contacts);
    return tiles;
}

}  // namespace mariani::app
