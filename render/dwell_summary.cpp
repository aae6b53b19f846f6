#include "render/dwell_summary.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace mariani::render {

DwellBins::Place DwellBins::place(std::uint32_t above) {
    if (above < exact) return {above, above, 0};
    const int log2_width = std::bit_width(above) - 8;  // 128 bins to the octave
    const std::uint32_t step = above >> log2_width;    // 128 to 255
    const auto bin = exact + static_cast<std::uint32_t>(log2_width - 1) * 128 + (step - 128);
    return {bin, step << log2_width, log2_width};
}

std::uint32_t DwellBins::first_of(std::uint32_t bin) {
    if (bin < exact) return bin;
    const std::uint32_t octave = (bin - exact) / 128;
    return (128 + (bin - exact) % 128) << (octave + 1);
}

DwellSummary summarise(const DwellSpan& dwells, std::uint32_t dwell_limit) {
    if (dwells.memory != MemoryKind::host)
        throw std::runtime_error("cannot summarise dwells that are not in host memory");
    DwellSummary summary;
    const std::span values(dwells.dwells, static_cast<std::size_t>(pixel_count(dwells.part)));
    std::uint32_t least = dwell_limit;
    std::uint32_t most = 0;
    for (const auto dwell : values) {
        least = std::min(least, dwell);
        most = std::max(most, dwell < dwell_limit ? dwell : 0);
    }
    if (least >= dwell_limit) return summary;
    summary.least = least;
    summary.most = most;
    for (const auto dwell : values) {
        if (dwell >= dwell_limit) continue;
        ++summary.histogram[DwellBins::place(dwell - least).bin];
        ++summary.escaped;
    }
    std::int64_t above = summary.escaped / 1000;
    std::uint32_t bin = DwellBins::place(most - least).bin;
    for (; summary.histogram[bin] <= above; --bin) above -= summary.histogram[bin];
    summary.high = std::min(least + DwellBins::first_of(bin + 1) - 1, most);
    return summary;
}

}  // namespace mariani::render
