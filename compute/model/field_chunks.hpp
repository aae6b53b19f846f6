// A field cut into square chunks, for a file: chunks of one value need no more than that value, so
// only the others leave the memory of the backend.
#pragma once

#include "compute/model/field.hpp"

#include <algorithm>
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
    // The mixed chunks one after another, each of side x side values, row by row; in slabs of one
    // size, which whoever fills many fields finds again.
    static constexpr std::int64_t slab_bytes = 1 << 23, most_chunks_a_slab = 1 << 14;
    std::vector<std::shared_ptr<const std::byte[]>> slabs;
    std::int64_t mixed_count = 0;

    std::int64_t chunk_bytes() const { return std::int64_t{side} * side * bytes_of(type); }
    std::int64_t chunks_a_slab() const {
        return std::min(slab_bytes / chunk_bytes(), most_chunks_a_slab);
    }
    std::span<const std::byte> chunk(std::int32_t place) const {
        const std::int64_t slab = place / chunks_a_slab(), within = place % chunks_a_slab();
        return {slabs[static_cast<std::size_t>(slab)].get() + within * chunk_bytes(),
                static_cast<std::size_t>(chunk_bytes())};
    }
};

// Chunks of a rectangle while they are found out, none of them known yet. Throws std::logic_error
// if the rectangle does not lie in the field, or the side or the type is none that chunks can have.
FieldChunks unknown_chunks(const Field& field, PixelRect rect, int side, ElementType type);

// Makes the next chunk known, row by row.
void append_uniform(FieldChunks& chunks, std::uint32_t value);
void append_mixed(FieldChunks& chunks);

// The pixels of the rectangle in a chunk.
PixelRect pixels_of_chunk(const FieldChunks& chunks, PixelRect rect, std::int64_t chunk);

// Hands over the values of the next mixed chunks, as many as a slab has; T[] for their type.
template <typename T>
void append_slab(FieldChunks& chunks, const std::shared_ptr<T[]>& values) {
    chunks.slabs.push_back({values, reinterpret_cast<const std::byte*>(values.get())});
}

}  // namespace mariani
