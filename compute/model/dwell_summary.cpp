#include "compute/model/dwell_summary.hpp"

#include <algorithm>

namespace mariani {

DwellSummary summarise(const HostField<std::uint32_t>& dwells, std::uint32_t dwell_limit) {
    DwellSummary summary;
    std::uint32_t min = dwell_limit;
    std::uint32_t max = 0;
    for (const auto dwell : dwells.values) {
        min = std::min(min, dwell);
        max = std::max(max, dwell < dwell_limit ? dwell : 0);
    }
    if (min >= dwell_limit) return summary;
    summary.min = min;
    summary.max = max;
    for (const auto dwell : dwells.values) {
        if (dwell >= dwell_limit) continue;
        ++summary.histogram[DwellBins::place(dwell - min).bin];
        ++summary.escaped;
    }
    summary.high = high_of(summary);
    return summary;
}

std::uint32_t high_of(const DwellSummary& summary) {
    if (summary.escaped == 0) return 0;
    const auto& [min, max, high, escaped, histogram] = summary;
    std::int64_t above = escaped / 1000;
    std::uint32_t bin = DwellBins::place(max - min).bin;
    for (; histogram[bin] <= above; --bin) above -= histogram[bin];
    return std::min(min + DwellBins::first_of(bin + 1) - 1, max);
}

}  // namespace mariani
