// Life-like rules: a dead cell is born, and a living one survives, with certain numbers of living
// cells among its eight neighbours. Cells outside the fractal are dead for ever.
#pragma once

#include "compute/model/host_device.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mariani::gasket {

// Bit n of each: with n living neighbours. Starts as B2/S23, which stays lively on the gasket.
struct Rule {
    static constexpr unsigned max_neighbours = 8;

    std::uint32_t born = 1U << 2;
    std::uint32_t survives = 1U << 2 | 1U << 3;

    MARIANI_HOST_DEVICE constexpr bool next(bool alive, unsigned neighbours) const {
        return ((alive ? survives : born) >> neighbours & 1U) != 0;
    }
    constexpr bool operator==(const Rule&) const = default;
};

// "B2/S23"
std::string text_of(Rule rule);

// Reads such a text, with the digits 0 to 8 in any order and letters of either case; nothing if it
// is none.
std::optional<Rule> parse_rule(std::string_view text);

}  // namespace mariani::gasket
