// What stretched and equalised colourings need to know of a frame: how its dwells are spread.
#pragma once

#include "compute/model/field.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace mariani {

// Bins of dwells relative to the least: one dwell each up to 256, then 128 per octave.
struct DwellBins {
    static constexpr std::uint32_t exact = 256;
    static constexpr int count = 256 + 128 * 24;

    // The bin of a dwell that is `above` the least: its index, its first value and log2 of its
    // width.
    struct Place {
        std::uint32_t bin;
        std::uint32_t first;
        int log2_width;
    };
    static constexpr Place place(std::uint32_t above) {
        if (above < exact) return {above, above, 0};
        const int log2_width = std::bit_width(above) - 8;  // 128 bins per octave
        const std::uint32_t step = above >> log2_width;    // 128 to 255
        const auto bin = exact + static_cast<std::uint32_t>(log2_width - 1) * 128 + (step - 128);
        return {bin, step << log2_width, log2_width};
    }
    static constexpr std::uint32_t first_of(std::uint32_t bin) {
        if (bin < exact) return bin;
        const std::uint32_t octave = (bin - exact) / 128;
        return (128 + (bin - exact) % 128) << (octave + 1);
    }
};

struct DwellSummary {
    std::uint32_t min = 0;     // of the dwells below the limit; 0 if there are none
    std::uint32_t max = 0;     // of the dwells below the limit; 0 if there are none
    std::uint32_t high = 0;    // all but a thousandth of the escaped pixels are at most this
    std::int64_t escaped = 0;  // pixels below the limit
    std::array<std::uint32_t, DwellBins::count> histogram{};
    bool operator==(const DwellSummary&) const = default;
};

// Exact, over every pixel; about 1 ms per megapixel.
DwellSummary summarise(const HostField<std::uint32_t>& dwells, std::uint32_t dwell_limit);

// The `high` of a summary whose other members are known.
std::uint32_t high_of(const DwellSummary& summary);

}  // namespace mariani
