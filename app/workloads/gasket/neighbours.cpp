#include "app/workloads/gasket/neighbours.hpp"

#include <cmath>

namespace mariani::app {

using gasket::Cell;
using gasket::Shape;

namespace {

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

}  // namespace

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

}  // namespace mariani::app
