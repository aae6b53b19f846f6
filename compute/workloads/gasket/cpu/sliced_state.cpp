#include "compute/workloads/gasket/cpu/sliced_state.hpp"

#include <algorithm>
#include <span>

namespace mariani::gasket::cpu {
namespace {

constexpr std::uint32_t word_bits = 64;
using Square = std::array<std::uint64_t, word_bits>;

// Bit j of word i becomes bit i of word j (Hacker's Delight, 7-3).
void transpose(Square& square) {
    std::uint64_t mask = 0x00000000FFFFFFFF;
    for (unsigned width = 32; width != 0; width /= 2, mask ^= mask << width)
        for (unsigned i = 0; i < word_bits; i = (i + width + 1) & ~width) {
            const std::uint64_t swapped = (square[i] >> width ^ square[i + width]) & mask;
            square[i] ^= swapped << width;
            square[i + width] ^= swapped;
        }
}

// Up to 64 bits of a state from any of them on; beyond its end there are zeros.
std::uint64_t bits_at(std::span<const std::uint64_t> words, std::uint64_t index) {
    const std::uint64_t word = index / word_bits, shift = index % word_bits;
    const std::uint64_t low = word < words.size() ? words[word] >> shift : 0;
    if (shift == 0 || word + 1 >= words.size()) return low;
    return low | words[word + 1] << (word_bits - shift);
}

void add_bits_at(std::span<std::uint64_t> words, std::uint64_t index, std::uint64_t bits) {
    const std::uint64_t word = index / word_bits, shift = index % word_bits;
    if (bits == 0) return;
    words[word] |= bits << shift;
    if (shift != 0 && bits >> (word_bits - shift) != 0)
        words[word + 1] |= bits >> (word_bits - shift);
}

constexpr std::uint64_t low_bits(std::uint32_t count) {
    return count >= word_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// Calls body(first tile, word of a line, first cell, cells) for squares of up to 64 tiles and
// cells.
template <typename Body>
void for_each_square(const TileLayout& layout, std::int64_t group, const Body& body) {
    for (std::uint32_t word = 0; word < lanes / word_bits; ++word) {
        const std::uint32_t tile = static_cast<std::uint32_t>(group) * lanes + word * word_bits;
        if (tile >= layout.tiles) break;
        for (std::uint32_t cell = 0; cell < layout.cells_in_use; cell += word_bits)
            body(tile, word, cell, std::min(word_bits, layout.cells_in_use - cell));
    }
}

std::uint32_t tiles_from(const TileLayout& layout, std::uint32_t tile) {
    return std::min(word_bits, layout.tiles - tile);
}

}  // namespace

void slice(const State& state, const TileLayout& layout, std::int64_t group, Line* lines) {
    for_each_square(
        layout, group,
        [&](std::uint32_t tile, std::uint32_t word, std::uint32_t cell, std::uint32_t cells) {
            Square square{};
            for (std::uint32_t i = 0; i < tiles_from(layout, tile); ++i)
                square[i] =
                    bits_at(state.words(), std::uint64_t{tile + i} * layout.cells_in_use + cell) &
                    low_bits(cells);
            transpose(square);
            for (std::uint32_t i = 0; i < cells; ++i) lines[cell + i].words[word] = square[i];
        });
}

void unslice(const Line* lines, const TileLayout& layout, std::int64_t group, State& state) {
    for_each_square(
        layout, group,
        [&](std::uint32_t tile, std::uint32_t word, std::uint32_t cell, std::uint32_t cells) {
            Square square{};
            for (std::uint32_t i = 0; i < cells; ++i) square[i] = lines[cell + i].words[word];
            transpose(square);
            for (std::uint32_t i = 0; i < tiles_from(layout, tile); ++i)
                add_bits_at(state.words(), std::uint64_t{tile + i} * layout.cells_in_use + cell,
                            square[i]);
        });
}

GroupNeighbours::GroupNeighbours(const TileLayout& layout, int levels)
    : layout_(layout), links_(tile_links(levels)), groups_(layout.groups()) {
    for (std::size_t corner = 0; corner < corners; ++corner)
        for (std::uint32_t tile = 0; tile < layout.tiles; ++tile) {
            const TileLink link = links_[corner * layout.tiles + tile];
            const std::uint64_t bit = std::uint64_t{1} << tile % word_bits;
            auto& group = groups_[tile / lanes];
            const std::size_t word = tile % lanes / word_bits;
            if (link.present()) group.there[corner].words[word] |= bit;
            if (link.present() && link.first()) group.first[corner].words[word] |= bit;
        }
}

void GroupNeighbours::gather(const Line* lines, std::int64_t group, bool whole, Line* halo) const {
    const auto first_tile = static_cast<std::uint32_t>(group) * lanes;
    const std::uint32_t end = std::min(layout_.tiles, first_tile + lanes);
    std::array<const std::uint64_t*, word_bits> from;  // of 64 neighbours: the word of cell 0
    std::array<std::uint8_t, word_bits> shift;
    constexpr std::size_t line_words = lanes / word_bits;
    for (std::size_t corner = 0; corner < corners; ++corner)
        for (std::uint32_t tile = first_tile; tile < end; tile += word_bits) {
            const std::uint32_t tiles = std::min(word_bits, end - tile);
            for (std::uint32_t i = 0; i < tiles; ++i) {
                const TileLink link = links_[corner * layout_.tiles + tile + i];
                const std::uint32_t other = link.tile();  // 0 where there is none
                const auto sub = sub_tile_in(corner_met(static_cast<int>(corner), link.first()),
                                             layout_.sub_tiles());
                const Line* line =
                    lines + std::size_t{other / lanes} * layout_.tile_cells + sub * SubTile::cells;
                from[i] = line->words.data() + other % lanes / word_bits;
                shift[i] = static_cast<std::uint8_t>(other % word_bits);
            }
            const auto gather_cell = [&](std::size_t cell) {
                std::uint64_t bits = 0;
                for (std::uint32_t i = 0; i < tiles; ++i)
                    bits |= (from[i][cell * line_words] >> shift[i] & 1U) << i;
                halo[corner * SubTile::cells + cell].words[tile % lanes / word_bits] = bits;
            };
            const ContactsMet& met = contacts_met[corner];
            if (whole)
                for (std::size_t cell = 0; cell < SubTile::cells; ++cell) gather_cell(cell);
            else
                for (int i = 0; i < met.count; ++i)
                    gather_cell(sub_tile.contacts[met.contacts[static_cast<std::size_t>(i)]]);
        }
}

std::array<Line, tile_sets> GroupNeighbours::sets_of(std::int64_t group) const {
    std::array<Line, tile_sets> sets;
    sets[all_tiles].words.fill(~std::uint64_t{0});
    for (std::size_t corner = 0; corner < corners; ++corner)
        for (std::size_t word = 0; word < lanes / word_bits; ++word) {
            const std::uint64_t there = of(group).there[corner].words[word];
            const std::uint64_t first = of(group).first[corner].words[word];
            sets[first_at_top + 2 * corner].words[word] = first;
            sets[other_at_top + 2 * corner].words[word] = there & ~first;
        }
    return sets;
}

}  // namespace mariani::gasket::cpu
