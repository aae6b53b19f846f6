// Cuts a field into chunks for a file, wherever it lies.
#pragma once

#include "compute/model/field_chunks.hpp"

namespace mariani {

// The part `rect` of a field of uint32 values (in a GPU's memory also uint16), which must lie in
// its extent, cut into chunks from the rectangle's top left. A chunk that lies partly outside the
// rectangle is uniform if what lies inside is; else `padding` stands outside. With uint16 no value
// and no padding may exceed 65535. Safe on any thread. Throws std::bad_alloc, and
// std::runtime_error if the device cannot answer.
FieldChunks chunks_of(const Field& field, PixelRect rect, int side, ElementType type,
                      std::uint32_t padding);

}  // namespace mariani
