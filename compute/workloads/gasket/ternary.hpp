// The maps of the Sierpinski gasket by tables. With offsets (0,0), (0,1), (1,1), a member's digit m
// is bit m of x plus bit m of y, so the compact place of (x, y) is a sum of a function of x and the
// same function of y, each of which takes one table read for 8 bits.
#pragma once

#include "compute/workloads/gasket/shape.hpp"

#include <array>
#include <cstdint>

namespace mariani::gasket {

struct TernaryTables {
    static constexpr std::uint32_t weight_8 = 6561;  // 3^8: of digit 8
    static constexpr std::uint32_t weight_4 = 81;    // 3^4

    std::array<std::uint16_t, 256> all{};         // the bits read as digits to the base 3
    std::array<std::uint16_t, 256> even{};        // the even bits
    std::array<std::uint16_t, 256> odd{};         // the odd bits
    std::array<std::uint16_t, weight_8> cells{};  // 8 digits -> 8 bits of x, and of y above them
};

constexpr TernaryTables make_ternary_tables() {
    TernaryTables tables;
    for (unsigned bits = 0; bits < 256; ++bits) {
        unsigned weight = 1, half_weight = 1;
        for (unsigned m = 0; m < 8; ++m) {
            const unsigned bit = bits >> m & 1U;
            tables.all[bits] = static_cast<std::uint16_t>(tables.all[bits] + bit * weight);
            auto& half = (m % 2 == 0 ? tables.even : tables.odd)[bits];
            half = static_cast<std::uint16_t>(half + bit * half_weight);
            weight *= 3;
            if (m % 2 == 1) half_weight *= 3;
        }
    }
    for (unsigned index = 0; index < TernaryTables::weight_8; ++index) {
        unsigned rest = index, cell = 0;
        for (unsigned m = 0; m < 8; ++m, rest /= 3)
            cell |= (rest % 3 == 2 ? 1U : 0U) << m | (rest % 3 > 0 ? 1U : 0U) << (m + 8);
        tables.cells[index] = static_cast<std::uint16_t>(cell);
    }
    return tables;
}

inline constexpr TernaryTables ternary_tables = make_ternary_tables();

// Whether these are the offsets above.
inline bool is_gasket(const Fractal& fractal) {
    return fractal.same_cells(named_fractals().front());
}

// Inside the box of n x n cells, n a power of two.
constexpr bool gasket_member(Cell cell, std::uint32_t n) {
    return (cell.x & (n - 1 - cell.y)) == 0;
}

// The bits of up to 20 digits, read to the base 3.
constexpr std::uint32_t ternary(std::uint32_t bits) {
    const auto& all = ternary_tables.all;
    constexpr std::uint32_t weight = TernaryTables::weight_8;
    return all[bits & 255U] + weight * (all[bits >> 8 & 255U] + weight * all[bits >> 16 & 255U]);
}

constexpr std::uint32_t gasket_nu1(Cell cell) {
    return ternary(cell.x) + ternary(cell.y);
}

constexpr Cell gasket_nu(Cell cell) {
    constexpr std::uint32_t weight = TernaryTables::weight_4;
    const auto read = [](const std::array<std::uint16_t, 256>& table, std::uint32_t bits) {
        return table[bits & 255U] +
               weight * (table[bits >> 8 & 255U] + weight * table[bits >> 16 & 255U]);
    };
    return {read(ternary_tables.even, cell.x) + read(ternary_tables.even, cell.y),
            read(ternary_tables.odd, cell.x) + read(ternary_tables.odd, cell.y)};
}

constexpr Cell gasket_lambda1(std::uint32_t index) {
    constexpr std::uint32_t weight = TernaryTables::weight_8;
    const std::uint32_t low = ternary_tables.cells[index % weight];
    const std::uint32_t middle = ternary_tables.cells[index / weight % weight];
    const std::uint32_t high = ternary_tables.cells[index / weight / weight];
    return {(low & 255U) | (middle & 255U) << 8 | (high & 255U) << 16,
            low >> 8 | middle >> 8 << 8 | high >> 8 << 16};
}

}  // namespace mariani::gasket
