#include "app/workloads/triangle_panes.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {
namespace {

using triangle::BlockPlace;
using triangle::Cell;
using triangle::Count;
using triangle::Pass;

constexpr double between_passes = 4;
constexpr int least_side = 40;
constexpr int legend_lines = 6;

DrawnPass drawn(const Pass& pass) {
    if (pass.rows > 1) return {0, pass.columns, pass.rows};
    const auto columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(pass.columns))));
    return {0, columns, (pass.columns + columns - 1) / columns};
}

// Launches stand below each other, so that all fit.
void lay_out_passes(TrianglePanes& panes, std::span<const Pass> passes) {
    int columns = 1, rows = 0;
    for (const Pass& pass : passes) {
        panes.passes.push_back(drawn(pass));
        columns = std::max(columns, panes.passes.back().columns);
        rows += panes.passes.back().rows;
    }
    const double side = panes.parallel.width;
    const double gaps = between_passes * static_cast<double>(passes.size() - 1);
    panes.block = std::min(side / columns, std::max(side - gaps, 1.0) / std::max(rows, 1));
    double top = panes.parallel.y;
    for (DrawnPass& pass : panes.passes) {
        pass.top = top;
        top += pass.rows * panes.block + between_passes;
    }
}

bool contains(const PixelRect& rect, double x, double y) {
    return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

std::optional<std::size_t> block_in_parallel_space(const TriangleScene& scene,
                                                   const TrianglePanes& panes, double x, double y) {
    Count before = 0;
    for (std::size_t i = 0; i < panes.passes.size(); ++i) {
        const DrawnPass& pass = panes.passes[i];
        const Count blocks = triangle::block_count(scene.passes[i]);
        const auto column = static_cast<int>((x - panes.parallel.x) / panes.block);
        const auto row = static_cast<int>(std::floor((y - pass.top) / panes.block));
        if (row >= 0 && row < pass.rows && column < pass.columns) {
            const Count at = Count{row} * pass.columns + column;
            if (at >= blocks) return std::nullopt;
            return static_cast<std::size_t>(before + at);
        }
        before += blocks;
    }
    return std::nullopt;
}

}  // namespace

std::optional<TrianglePanes> panes_of(std::span<const Pass> passes, ImageSize picture, int line) {
    const int top = pane_margin + line + pane_gap / 2 + line;
    const auto side_of = [&](int columns, int rows, int text) {
        const int across = (picture.width - 2 * pane_margin - (columns - 1) * pane_gap) / columns;
        return std::min(across, (picture.height - top - text - pane_margin) / rows);
    };
    const int legend = legend_lines * (line + 4) + pane_gap;
    const int wide = side_of(3, 1, legend), square = side_of(2, 2, pane_gap + line);
    const int side = std::max(wide, square);
    if (side < least_side) return std::nullopt;
    const int right = pane_margin + side + pane_gap;
    TrianglePanes panes;
    panes.parallel = {pane_margin, top, side, side};
    panes.data = {right, top, side, side};
    if (wide > square) {
        const int below = top + side + pane_gap;
        panes.result = {right + side + pane_gap, top, side, side};
        panes.legend = {pane_margin, below, 3 * side + 2 * pane_gap, picture.height - below};
    } else {
        const int below = top + side + pane_gap + line;
        panes.result = {right, below, side, side};
        panes.legend = {pane_margin, below, side, side};
    }
    lay_out_passes(panes, passes);
    return panes;
}

PixelRect place_of(const TrianglePanes& panes, const BlockPlace& block) {
    const DrawnPass& pass = panes.passes[static_cast<std::size_t>(block.pass)];
    const int column = block.column % pass.columns, row = block.row + block.column / pass.columns;
    const double x = panes.parallel.x + column * panes.block, y = pass.top + row * panes.block;
    const auto pixel = [](double at) { return static_cast<int>(std::lround(at)); };
    const PixelRect place{pixel(x), pixel(y), pixel(x + panes.block) - pixel(x),
                          pixel(y + panes.block) - pixel(y)};
    return {place.x, place.y, std::max(1, place.width), std::max(1, place.height)};
}

PixelRect place_of(const TriangleScene& scene, const PixelRect& pane, const CellRect& cells) {
    // The first pixel whose cell is at least this one, as cells are drawn.
    const auto pixel = [&](int cell) {
        return static_cast<int>((Count{cell} * pane.width + scene.shape.side - 1) /
                                scene.shape.side);
    };
    const int x = pixel(cells.column), y = pixel(cells.row);
    return {pane.x + x, pane.y + y, std::max(1, pixel(cells.column + cells.columns) - x),
            std::max(1, pixel(cells.row + cells.rows) - y)};
}

std::optional<Cell> cell_at(const TriangleScene& scene, const TrianglePanes& panes, double x,
                            double y) {
    for (const PixelRect* pane : {&panes.data, &panes.result}) {
        if (!contains(*pane, x, y)) continue;
        const auto cell = [&](double at) {
            return static_cast<int>(Count{static_cast<int>(at)} * scene.shape.side / pane->width);
        };
        const Cell found{cell(y - pane->y), cell(x - pane->x)};
        if (triangle::in_domain(scene.shape, found)) return found;
    }
    return std::nullopt;
}

std::optional<std::size_t> block_at(const TriangleScene& scene, const TrianglePanes& panes,
                                    double x, double y) {
    if (contains(panes.parallel, x, y)) return block_in_parallel_space(scene, panes, x, y);
    const auto cell = cell_at(scene, panes, x, y);
    if (!cell || scene.visited(*cell).times == 0) return std::nullopt;
    return scene.visited(*cell).last;
}

}  // namespace mariani::app
