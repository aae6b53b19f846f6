#include "compute/dwell_access.hpp"

#include "compute/cuda/engines.hpp"

#include <cstddef>
#include <utility>

namespace mariani {

std::shared_ptr<const DwellImage> host_copy(std::shared_ptr<const DwellImage> image) {
    if (image->span().memory == MemoryKind::host) return image;
    return cuda::host_copy(image->span());
}

RegionMap host_copy(RegionMap map) {
    if (map.memory == MemoryKind::host) return map;
    return cuda::host_copy(std::move(map));
}

DwellSummary summarise(const DwellImage& image, std::uint32_t dwell_limit) {
    const DwellSpan span = image.span();
    return span.memory == MemoryKind::host ? summarise(span, dwell_limit)
                                           : cuda::summarise(span, dwell_limit);
}

std::uint32_t dwell_at(const DwellImage& image, int x, int y) {
    const DwellSpan span = image.span();
    const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(span.part.width) +
                    static_cast<std::size_t>(x);
    return span.memory == MemoryKind::host ? span.at(at) : cuda::dwell_at(span, at);
}

}  // namespace mariani
