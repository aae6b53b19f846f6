#include "app/explore/automatic_dwell_limit.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mariani::app {
namespace {

constexpr std::uint32_t min_suited = 512;

// Shares of the picture's pixels, as one in so many.
constexpr std::int64_t many = 20;   // worth four times the limit
constexpr std::int64_t some = 500;  // worth twice the limit
constexpr std::int64_t hardly_any = 5000;

std::int64_t escaped_from(const DwellSummary& dwells, std::uint32_t dwell) {
    std::int64_t pixels = 0;
    for (std::uint32_t bin = 0; bin < DwellBins::count; ++bin)
        if (dwells.min + DwellBins::first_of(bin) >= dwell) pixels += dwells.histogram[bin];
    return pixels;
}

}  // namespace

std::uint32_t max_suited_dwell_limit(Length height) {
    constexpr double limit = 1 << 20;
    const double suited = min_suited * std::pow(std::max(Length(4) / height, 1.0), 0.25);
    return std::bit_ceil(static_cast<std::uint32_t>(std::min(suited, limit)));
}

std::uint32_t suited_dwell_limit(const FramePlan& plan, const DwellSummary& dwells) {
    const std::uint32_t limit = plan.dwell_limit, max = max_suited_dwell_limit(plan.view.height);
    if (limit > max) return max;
    const std::int64_t pixels = pixel_count(plan.image), late = escaped_from(dwells, limit / 2);
    if (dwells.escaped == 0 || late > pixels / many) return std::min(max, 4 * limit);
    if (late > pixels / some) return std::min(max, 2 * limit);
    const bool an_eighth_will_do =
        dwells.min < limit / 8 && escaped_from(dwells, limit / 8) < pixels / hardly_any;
    return an_eighth_will_do ? std::max(min_suited, limit / 2) : limit;
}

bool limit_hides_all(const Frame& frame, const DwellSummary& dwells) {
    return dwells.escaped == 0 && frame.stats.total().iterations > 0 &&
           frame.plan.dwell_limit < max_suited_dwell_limit(frame.plan.view.height);
}

}  // namespace mariani::app
