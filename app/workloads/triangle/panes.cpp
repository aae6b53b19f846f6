#include "app/workloads/triangle/panes.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {
namespace {

using triangle::BlockPlace;
using triangle::Cell;
using triangle::Count;
using triangle::Pass;

constexpr double most_between_passes = 4, most_gaps = 0.2;  // pixels; of the pane's side
constexpr int least_side = 40;
constexpr int legend_lines = 8;
constexpr int least_legend = 9;  // lines that it is wide, or its words stand one below the other

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
    const auto gap_count = static_cast<double>(passes.size() - 1);
    const double gap =
        gap_count == 0 ? 0 : std::min(most_between_passes, most_gaps * side / gap_count);
    const double gaps = gap * gap_count;
    panes.block = std::min(side / columns, (side - gaps) / std::max(rows, 1));
    double top = panes.parallel.y;
    for (DrawnPass& pass : panes.passes) {
        pass.top = top;
        top += pass.rows * panes.block + gap;
    }
}

bool contains(const PixelRect& rect, double x, double y) {
    return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

// From the pane to the whole, and back, along one side.
double in_whole(double at, int begin, int side, double from, double size) {
    return begin + ((at - begin) / side * size + from) * side;
}
double in_pane(double at, int begin, int side, double from, double size) {
    return begin + ((at - begin) / side - from) / size * side;
}

// From a pixel to just before another one, at least one, cut off at the pane's borders.
struct Span {
    int begin, length;
};
Span cut(double from, double to, int begin, int side) {
    const auto pixel = [&](double at) {
        return static_cast<int>(std::lround(std::clamp<double>(at, begin - 2, begin + side + 2)));
    };
    const int first = pixel(from), end = std::max(first + 1, pixel(to));
    const int shown = std::max(first, begin);
    return {shown, std::max(0, std::min(end, begin + side) - shown)};
}

// The corner of a block of parallel space, in the whole.
struct Corner {
    double x, y;
};
Corner corner_of(const TrianglePanes& panes, const BlockPlace& block) {
    const DrawnPass& pass = panes.passes[static_cast<std::size_t>(block.pass)];
    const int column = block.column % pass.columns, row = block.row + block.column / pass.columns;
    return {panes.parallel.x + column * panes.block, pass.top + row * panes.block};
}

}  // namespace

double block_side(const TrianglePanes& panes) {
    return panes.block / panes.views.parallel.size;
}

double cell_side(const TriangleScene& scene, const TrianglePanes& panes) {
    return panes.data.width / (panes.views.cells.size * scene.shape.side);
}

PaneViews least_views(const TriangleScene& scene, const TrianglePanes& panes) {
    PaneViews least;
    least.parallel.size = std::min(1.0, panes.block / panes.parallel.width);
    least.cells.size = std::min(1.0, static_cast<double>(scene.shape.block) / scene.shape.side);
    return least;
}

PaneViews within_whole(const PaneViews& views, const PaneViews& least) {
    const auto inside = [](PaneView view, double least_size) {
        view.size = std::clamp(view.size, least_size, 1.0);
        view.x = std::clamp(view.x, 0.0, 1 - view.size);
        view.y = std::clamp(view.y, 0.0, 1 - view.size);
        return view;
    };
    return {inside(views.parallel, least.parallel.size), inside(views.cells, least.cells.size)};
}

std::optional<BlockPoint> parallel_point(const TriangleScene& scene, const TrianglePanes& panes,
                                         double x, double y) {
    const auto& [left, top, side, same] = panes.parallel;
    const PaneView& view = panes.views.parallel;
    const double across = (in_whole(x, left, side, view.x, view.size) - left) / panes.block;
    const double down = in_whole(y, top, side, view.y, view.size);
    Count before = 0;
    for (std::size_t i = 0; i < panes.passes.size(); ++i) {
        const DrawnPass& pass = panes.passes[i];
        const Count blocks = triangle::block_count(scene.passes[i]);
        const double rows_down = (down - pass.top) / panes.block;
        const auto column = static_cast<int>(std::floor(across));
        const auto row = static_cast<int>(std::floor(rows_down));
        if (row >= 0 && row < pass.rows && column >= 0 && column < pass.columns) {
            const Count at = Count{row} * pass.columns + column;
            if (at >= blocks) return std::nullopt;
            return BlockPoint{before + at, across - column, rows_down - row};
        }
        before += blocks;
    }
    return std::nullopt;
}

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
    const int columns = wide > square ? 3 : 2;
    const int left = (picture.width - columns * side - (columns - 1) * pane_gap) / 2;
    const int right = left + side + pane_gap;
    TrianglePanes panes;
    panes.parallel = {left, top, side, side};
    panes.data = {right, top, side, side};
    if (wide > square) {
        const int below = top + side + pane_gap;
        panes.result = {right + side + pane_gap, top, side, side};
        panes.legend = {left, below, 3 * side + 2 * pane_gap, picture.height - below};
    } else {
        const int below = top + side + pane_gap + line, under = below + side + pane_gap;
        const bool narrow =
            side < least_legend * line && picture.height - under > legend_lines * line / 2;
        panes.result = {narrow ? left : right, below, side, side};
        panes.legend = narrow ? PixelRect{left, under, 2 * side + pane_gap, picture.height - under}
                              : PixelRect{left, below, side, side};
    }
    lay_out_passes(panes, passes);
    return panes;
}

PaneViews views_of_first_missed(const TriangleScene& scene, const TrianglePanes& panes) {
    constexpr double blocks_of_triangle = 4, blocks_of_grid = 8;  // to a side
    const auto around = [](double x, double y, double size) {
        return PaneView{x - 0.5 * size, y - 0.5 * size, size};
    };
    const bool one_cell = triangle::is_of_threads(scene.plan.map);
    const int side = one_cell ? 1 : scene.shape.block;
    const Cell first = scene.first_missed.value();
    const Cell corner{first.row * side, first.column * side};
    const Corner block = corner_of(panes, scene.lookup.place(scene.lookup.block_of(corner)));
    const double cells = scene.shape.side, grid = panes.parallel.width;
    PaneViews views;
    views.cells = around((corner.column + 0.5 * side) / cells, (corner.row + 0.5 * side) / cells,
                         std::min(1.0, blocks_of_triangle * scene.shape.block / cells));
    views.parallel = around((block.x - panes.parallel.x + 0.5 * panes.block) / grid,
                            (block.y - panes.parallel.y + 0.5 * panes.block) / grid,
                            std::min(1.0, blocks_of_grid * panes.block / grid));
    return within_whole(views, least_views(scene, panes));
}

PixelRect place_of(const TrianglePanes& panes, const BlockPlace& block) {
    const auto& [left, top, side, same] = panes.parallel;
    const PaneView& view = panes.views.parallel;
    const auto [x, y] = corner_of(panes, block);
    const Span across = cut(in_pane(x, left, side, view.x, view.size),
                            in_pane(x + panes.block, left, side, view.x, view.size), left, side);
    const Span down = cut(in_pane(y, top, side, view.y, view.size),
                          in_pane(y + panes.block, top, side, view.y, view.size), top, side);
    return {across.begin, down.begin, across.length, down.length};
}

PixelRect place_of(const TriangleScene& scene, const TrianglePanes& panes, const PixelRect& pane,
                   const CellRect& cells) {
    const PaneView& view = panes.views.cells;
    // The first pixel whose cell is at least this one, as cells are drawn.
    const auto pixel = [&](int cell, double from) {
        const double whole = scene.shape.side;
        return std::ceil((cell - from * whole) * pane.width / (view.size * whole));
    };
    const Span across =
        cut(pane.x + pixel(cells.column, view.x),
            pane.x + pixel(cells.column + cells.columns, view.x), pane.x, pane.width);
    const Span down = cut(pane.y + pixel(cells.row, view.y),
                          pane.y + pixel(cells.row + cells.rows, view.y), pane.y, pane.height);
    return {across.begin, down.begin, across.length, down.length};
}

int first_cell(const TriangleScene& scene, const PixelRect& pane, double from, double size,
               int pixel) {
    const double whole = scene.shape.side;
    return static_cast<int>(std::floor(from * whole + pixel * (size * whole) / pane.width));
}

std::optional<Cell> cell_at(const TriangleScene& scene, const TrianglePanes& panes, double x,
                            double y) {
    for (const PixelRect* pane : {&panes.data, &panes.result}) {
        if (!contains(*pane, x, y)) continue;
        const auto cell = [&](double at, double from) {
            return first_cell(scene, *pane, from, panes.views.cells.size, static_cast<int>(at));
        };
        const Cell found{cell(y - pane->y, panes.views.cells.y),
                         cell(x - pane->x, panes.views.cells.x)};
        if (triangle::in_domain(scene.shape, found)) return found;
    }
    return std::nullopt;
}

std::optional<std::size_t> block_at(const TriangleScene& scene, const TrianglePanes& panes,
                                    double x, double y) {
    if (contains(panes.parallel, x, y)) {
        const auto point = parallel_point(scene, panes, x, y);
        return point ? std::optional(static_cast<std::size_t>(point->number)) : std::nullopt;
    }
    const auto cell = cell_at(scene, panes, x, y);
    return cell ? scene.block_of(*cell) : std::nullopt;
}

}  // namespace mariani::app
