#include "compute/service/dwell_access.hpp"

#include "compute/cuda/engines.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace mariani {
namespace {

std::size_t place_of(const DwellSpan& span, int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(span.part.width) +
           static_cast<std::size_t>(x);
}

}  // namespace

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
    const std::size_t at = place_of(span, x, y);
    return span.memory == MemoryKind::host ? span.at(at) : cuda::dwell_at(span, at);
}

void overwrite_row(const DwellImage& image, int x, int y, std::span<const std::uint32_t> dwells) {
    const DwellSpan span = image.span();
    const std::size_t at = place_of(span, x, y);
    if (span.memory == MemoryKind::cuda)
        cuda::overwrite(span, at, dwells);
    else  // a span reads only; what it lies in was written by its engine
        std::ranges::copy(dwells, const_cast<std::uint32_t*>(span.dwells) + at);
}

}  // namespace mariani
