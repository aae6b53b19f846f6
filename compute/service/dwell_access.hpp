// What can be asked of a frame's fields and region map, wherever they lie. Thread-safe. All throw
// std::bad_alloc, and std::runtime_error when the device cannot answer.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/dwell_summary.hpp"

#include <cstdint>
#include <span>

namespace mariani {

// The field itself where it lies in host memory, else a copy there; uint16 becomes uint32.
Field host_copy(const Field& field);

// The same of all of a frame's fields, and of a map's kinds.
void bring_to_host(Frame& frame);
void bring_to_host(RegionMap& map);

// As of dwells in host memory, bit for bit.
DwellSummary summarise(const Field& dwells, std::uint32_t dwell_limit);

// Of a pixel of the image, which lies in the extent: the dwell, or the work. Waits for no engine.
std::uint32_t value_at(const Field& field, int x, int y);

// Writes over the dwells of a row of the image from x, y on, which lie in the extent; none may
// exceed the frame's dwell limit. Nothing else may read the field meanwhile.
void overwrite_row(const Field& dwells, int x, int y, std::span<const std::uint32_t> row);

}  // namespace mariani
