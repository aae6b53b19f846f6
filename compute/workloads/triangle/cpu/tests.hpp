// What a thread does with a block of parallel space, test by test. A body is called with the map,
// the pass and a tile of it that is not `none`.
#pragma once

#include "compute/workloads/triangle/cpu/rows.hpp"
#include "compute/workloads/triangle/elements.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace mariani::triangle::cpu {

// Calls use(cell) for each thread of the block whose cell is to be computed.
template <typename Map, typename Use>
void for_each_cell(const Shape& shape, const Pass& pass, Tile tile, const Use& use) {
    for (int y = 0; y < shape.block; ++y)
        for (int x = 0; x < shape.block; ++x) {
            const Cell cell = Map::cell(shape, pass, tile, x, y);
            if (in_domain(shape, cell)) use(cell);
        }
}

// Calls use(row, first column, count) for the rows of a tile of the triangle; none is empty.
template <typename Use>
void for_each_row(const Shape& shape, Tile tile, const Use& use) {
    if (!in_block_triangle(shape, tile)) return;
    const int first = tile.column * shape.block;
    const int begin = tile.row * shape.block;
    for (int row = begin; row < std::min(begin + shape.block, shape.side); ++row) {
        const int end = std::min(first + shape.block, row + (shape.diagonal ? 1 : 0));
        if (end > first) use(row, first, end - first);
    }
}

// Map only, and dummy, whose address is the same for all.
template <typename Map>
struct SumBody {
    Shape shape;
    std::int32_t* address;             // null: map only
    std::atomic<std::uint64_t>& sink;  // takes a sum, so that no compiler leaves out the map

    void operator()(const Pass& pass, Tile tile) const {
        std::uint64_t sum = 0;
        for_each_cell<Map>(shape, pass, tile, [&](Cell cell) {
            const int value = cell.row + cell.column;
            if (address)
                std::atomic_ref(*address).store(value, std::memory_order_relaxed);
            else
                sum += static_cast<std::uint64_t>(value);
        });
        sink.fetch_add(sum, std::memory_order_relaxed);
    }
};

// Relaxed atomics where maps of threads write: the printed one has cells twice.
template <typename Map>
struct AccumulateBody {
    Shape shape;
    Layout layout;
    std::uint8_t* values;

    void operator()(const Pass& pass, Tile tile) const {
        for_each_cell<Map>(shape, pass, tile, [&](Cell cell) {
            const std::atomic_ref value(values[value_at(shape, layout, cell)]);
            const auto next = static_cast<std::uint8_t>(value.load(std::memory_order_relaxed) + 1);
            value.store(next, std::memory_order_relaxed);
        });
    }
};

template <typename Map>
struct DistanceBody {
    Shape shape;
    Layout layout;
    int features;
    const Point* points;
    float* values;

    void operator()(const Pass& pass, Tile tile) const {
        if constexpr (Map::of_threads)
            for_each_cell<Map>(shape, pass, tile, [&](Cell cell) {
                float value;
                compute({points, features, cell.row, cell.column, 1, &value});
                std::atomic_ref(values[value_at(shape, layout, cell)])
                    .store(value, std::memory_order_relaxed);
            });
        else
            for_each_row(shape, tile, [&](int row, int column, int count) {
                compute({points, features, row, column, count,
                         values + value_at(shape, layout, {row, column})});
            });
    }
};

template <typename Map>
struct ContactBody {
    static constexpr int bits = 32;
    Shape shape;
    int dimensions;
    const Point* spheres;
    std::uint32_t* words;

    void operator()(const Pass& pass, Tile tile) const {
        if constexpr (Map::of_threads)
            for_each_cell<Map>(shape, pass, tile, [&](Cell cell) {
                if (contacts({spheres, dimensions, cell.row, cell.column, 1}) != 0)
                    std::atomic_ref(words[contact_word(shape, cell)])
                        .fetch_or(contact_bit(cell), std::memory_order_relaxed);
            });
        else
            for_each_row(shape, tile, [&](int row, int column, int count) {
                for (int at = column; at < column + count; at += bits)
                    words[contact_word(shape, {row, at})] =
                        contacts({spheres, dimensions, row, at, column + count - at});
            });
    }
};

}  // namespace mariani::triangle::cpu
