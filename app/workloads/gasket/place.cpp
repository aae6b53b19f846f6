#include "app/workloads/gasket/place.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace mariani::app {
namespace {

using gasket::Cell;
using gasket::Shape;

// Eq. 2 at one level.
std::uint32_t printed_h(Cell offset) {
    return offset.x + offset.y;
}

// Whether it gives the copies their numbers, as it does for the gasket.
bool has_printed_h(const Shape& shape) {
    if (shape.base != 2 || shape.copies != 3) return false;
    for (std::uint32_t copy = 0; copy < shape.copies; ++copy)
        if (printed_h({shape.offset_x[copy], shape.offset_y[copy]}) != copy) return false;
    return true;
}

// The digit of what is left of a cell's coordinates.
GasketDigit digit_of(const Shape& shape, Cell rest) {
    GasketDigit digit;
    digit.offset = {rest.x % shape.base, rest.y % shape.base};
    const std::uint8_t copy = shape.digit_at[digit.offset.y * shape.base + digit.offset.x];
    digit.copy = copy != Shape::hole;
    if (digit.copy)
        digit.h = copy;
    else if (has_printed_h(shape))
        digit.h = printed_h(digit.offset);
    return digit;
}

BlockProduct::Column column_of(const BlockProduct& product, int direction, gasket::MmaForm form) {
    BlockProduct::Column column;
    column.block =
        neighbours_of(product.blocks, product.block)[static_cast<std::size_t>(direction)];
    if (!column.block.member) return column;
    const Cell at = gasket::neighbour_of(product.block, direction, product.blocks.side).at;
    const std::uint32_t number = nu1(product.blocks, at);
    std::uint32_t digits = number;
    for (int m = 0; m < product.blocks.level; ++m, digits /= product.blocks.copies)
        column.b.push_back(product.weights.factor[m] *
                           static_cast<float>(digits % product.blocks.copies));
    column.c = gasket::product(product.blocks, product.weights, number, form);
    return column;
}

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

constexpr double most_wholes = 4;  // in the height of a view
constexpr double least_cells = 1.5;

}  // namespace

GasketPlace place_of(const Shape& shape, Cell cell) {
    GasketPlace place;
    place.cell = cell;
    bool follows = true;                // all digits so far have an h
    std::uint32_t box = 1, weight = 1;  // s^m, k^floor(m/2)
    Cell rest = cell, lambda_sum, nu_sum;
    for (int m = 0; m < shape.level; ++m) {
        GasketDigit digit = digit_of(shape, rest);
        if (!digit.copy) place.hole = m;
        digit.lambda = {box * digit.offset.x, box * digit.offset.y};
        lambda_sum = {lambda_sum.x + digit.lambda.x, lambda_sum.y + digit.lambda.y};
        (m % 2 == 0 ? digit.nu.x : digit.nu.y) = weight * digit.h.value_or(0);
        follows = follows && digit.h;
        if (follows) nu_sum = {nu_sum.x + digit.nu.x, nu_sum.y + digit.nu.y};
        digit.lambda_sum = lambda_sum;
        digit.nu_sum = nu_sum;
        place.digits.push_back(digit);
        box *= shape.base;
        if (m % 2 == 1) weight *= shape.copies;
        rest = {rest.x / shape.base, rest.y / shape.base};
    }
    place.member = !place.hole;
    if (place.member) {
        place.compact = nu(shape, cell);
        place.number = nu1(shape, cell);
    } else if (follows) {
        place.printed = nu_sum;
    }
    return place;
}

std::optional<std::uint32_t> block_of(const gasket::BlockGrid& grid, const GasketPlace& place,
                                      std::uint32_t side) {
    return place.member ? std::optional(grid.block_of(place.number))
                        : grid.block_at(place.cell, side);
}

std::optional<Cell> cell_at(const gasket::BoardView& view, ImageSize picture, std::uint32_t side,
                            double x, double y) {
    const double pixel = cells_per_pixel(view, picture);
    const double across = std::floor(view.center_x + (x - 0.5 * picture.width) * pixel);
    const double down = std::floor(view.center_y + (y - 0.5 * picture.height) * pixel);
    const double limit = side;
    if (!(across >= 0 && across < limit && down >= 0 && down < limit)) return std::nullopt;
    return Cell{static_cast<std::uint32_t>(across), static_cast<std::uint32_t>(down)};
}

GasketNeighbours neighbours_of(const Shape& shape, Cell cell) {
    GasketNeighbours neighbours;
    for (int direction = 0; direction < gasket::directions; ++direction) {
        const auto [at, inside] = gasket::neighbour_of(cell, direction, shape.side);
        GasketNeighbour& neighbour = neighbours[static_cast<std::size_t>(direction)];
        neighbour.inside = inside;
        neighbour.member = inside && is_member(shape, at);
        if (neighbour.member) neighbour.compact = nu(shape, at);
    }
    return neighbours;
}

float BlockProduct::Column::right(std::size_t row) const {
    return static_cast<float>(row == 0 ? block.compact.x : block.compact.y);
}

float BlockProduct::right_weight(int digit) const {
    const auto copies = static_cast<float>(blocks.copies);
    return std::pow(copies, static_cast<float>(digit / 2)) / weights.factor[digit];
}

std::optional<BlockProduct> block_product(const gasket::Problem& problem, int rho, Cell cell,
                                          gasket::MmaForm form) {
    const auto layout =
        cell_layout(problem.fractal, problem.level, rho, gasket::BlockOrder::rectangle);
    BlockProduct product;
    product.blocks = layout.blocks;
    product.block = {cell.x / layout.rho(), cell.y / layout.rho()};
    if (product.blocks.level > gasket::MmaWeights::size) return std::nullopt;
    if (form != gasket::MmaForm::exact) {
        product.weights = published_weights(product.blocks);
    } else {
        const auto weights = exact_weights(product.blocks);
        if (!weights) return std::nullopt;
        product.weights = *weights;
    }
    for (int direction = 0; direction < gasket::directions; ++direction)
        product.columns[static_cast<std::size_t>(direction)] = column_of(product, direction, form);
    return product;
}

WrongBlocks wrong_as_published(const gasket::Problem& problem, int rho, gasket::MmaForm form) {
    const Shape blocks =
        cell_layout(problem.fractal, problem.level, rho, gasket::BlockOrder::rectangle).blocks;
    return {count_wrong_as_published(blocks, form), blocks.cells, blocks.level,
            first_wrong_level(problem.fractal, form)};
}

std::vector<Compaction> compactions_of(const gasket::Problem& problem) {
    std::vector<Compaction> all;
    const auto box = cell_layout(problem.fractal, problem.level, 1, gasket::BlockOrder::expanded);
    for (int rho = 1; rho <= gasket::Method::max_rho; rho *= problem.fractal.side) {
        const auto layout =
            cell_layout(problem.fractal, problem.level, rho, gasket::BlockOrder::compact);
        if (static_cast<int>(layout.rho()) != rho) break;
        all.push_back(
            {layout.rho(), static_cast<double>(box.bytes()) / static_cast<double>(layout.bytes())});
    }
    return all;
}

std::vector<double> bytes_by_level(const gasket::Fractal& fractal, int rho,
                                   gasket::BlockOrder order) {
    std::vector<double> bytes;
    for (int level = 0; level <= max_level(fractal); ++level)
        bytes.push_back(2 * static_cast<double>(cell_layout(fractal, level, rho, order).bytes()));
    return bytes;
}

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

View plane_view(const gasket::BoardView& board, std::uint32_t side) {
    const double cells = side;
    View view;
    view.centre = {board.center_x / cells, -board.center_y / cells};
    view.height = board.height / cells;
    return view;
}

gasket::BoardView board_view(const View& view, std::uint32_t side) {
    const double cells = side;
    const Coordinate zero = 0;
    const Length one = 1;
    return {(view.centre.re - zero) / one * cells, (zero - view.centre.im) / one * cells,
            view.height / one * cells};
}

View limited_move(const View& from, const View& to, const View& whole, std::uint32_t side) {
    const double least = std::min(least_cells / side, whole.height / Length(1));
    const double most = most_wholes * (whole.height / Length(1));
    const double before = from.height / Length(1), after = to.height / Length(1);
    const double height = std::clamp(after, least, most);
    View view = to;
    if (height != after) {  // the point under the mouse stays where it is
        const double part = before == after ? 1 : (height - before) / (after - before);
        view.height = height;
        view.centre = {from.centre.re + (to.centre.re - from.centre.re) * part,
                       from.centre.im + (to.centre.im - from.centre.im) * part};
    }
    view.centre = {clamp(view.centre.re, 0, 1), clamp(view.centre.im, -1, 0)};
    return view;
}

}  // namespace mariani::app
