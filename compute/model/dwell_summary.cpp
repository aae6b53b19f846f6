#include "compute/model/dwell_summary.hpp"

#include <algorithm>

namespace mariani {

DwellSummary summarise(const HostField<std::uint32_t>& dwells, std::uint32_t dwell_limit) {
    DwellSummary summary;
    std::uint32_t least = dwell_limit;
    std::uint32_t most = 0;
    for (const auto dwell : dwells.values) {
        least = std::min(least, dwell);
        most = std::max(most, dwell < dwell_limit ? dwell : 0);
    }
    if (least >= dwell_limit) return summary;
    summary.least = least;
    summary.most = most;
    for (const auto dwell : dwells.values) {
        if (dwell >= dwell_limit) continue;
        ++summary.histogram[DwellBins::place(dwell - least).bin];
        ++summary.escaped;
    }
    summary.high = high_of(summary);
    return summary;
}

std::uint32_t high_of(const DwellSummary& summary) {
    if (summary.escaped == 0) return 0;
    const auto& [least, most, high, escaped, histogram] = summary;
    std::int64_t above = escaped / 1000;
    std::uint32_t bin = DwellBins::place(most - least).bin;
    for (; histogram[bin] <= above; --bin) above -= histogram[bin];
    return std::min(least + DwellBins::first_of(bin + 1) - 1, most);
}

}  // namespace mariani
