// The entries of the offset lookup table: regions as scalars (seed 003, section 7; Eq. 33 with its
// product to d - 1, without which it is not injective).
#pragma once

#include "compute/workloads/volume/lattice.hpp"
#include "compute/workloads/volume/problem.hpp"

#include <cstdint>

namespace mariani::volume {

namespace hilbert {

// Skilling, "Programming the Hilbert curve" (2004): between the axes' places, of so many bits each,
// and the bits of the place along the curve, dealt out to the axes in turn.
MARIANI_HOST_DEVICE constexpr void transpose(std::uint32_t (&place)[max_axes], int axes, int bits) {
    if (bits == 0) return;
    const std::uint32_t top = std::uint32_t{1} << (bits - 1);
    for (std::uint32_t bit = top; bit > 1; bit >>= 1)
        for (int axis = 0; axis < axes; ++axis) {
            const std::uint32_t lower = bit - 1;
            if ((place[axis] & bit) != 0) {
                place[0] ^= lower;
            } else {
                const std::uint32_t swap = (place[0] ^ place[axis]) & lower;
                place[0] ^= swap;
                place[axis] ^= swap;
            }
        }
    for (int axis = 1; axis < axes; ++axis) place[axis] ^= place[axis - 1];
    std::uint32_t turned = 0;
    for (std::uint32_t bit = top; bit > 1; bit >>= 1)
        if ((place[axes - 1] & bit) != 0) turned ^= bit - 1;
    for (int axis = 0; axis < axes; ++axis) place[axis] ^= turned;
}

MARIANI_HOST_DEVICE constexpr void restore(std::uint32_t (&place)[max_axes], int axes, int bits) {
    if (bits == 0) return;
    const std::uint32_t turned = place[axes - 1] >> 1;
    for (int axis = axes - 1; axis > 0; --axis) place[axis] ^= place[axis - 1];
    place[0] ^= turned;
    for (int done = 1; done < bits; ++done)
        for (int axis = axes - 1; axis >= 0; --axis) {
            const std::uint32_t bit = std::uint32_t{1} << done, lower = bit - 1;
            if ((place[axis] & bit) != 0) {
                place[0] ^= lower;
            } else {
                const std::uint32_t swap = (place[0] ^ place[axis]) & lower;
                place[0] ^= swap;
                place[axis] ^= swap;
            }
        }
}

}  // namespace hilbert

// How regions of a lattice g r^i in so many axes are written as entries. In a register an entry is
// 64 bits; coordinates have 16 of them each there, and 32 in memory, as in the seed.
struct Code {
    Encoding encoding = Encoding::coords;
    int axes = 3;
    std::uint32_t g = 1;
    std::uint32_t r = 2;
    std::uint32_t children = 8;  // r^k
    int g_bits = 0;              // of Morton and Hilbert: the logarithms
    int r_bits = 1;
    bool wide = false;  // a scalar has 64 bits in memory

    MARIANI_HOST_DEVICE std::uint32_t lattice(int level) const {
        return static_cast<std::uint32_t>(g * power(r, level));
    }

    MARIANI_HOST_DEVICE std::uint64_t encode(const Cell& cell, int level) const {
        switch (encoding) {
            case Encoding::coords:
                return pack(cell);
            case Encoding::canonical:
                return row_by_row(cell, lattice(level));
            case Encoding::levels:
                return by_levels(cell, level);
            default:
                return interleaved(cell, g_bits + level * r_bits);
        }
    }

    MARIANI_HOST_DEVICE Cell decode(std::uint64_t entry, int level) const {
        switch (encoding) {
            case Encoding::coords:
                return unpack(entry);
            case Encoding::canonical:
                return from_row_by_row(entry, lattice(level));
            case Encoding::levels:
                return from_levels(entry, level);
            default:
                return from_interleaved(entry, g_bits + level * r_bits);
        }
    }

    // Entry j, of g^k, of the first level, in the encoding's own order.
    MARIANI_HOST_DEVICE std::uint64_t first(std::uint64_t j) const {
        return encoding == Encoding::coords ? pack(from_row_by_row(j, g)) : j;
    }

    // The entry of child j, of r^k, of an entry at `level`. The hierarchical ones append a digit
    // without decoding; a child's place has to be found for the others.
    MARIANI_HOST_DEVICE std::uint64_t append(std::uint64_t entry, std::uint32_t j,
                                             int level) const {
        if (encoding != Encoding::coords && encoding != Encoding::canonical)
            return entry * children + j;
        Cell cell = decode(entry, level);
        for (int axis = 0; axis < axes; ++axis) {
            cell.at[axis] = static_cast<std::uint16_t>(cell.at[axis] * r + j % r);
            j /= r;
        }
        return encode(cell, level + 1);
    }

    // 32-bit words of an entry in memory.
    MARIANI_HOST_DEVICE int words() const {
        return encoding == Encoding::coords ? axes : wide ? 2 : 1;
    }
    MARIANI_HOST_DEVICE void store(std::uint32_t* list, Index at, std::uint64_t entry) const {
        std::uint32_t* const word = list + at * words();
        if (encoding == Encoding::coords) {
            for (int axis = 0; axis < axes; ++axis)
                word[axis] = static_cast<std::uint32_t>(entry >> (16 * axis)) & 0xFFFFU;
            return;
        }
        word[0] = static_cast<std::uint32_t>(entry);
        if (wide) word[1] = static_cast<std::uint32_t>(entry >> 32);
    }
    MARIANI_HOST_DEVICE std::uint64_t load(const std::uint32_t* list, Index at) const {
        const std::uint32_t* const word = list + at * words();
        if (encoding != Encoding::coords)
            return wide ? std::uint64_t{word[1]} << 32 | word[0] : word[0];
        std::uint64_t entry = 0;
        for (int axis = 0; axis < axes; ++axis) entry |= std::uint64_t{word[axis]} << (16 * axis);
        return entry;
    }

  private:
    MARIANI_HOST_DEVICE std::uint64_t pack(const Cell& cell) const {
        std::uint64_t entry = 0;
        for (int axis = 0; axis < axes; ++axis)
            entry |= std::uint64_t{cell.at[axis]} << (16 * axis);
        return entry;
    }
    MARIANI_HOST_DEVICE Cell unpack(std::uint64_t entry) const {
        Cell cell;
        for (int axis = 0; axis < axes; ++axis)
            cell.at[axis] = static_cast<std::uint16_t>(entry >> (16 * axis));
        return cell;
    }

    MARIANI_HOST_DEVICE std::uint64_t row_by_row(const Cell& cell, std::uint64_t side) const {
        std::uint64_t entry = 0;
        for (int axis = axes - 1; axis >= 0; --axis) entry = entry * side + cell.at[axis];
        return entry;
    }
    MARIANI_HOST_DEVICE Cell from_row_by_row(std::uint64_t entry, std::uint64_t side) const {
        Cell cell;
        for (int axis = 0; axis < axes; ++axis) {
            cell.at[axis] = static_cast<std::uint16_t>(entry % side);
            entry /= side;
        }
        return cell;
    }

    MARIANI_HOST_DEVICE std::uint64_t by_levels(const Cell& cell, int level) const {
        auto finer = static_cast<std::uint32_t>(power(r, level));
        Cell digit;
        for (int axis = 0; axis < axes; ++axis)
            digit.at[axis] = static_cast<std::uint16_t>(cell.at[axis] / finer);
        std::uint64_t entry = row_by_row(digit, g);
        while (finer > 1) {
            finer /= r;
            for (int axis = 0; axis < axes; ++axis)
                digit.at[axis] = static_cast<std::uint16_t>(cell.at[axis] / finer % r);
            entry = entry * children + row_by_row(digit, r);
        }
        return entry;
    }
    MARIANI_HOST_DEVICE Cell from_levels(std::uint64_t entry, int level) const {
        Cell cell;
        std::uint32_t finer = 1;
        for (int i = 0; i <= level; ++i) {
            const std::uint64_t count = i < level ? children : ~std::uint64_t{0};
            const Cell digit = from_row_by_row(entry % count, i < level ? r : g);
            for (int axis = 0; axis < axes; ++axis)
                cell.at[axis] = static_cast<std::uint16_t>(cell.at[axis] + digit.at[axis] * finer);
            entry /= count;
            finer *= r;
        }
        return cell;
    }

    // The first axis has the highest bit of each step in Hilbert's curve, the last one in Morton's.
    MARIANI_HOST_DEVICE std::uint64_t interleaved(const Cell& cell, int bits) const {
        std::uint32_t place[max_axes]{};
        for (int axis = 0; axis < axes; ++axis) place[axis] = cell.at[axis];
        if (encoding == Encoding::hilbert) hilbert::transpose(place, axes, bits);
        std::uint64_t entry = 0;
        for (int bit = bits - 1; bit >= 0; --bit)
            for (int step = 0; step < axes; ++step)
                entry = entry << 1 | (place[axis_of(step)] >> bit & 1U);
        return entry;
    }
    MARIANI_HOST_DEVICE Cell from_interleaved(std::uint64_t entry, int bits) const {
        std::uint32_t place[max_axes]{};
        for (int bit = 0; bit < bits; ++bit)
            for (int step = axes - 1; step >= 0; --step) {
                place[axis_of(step)] |= static_cast<std::uint32_t>(entry & 1U) << bit;
                entry >>= 1;
            }
        if (encoding == Encoding::hilbert) hilbert::restore(place, axes, bits);
        Cell cell;
        for (int axis = 0; axis < axes; ++axis)
            cell.at[axis] = static_cast<std::uint16_t>(place[axis]);
        return cell;
    }
    MARIANI_HOST_DEVICE int axis_of(int step) const {
        return encoding == Encoding::hilbert ? step : axes - 1 - step;
    }
};

}  // namespace mariani::volume
