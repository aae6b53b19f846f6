// Operations on a frame's fields and region map, wherever they lie. Thread-safe. All throw
// std::bad_alloc, and std::runtime_error if the device cannot answer.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/dwell_summary.hpp"
#include "compute/model/field_chunks.hpp"

#include <cstdint>
#include <span>

namespace mariani {

// The field itself if it lies in host memory, else a copy there; uint16 becomes uint32.
Field host_copy(const Field& field);

// The same for all of a frame's fields, and for a map's kinds.
void copy_to_host(Frame& frame);
void copy_to_host(RegionMap& map);

// The same result, bit for bit, as for dwells in host memory.
DwellSummary summarise(const Field& dwells, std::uint32_t dwell_limit);

// The dwell or work at an image pixel, which must lie in the extent. Waits for no engine.
std::uint32_t value_at(const Field& field, int x, int y);

// Overwrites the dwells of an image row from x, y on, which must lie in the extent; none may exceed
// the frame's dwell limit. Nothing may read the field meanwhile.
void overwrite_row(const Field& dwells, int x, int y, std::span<const std::uint32_t> row);

// The part `rect` of a field of uint32 values (in a GPU's memory also uint16), which must lie in
// its extent, cut into chunks from the rectangle's top left. A chunk that lies partly outside the
// rectangle is uniform if what lies inside is; else `padding` stands outside. With uint16 no value
// and no padding may exceed 65535. Safe on any thread. Throws std::bad_alloc, and
// std::runtime_error if the device cannot answer.
FieldChunks chunks_of(const Field& field, PixelRect rect, int side, ElementType type,
                      std::uint32_t padding);

}  // namespace mariani
