// How near each other in memory the regions lie that a list has beside each other.
#pragma once

#include "app/workloads/volume/space.hpp"

#include <optional>
#include <span>

namespace mariani::app {

inline constexpr std::size_t listed_together = 64;
inline constexpr int cache_line_bytes = 128;  // of a GPU

// The cache lines that the voxels of so many consecutive regions touch, on the average over the
// list: of at most 64 places in it, which lie evenly, so that a long list is not waited for.
// Nothing of a shorter list. The volume begins at a line.
std::optional<double> lines_touched(const volume::Plan& plan,
                                    std::span<const ListedRegion> regions);

}  // namespace mariani::app
