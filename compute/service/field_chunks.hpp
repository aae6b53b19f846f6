// A field cut into square chunks, for a file: chunks of one value need no more than that value, so
// only the others leave the memory of the backend.
#pragma once

#include "compute/model/field.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mariani {

// In host memory.
struct FieldChunks {
    static constexpr std::int32_t uniform = -1;

    int side = 0;  // of a chunk in pixels
    int columns = 0, rows = 0;
    ElementType type = ElementType::uint16;  // of the values: uint16 or uint32
    // For each chunk, row by row: its place among the mixed ones, or `uniform`, and then its value.
    std::vector<std::int32_t> places;
    std::vector<std::uint32_t> values;
    // The mixed chunks one after another, each of side x side values, row by row.
    std::shared_ptr<const std::byte[]> mixed;
    std::int64_t mixed_count = 0;

    std::int64_t chunk_bytes() const { return std::int64_t{side} * side * bytes_of(type); }
    std::span<const std::byte> chunk(std::int32_t place) const {
        const auto bytes = static_cast<std::size_t>(chunk_bytes());
        return {mixed.get() + bytes * static_cast<std::size_t>(place), bytes};
    }
};

// The part `rect` of a field of uint32 values (in a GPU's memory also uint16), which must lie in
// its extent, cut into chunks from the rectangle's top left. A chunk that lies partly outside the
// rectangle is uniform if what lies inside is; else `padding` stands outside. With uint16 no value
// and no padding may exceed 65535. Safe on any thread. Throws std::bad_alloc, and
// std::runtime_error if the device cannot answer.
FieldChunks chunks_of(const Field& field, PixelRect rect, int side, ElementType type,
                      std::uint32_t padding);

}  // namespace mariani
