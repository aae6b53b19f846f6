// What the stretched and equalised mappings must know of a frame: the spread of its dwells.
#pragma once

#include "compute/model/dwell_span.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace mariani::render {

// Bins of dwells counted from the least: one dwell each up to 256, then 128 to the octave.
struct DwellBins {
    static constexpr std::uint32_t exact = 256;
    static constexpr int count = 256 + 128 * 24;

    // The bin of `above` dwells over the least, its first value and the binary logarithm of its
    // width.
    struct Place {
        std::uint32_t bin;
        std::uint32_t first;
        int log2_width;
    };
    static Place place(std::uint32_t above);
    static std::uint32_t first_of(std::uint32_t bin);
};

struct DwellSummary {
    std::uint32_t least = 0;   // of the dwells below the limit; 0 when there is none
    std::uint32_t most = 0;    // of the dwells below the limit; 0 when there is none
    std::uint32_t high = 0;    // all but a thousandth of the escaped pixels have less, or equal
    std::int64_t escaped = 0;  // pixels below the limit
    std::array<std::uint32_t, DwellBins::count> histogram{};
    bool operator==(const DwellSummary&) const = default;
};

// Exact, over every pixel; about 1 ms a megapixel. The span is in host memory.
DwellSummary summarise(const DwellSpan& dwells, std::uint32_t dwell_limit);

}  // namespace mariani::render
