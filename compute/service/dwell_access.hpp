// What can be asked of a frame's dwells and region map, wherever they lie. Thread-safe. All throw
// std::bad_alloc, and std::runtime_error when the device cannot answer.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/dwell_summary.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace mariani {

// The image itself where it lies in host memory, else a copy there.
std::shared_ptr<const DwellImage> host_copy(std::shared_ptr<const DwellImage> image);

RegionMap host_copy(RegionMap map);  // the same of a map's kinds

// As of a span in host memory, bit for bit.
DwellSummary summarise(const DwellImage& image, std::uint32_t dwell_limit);

// The dwell of a pixel of the image's part, whose first one is 0, 0. Waits for no engine.
std::uint32_t dwell_at(const DwellImage& image, int x, int y);

// Writes over the dwells of a row from x, y on, which are counted as above and lie within the part;
// none may exceed the frame's dwell limit. Nothing else may read the image meanwhile.
void overwrite_row(const DwellImage& image, int x, int y, std::span<const std::uint32_t> dwells);

}  // namespace mariani
