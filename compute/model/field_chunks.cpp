#include "compute/model/field_chunks.hpp"

#include <stdexcept>

namespace mariani {
namespace {

bool lies_in(PixelRect rect, PixelRect extent) {
    return rect.x >= extent.x && rect.y >= extent.y &&
           rect.width <= extent.width - (rect.x - extent.x) &&
           rect.height <= extent.height - (rect.y - extent.y);
}

int chunks_along(int length, int side) {
    return length / side + (length % side == 0 ? 0 : 1);
}

}  // namespace

FieldChunks unknown_chunks(const Field& field, PixelRect rect, int side, ElementType type) {
    const bool possible = side > 0 && (type == ElementType::uint16 || type == ElementType::uint32);
    if (!possible || empty(rect) || !lies_in(rect, field.extent()))
        throw std::logic_error("a field was cut into chunks that it does not have");
    FieldChunks chunks;
    chunks.side = side;
    chunks.columns = chunks_along(rect.width, side);
    chunks.rows = chunks_along(rect.height, side);
    chunks.type = type;
    if (chunks.chunks_a_slab() == 0) throw std::logic_error("a chunk is larger than a slab");
    const auto count =
        static_cast<std::size_t>(chunks.columns) * static_cast<std::size_t>(chunks.rows);
    chunks.places.reserve(count);
    chunks.values.reserve(count);
    return chunks;
}

void append_uniform(FieldChunks& chunks, std::uint32_t value) {
    chunks.places.push_back(FieldChunks::uniform);
    chunks.values.push_back(value);
}

void append_mixed(FieldChunks& chunks) {
    chunks.places.push_back(static_cast<std::int32_t>(chunks.mixed_count++));
    chunks.values.push_back(0);
}

PixelRect pixels_of_chunk(const FieldChunks& chunks, PixelRect rect, std::int64_t chunk) {
    const int x = static_cast<int>(chunk % chunks.columns) * chunks.side;
    const int y = static_cast<int>(chunk / chunks.columns) * chunks.side;
    return {rect.x + x, rect.y + y, std::min(chunks.side, rect.width - x),
            std::min(chunks.side, rect.height - y)};
}

}  // namespace mariani
