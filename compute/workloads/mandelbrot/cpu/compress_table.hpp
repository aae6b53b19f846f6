// Which lanes a mask of lanes selects, in order: the indices of a permutation that packs them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mariani::mandelbrot {

// For vectors of 8 lanes of 32 bits. kPairs: of 4 lanes of 64 bits, each moved as two of 32.
template <bool kPairs>
constexpr auto compress_table() {
    constexpr std::size_t lanes = kPairs ? 4 : 8, parts = 8 / lanes;
    std::array<std::array<std::uint8_t, 8>, std::size_t{1} << lanes> table{};
    for (std::size_t mask = 0; mask < table.size(); ++mask) {
        std::size_t to = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane)
            for (std::size_t part = 0; part < parts; ++part)
                if (mask >> lane & 1)
                    table[mask][to++] = static_cast<std::uint8_t>(lane * parts + part);
    }
    return table;
}

alignas(64) inline constexpr auto compress_singles = compress_table<false>();
alignas(64) inline constexpr auto compress_pairs = compress_table<true>();

}  // namespace mariani::mandelbrot
