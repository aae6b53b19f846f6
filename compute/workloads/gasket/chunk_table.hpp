// nu1 and membership of any fractal by one table read for several digits of x and y.
#pragma once

#include "compute/model/host_device.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <cstdint>
#include <vector>

namespace mariani::gasket {

// What a kernel needs of it. `values` is in memory of its backend.
struct ChunkTableView {
    static constexpr std::uint32_t not_member = 0xFFFFFFFF;  // greater than any index
    const std::uint32_t* values = nullptr;
    std::uint32_t side = 1;    // s^digits: cells of a chunk along one side
    std::uint32_t weight = 1;  // k^digits
    int chunks = 0;
    std::uint32_t rest_side = 1;  // of the digits above all chunks, whose table follows

    // The index in compact order of a cell inside the box, or not_member.
    MARIANI_HOST_DEVICE constexpr std::uint32_t index_of(Cell cell) const {
        std::uint32_t index = 0, factor = 1;
        for (int chunk = 0; chunk < chunks; ++chunk) {
            const std::uint32_t part = values[cell.y % side * side + cell.x % side];
            if (part == not_member) return not_member;
            index += factor * part;
            factor *= weight;
            cell.x /= side;
            cell.y /= side;
        }
        const std::uint32_t rest = values[side * side + cell.y * rest_side + cell.x];
        return rest == not_member ? not_member : index + factor * rest;
    }
};

class ChunkTable {
  public:
    explicit ChunkTable(const Shape& shape);

    const std::vector<std::uint32_t>& values() const { return values_; }

    // Over a copy of values(), by default its own.
    ChunkTableView view(const std::uint32_t* values) const;
    ChunkTableView view() const { return view(values_.data()); }

  private:
    void append(const Shape& shape, int digits);

    ChunkTableView shape_;
    std::vector<std::uint32_t> values_;  // of a chunk, row by row, and of the rest
};

}  // namespace mariani::gasket
