// The bit-sliced engine: a warp takes a tile of 32 lanes of tiles with its halo, a thread for each
// sub-tile, whose 27 words it keeps in registers. Threads meet through shared memory, in five words
// a sub-tile.
#include "compute/workloads/gasket/cuda/grid.cuh"
#include "compute/workloads/gasket/cuda/step_kernels.hpp"
#include "compute/workloads/gasket/cuda/tile_levels.hpp"
#include "compute/workloads/gasket/tiles.hpp"

#include <utility>
#include <vector>

namespace mariani::gasket::cuda {
namespace {

#define MARIANI_WORDS __device__ __forceinline__
#include "compute/workloads/gasket/sub_tile.inl"

using mariani::cuda::DeviceMemory;
using mariani::cuda::Stream;

using Word = std::uint32_t;
constexpr unsigned warp_size = 32;
constexpr unsigned whole_warp = 0xFFFFFFFF;
constexpr unsigned cells = static_cast<unsigned>(SubTile::cells);
constexpr unsigned max_sub_tiles = 27;
constexpr unsigned warps = 4;  // of a block
constexpr BlockSize step_block{warps * warp_size, 1};

// Cells of the halo that a step or several need, for each corner.
struct HaloCells {
    int count[corners];
    std::uint8_t cell[corners][SubTile::cells];
};

struct TileStep {
    TileLayout layout;
    const Word* from;
    Word* to;
    const TileLink* links;          // corner by corner
    const SubTileLinks* sub_links;  // of the sub-tiles and the halo's
    HaloCells halo;
    Rule rule;
    int steps;
};

// What a warp's threads share.
struct WarpMemory {
    Word cell[(max_sub_tiles + corners) * cells];
    Word contact[contacts_of_tile][warp_size];
    Word tiles[tile_sets];  // which lanes
};

// The lanes' neighbours in a corner: the cells there that are needed, as words of all lanes.
__device__ void gather_corner(const TileStep& step, TileLink link, int corner, WarpMemory& memory) {
    const unsigned lane = threadIdx.x % warp_size;
    const Word there = __ballot_sync(whole_warp, link.present());
    const Word first = __ballot_sync(whole_warp, link.present() && link.first());
    if (lane == 0) {
        memory.tiles[first_at_top + 2 * corner] = first;
        memory.tiles[other_at_top + 2 * corner] = there & ~first;
    }
    const unsigned sub_tiles = step.layout.sub_tiles();
    const unsigned sub_tile = sub_tile_in(corner_met(corner, link.first()), sub_tiles);
    const Word* from = step.from + step.layout.word_of(link.tile(), sub_tile * cells);
    const unsigned bit = TileLayout::bit_of(link.tile());
    Word* to = memory.cell + (sub_tiles + static_cast<unsigned>(corner)) * cells;
#pragma unroll 9
    for (int i = 0; i < step.halo.count[corner]; ++i) {
        const unsigned cell = step.halo.cell[corner][i];
        const bool alive =
            (from[cell] >> bit & 1U) != 0;  // of tile 0 where there is none: not used
        const Word word = __ballot_sync(whole_warp, alive);
        if (lane == 0) to[cell] = word;
    }
}

// The tiles' own words and their halo.
__device__ void load(const TileStep& step, unsigned group, WarpMemory& memory) {
    const unsigned lane = threadIdx.x % warp_size;
    const Word* from = step.from + std::uint64_t{group} * step.layout.tile_cells;
    for (unsigned i = lane; i < step.layout.tile_cells; i += warp_size) memory.cell[i] = from[i];
    if (lane == 0) {
        memory.tiles[no_tiles] = 0;
        memory.tiles[all_tiles] = ~Word{0};
    }
    const unsigned tile = group * warp_size + lane;
    for (int corner = 0; corner < static_cast<int>(corners); ++corner) {
        TileLink link;
        if (tile < step.layout.tiles)
            link = step.links[static_cast<unsigned>(corner) * step.layout.tiles + tile];
        gather_corner(step, link, corner, memory);
    }
    __syncwarp();
}

template <std::size_t... contact>
__device__ __forceinline__ void publish(const Word* in, WarpMemory& memory,
                                        std::index_sequence<contact...>) {
    const unsigned lane = threadIdx.x % warp_size;
    ((memory.contact[contact][lane] = in[sub_tile.contacts[contact]]), ...);
}

__device__ __forceinline__ Word word_from(const WordSource& source, const WarpMemory& memory) {
    return memory.contact[source.contact][source.sub_tile] & memory.tiles[source.tiles];
}

template <bool usual>
__device__ __forceinline__ RuleWords<Word> words_of(Rule rule) {
    constexpr Rule known;
    return usual ? rule_words(known.born, known.survives, Word{0}, ~Word{0})
                 : rule_words(rule.born, rule.survives, Word{0}, ~Word{0});
}

// Takes the steps of one warp; `in` are the thread's words.
template <bool usual>
__device__ __forceinline__ void take_steps(const TileStep& step, Word* in, WarpMemory& memory) {
    const unsigned lane = threadIdx.x % warp_size, sub_tiles = step.layout.sub_tiles();
    // A halo is needed as it was at first where there is one step only.
    const bool active = lane < sub_tiles + (step.steps > 1 ? corners : 0);
    const auto rule = words_of<usual>(step.rule);
    SubTileLinks links;
    if (active) links = step.sub_links[lane];
    const unsigned in_use = step.layout.cells_in_use;
    const bool trimmed = lane < sub_tiles && (lane + 1) * cells > in_use;
    for (int i = 0; i < step.steps; ++i) {
        publish(in, memory, std::make_index_sequence<contacts_of_tile>{});
        __syncwarp();
        if (active) {
#pragma unroll
            for (unsigned word = 0; word < outside_words; ++word)
                in[cells + word] = word_from(links.words[word][0], memory) |
                                   word_from(links.words[word][1], memory);
            Word next[cells];
            advance_sub_tile(in, rule, next);
#pragma unroll
            for (unsigned cell = 0; cell < cells; ++cell) in[cell] = next[cell];
            if (trimmed) {  // the fractal is smaller than the tile: what is beyond it stays dead
#pragma unroll
                for (unsigned cell = 0; cell < cells; ++cell)
                    if (lane * cells + cell >= in_use) in[cell] = 0;
            }
        }
        __syncwarp();
    }
}

template <bool usual>
__global__ void __launch_bounds__(warps* warp_size)
    advance_tiles(const __grid_constant__ TileStep step) {
    __shared__ WarpMemory memories[warps];
    const unsigned lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
    const unsigned group = blockIdx.x * warps + warp;
    if (group >= step.layout.groups()) return;  // a whole warp: the others do not wait for it
    WarpMemory& memory = memories[warp];
    load(step, group, memory);
    const unsigned sub_tiles = step.layout.sub_tiles();
    Word in[SubTile::inputs]{};
    if (lane < sub_tiles + corners) {
#pragma unroll
        for (unsigned cell = 0; cell < cells; ++cell) in[cell] = memory.cell[lane * cells + cell];
    }
    take_steps<usual>(step, in, memory);
    if (lane < sub_tiles) {
#pragma unroll
        for (unsigned cell = 0; cell < cells; ++cell) memory.cell[lane * cells + cell] = in[cell];
    }
    __syncwarp();
    Word* to = step.to + std::uint64_t{group} * step.layout.tile_cells;
    for (unsigned i = lane; i < step.layout.tile_cells; i += warp_size) to[i] = memory.cell[i];
}

__global__ void pack_tiles(const __grid_constant__ TileLayout layout, const std::uint64_t* words,
                           Word* to) {
    for_each_item(layout.words(), [&](std::uint64_t i) {
        const auto cell = static_cast<std::uint32_t>(i % layout.tile_cells);
        const auto first = static_cast<std::uint32_t>(i / layout.tile_cells) * warp_size;
        Word word = 0;
        for (unsigned lane = 0; lane < warp_size && first + lane < layout.tiles; ++lane) {
            if (cell >= layout.cells_in_use) break;
            const std::uint64_t index = std::uint64_t{first + lane} * layout.cells_in_use + cell;
            word |= static_cast<Word>(words[index / 64] >> index % 64 & 1U) << lane;
        }
        to[i] = word;
    });
}

__global__ void unpack_tiles(const __grid_constant__ TileLayout layout, const Word* from,
                             std::uint64_t* words) {
    for_each_item((layout.cells() + 63) / 64, [&](std::uint64_t i) {
        std::uint64_t bits = 0;
        for (unsigned bit = 0; bit < 64 && i * 64 + bit < layout.cells(); ++bit) {
            const std::uint64_t index = i * 64 + bit;
            const auto tile = static_cast<std::uint32_t>(index / layout.cells_in_use);
            const auto cell = static_cast<std::uint32_t>(index % layout.cells_in_use);
            bits |= std::uint64_t{from[layout.word_of(tile, cell)] >> TileLayout::bit_of(tile) & 1U}
                    << bit;
        }
        words[i] = bits;
    });
}

HaloCells halo_cells_for(int steps) {
    HaloCells halo{};
    for (std::size_t corner = 0; corner < corners; ++corner) {
        const ContactsMet& met = contacts_met[corner];
        halo.count[corner] = steps > 1 ? static_cast<int>(SubTile::cells) : met.count;
        for (std::size_t i = 0; i < static_cast<std::size_t>(halo.count[corner]); ++i)
            halo.cell[corner][i] =
                static_cast<std::uint8_t>(steps > 1 ? i : sub_tile.contacts[met.contacts[i]]);
    }
    return halo;
}

class BitsKernels final : public StepKernels {
  public:
    BitsKernels(const Problem& problem, int tile_level)
        : layout_(tile_layout(problem.level, tile_level, warp_size)),
          rule_(problem.rule),
          links_(copied(tile_links(std::max(problem.level - tile_level, 0)))),
          sub_links_(copied(sub_tile_links(layout_.sub_tiles()))) {}

    std::uint64_t cells() const override { return layout_.cells(); }
    std::size_t bytes() const override { return layout_.words() * sizeof(Word); }

    void advance(const Stream& stream, const void* from, void* to, int steps) const override {
        const TileStep step{layout_,
                            static_cast<const Word*>(from),
                            static_cast<Word*>(to),
                            links_.as<TileLink>(),
                            sub_links_.as<SubTileLinks>(),
                            halo_cells_for(steps),
                            rule_,
                            steps};
        const auto kernel = rule_ == Rule{} ? advance_tiles<true> : advance_tiles<false>;
        mariani::cuda::launch("Life on tiles", stream,
                              {(layout_.groups() + warps - 1) / warps, step_block}, kernel, step);
    }

    void pack(const Stream& stream, const std::uint64_t* words, void* to) const override {
        mariani::cuda::launch("slice a state", stream, grid_over(layout_.words()), pack_tiles,
                              layout_, words, static_cast<Word*>(to));
    }

    void unpack(const Stream& stream, const void* from, std::uint64_t* words) const override {
        mariani::cuda::launch("unslice a state", stream, grid_over((layout_.cells() + 63) / 64),
                              unpack_tiles, layout_, static_cast<const Word*>(from), words);
    }

  private:
    TileLayout layout_;
    Rule rule_;
    DeviceMemory links_, sub_links_;
};

}  // namespace

std::unique_ptr<StepKernels> make_bits_kernels(const Problem& problem, const Method& method) {
    return std::make_unique<BitsKernels>(
        problem, method.tile.value_or(tile_levels(problem.level).automatic));
}

}  // namespace mariani::gasket::cuda
