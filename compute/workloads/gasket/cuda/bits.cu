// The bit-sliced engine: a warp takes a tile of 32 lanes of tiles with its halo, a thread for each
// sub-tile, whose 27 words it keeps in registers. Threads meet through shared memory, in five words
// a sub-tile.
#include "compute/workloads/gasket/cuda/grid.cuh"
#include "compute/workloads/gasket/cuda/kernels.hpp"
#include "compute/workloads/gasket/cuda/watch.cuh"
#include "compute/workloads/gasket/cuda_layouts.hpp"
#include "compute/workloads/gasket/tiles.hpp"

#include <type_traits>
#include <utility>

#include <cuda_pipeline_primitives.h>

namespace mariani::gasket::cuda {
namespace {

#define MARIANI_WORDS __device__ __forceinline__
#include "compute/workloads/gasket/sub_tile.inl"

using mariani::cuda::DeviceMemory;
using mariani::cuda::Stream;

using Word = std::uint32_t;
constexpr unsigned cells = static_cast<unsigned>(SubTile::cells);
constexpr unsigned max_sub_tiles = 27;
constexpr unsigned warps = 4;  // of a block
static_assert(tile_lanes == warp_size);
constexpr BlockSize step_block{warps * warp_size, 1};

__host__ __device__ constexpr unsigned corner_bit(int corner, unsigned contact) {
    return static_cast<unsigned>(corner) * static_cast<unsigned>(contacts_of_tile) + contact;
}

// A state: the tiles' words, then what others see of each tile. W: Word or const Word.
template <typename W>
struct SlicedTiles {
    TileLayout layout;
    W* words;

    __device__ W* group(unsigned index) const {
        return words + std::uint64_t{index} * layout.tile_cells;
    }
    __device__ auto* corner_bits() const {
        using Bits = std::conditional_t<std::is_const_v<W>, const CornerBits, CornerBits>;
        return reinterpret_cast<Bits*>(words + layout.words());
    }
};

struct TileStep {
    TileLayout layout;
    SlicedTiles<const Word> from;
    SlicedTiles<Word> to;
    const TileLink* links;          // corner by corner
    const SubTileLinks* sub_links;  // of the sub-tiles and the halo's
    Rule rule;
    int steps;
};

// What a warp's threads share.
struct WarpMemory {
    Word cell[(max_sub_tiles + corners) * cells];
    Word contact[contacts_of_tile][warp_size];
    Word tiles[tile_sets];  // which lanes
};

// A bit of each lane's own as a word of all lanes.
__device__ void gather(Word bits, unsigned bit, Word& to) {
    const Word word = __ballot_sync(whole_warp, (bits >> bit & 1U) != 0);
    if (threadIdx.x % warp_size == 0) to = word;
}

// The contacts that are met in a corner, all that a single step needs. Where there is no neighbour
// they are tile 0's, and not used.
__device__ void gather_contacts(const TileStep& step, TileLink link, int corner, Word* halo) {
    const Word seen = step.from.corner_bits()[link.tile()];
    const int met = corner_met(corner, link.first());
    constexpr auto contact_cells = sub_tile.contacts;
#pragma unroll
    for (unsigned contact = 0; contact < contacts_of_tile; ++contact)
        gather(seen, corner_bit(met, contact), halo[contact_cells[contact]]);
}

// All cells of the sub-tile that is met in a corner.
__device__ void gather_sub_tile(const TileStep& step, TileLink link, int corner, Word* halo) {
    const unsigned met = sub_tile_in(corner_met(corner, link.first()), step.layout.sub_tiles());
    const Word* from = step.from.words + step.layout.word_of(link.tile(), met * cells);
#pragma unroll 9
    for (unsigned cell = 0; cell < cells; ++cell)
        gather(from[cell], TileLayout::bit_of(link.tile()), halo[cell]);
}

// From the lanes' neighbours in a corner.
__device__ void gather_corner(const TileStep& step, TileLink link, int corner, WarpMemory& memory) {
    const Word there = __ballot_sync(whole_warp, link.present());
    const Word first = __ballot_sync(whole_warp, link.present() && link.first());
    if (threadIdx.x % warp_size == 0) {
        memory.tiles[first_at_top + 2 * corner] = first;
        memory.tiles[other_at_top + 2 * corner] = there & ~first;
    }
    Word* halo = memory.cell + (step.layout.sub_tiles() + static_cast<unsigned>(corner)) * cells;
    if (step.steps == 1)
        gather_contacts(step, link, corner, halo);
    else
        gather_sub_tile(step, link, corner, halo);
}

// The tiles' own words and their halo.
__device__ void load(const TileStep& step, unsigned group, WarpMemory& memory) {
    const unsigned lane = threadIdx.x % warp_size;
    const Word* from = step.from.group(group);
    for (unsigned i = lane; i < step.layout.tile_cells; i += warp_size)
        __pipeline_memcpy_async(&memory.cell[i], &from[i], sizeof(Word));
    __pipeline_commit();
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
    __pipeline_wait_prior(0);
    __syncwarp();
}

// What others may see of tile `lane` of a group.
__device__ CornerBits corner_bits_of(const Word* group, const TileLayout& layout, unsigned lane) {
    constexpr auto contact_cells = sub_tile.contacts;
    unsigned bits = 0;
    for (int corner = 0; corner < static_cast<int>(corners); ++corner) {
        const Word* from = group + sub_tile_in(corner, layout.sub_tiles()) * cells;
#pragma unroll
        for (unsigned contact = 0; contact < contacts_of_tile; ++contact)
            bits |= (from[contact_cells[contact]] >> lane & 1U) << corner_bit(corner, contact);
    }
    return static_cast<CornerBits>(bits);
}

__device__ void store(const TileStep& step, unsigned group, const WarpMemory& memory) {
    const unsigned lane = threadIdx.x % warp_size;
    Word* to = step.to.group(group);
    for (unsigned i = lane; i < step.layout.tile_cells; i += warp_size) to[i] = memory.cell[i];
    step.to.corner_bits()[group * warp_size + lane] =
        corner_bits_of(memory.cell, step.layout, lane);
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

// By a warp.
template <bool usual>
__device__ __forceinline__ void advance_group(const TileStep& step, unsigned group,
                                              WarpMemory& memory) {
    const unsigned lane = threadIdx.x % warp_size;
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
    store(step, group, memory);
}

template <bool usual, typename Watch>
__global__ void __launch_bounds__(warps* warp_size)
    advance_tiles(const __grid_constant__ TileStep step, const Watch watch) {
    __shared__ WarpMemory memories[warps];
    watch.begin();
    const unsigned warp = threadIdx.x / warp_size;
    const unsigned group = blockIdx.x * warps + warp;
    if (group < step.layout.groups()) {  // a whole warp: the others do not wait for it
        advance_group<usual>(step, group, memories[warp]);
        if (group * warp_size + threadIdx.x % warp_size < step.layout.tiles) watch.use(1);
    }
    watch.end(warps * warp_size);
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

__global__ void find_corner_bits(const __grid_constant__ SlicedTiles<Word> tiles) {
    for_each_item(std::uint64_t{tiles.layout.groups()} * warp_size, [&](std::uint64_t i) {
        const auto group = static_cast<unsigned>(i / warp_size);
        const auto lane = static_cast<unsigned>(i % warp_size);
        tiles.corner_bits()[i] = corner_bits_of(tiles.group(group), tiles.layout, lane);
    });
}

__device__ void add_bits(Word* to, unsigned first, Word bits) {
    const unsigned shift = first % warp_size;
    atomicOr(&to[first / warp_size], bits << shift);
    const Word rest = shift == 0 ? 0 : bits >> (warp_size - shift);
    if (rest != 0) atomicOr(&to[first / warp_size + 1], rest);
}

// A block for a group. Its tiles, one after the other, fill as many words as a tile has cells; a
// warp turns 32 words, a cell each, into 32 cells of each tile.
__global__ void unpack_tiles(const __grid_constant__ TileLayout layout, const Word* from,
                             Word* words, std::uint64_t word_count) {
    __shared__ Word tiles[max_sub_tiles * cells];
    const unsigned in_use = layout.cells_in_use;
    for (unsigned i = threadIdx.x; i < in_use; i += blockDim.x) tiles[i] = 0;
    __syncthreads();
    const unsigned lane = threadIdx.x % warp_size;
    const bool has_tile = blockIdx.x * warp_size + lane < layout.tiles;
    const Word* group = from + std::uint64_t{blockIdx.x} * layout.tile_cells;
    for (unsigned first = threadIdx.x - lane; first < in_use; first += blockDim.x) {
        const unsigned cell = first + lane;
        const Word own = transposed_by_warp(cell < in_use ? group[cell] : 0);
        if (has_tile) add_bits(tiles, lane * in_use + first, own);
    }
    __syncthreads();
    // The last word of 64 bits may end beyond the last group's.
    const std::uint64_t begin = std::uint64_t{blockIdx.x} * in_use;
    const std::uint64_t end = blockIdx.x + 1 == gridDim.x ? word_count : begin + in_use;
    for (std::uint64_t i = begin + threadIdx.x; i < min(end, word_count); i += blockDim.x)
        words[i] = i - begin < in_use ? tiles[i - begin] : 0;
}

class BitsKernels final : public StepKernels {
  public:
    BitsKernels(const Problem& problem, const Method& method)
        : layout_(tile_layout_of(problem, method)),
          rule_(problem.rule),
          grid_(grid_of_runs(layout_.cells(),
                             std::uint64_t{warps} * warp_size * layout_.cells_in_use)),
          links_(copied(tile_links(std::max(problem.level - tile_level_of(problem, method), 0)))),
          sub_links_(copied(sub_tile_links(layout_.sub_tiles()))) {}

    std::uint64_t cells() const override { return layout_.cells(); }
    std::size_t bytes() const override { return bytes_of_tiles(layout_); }

    void advance(const Stream& stream, const void* from, void* to, int steps) const override {
        launch(stream, from, to, steps, Unwatched{});
    }

    std::uint32_t tile_side() const override { return layout_.tile_side(); }
    const BlockGrid& grid() const override { return grid_; }
    std::uint64_t places() const override { return 0; }  // a word is of many cells
    void watch(const Stream& stream, const void* from, void* to, BlockRecord* records,
               std::uint32_t*) const override {
        launch(stream, from, to, 1, Watched{records, nullptr});
    }
    void add_visits(std::span<const std::uint32_t>, StepTrace&) const override {}

    void pack(const Stream& stream, const std::uint64_t* words, void* to) const override {
        mariani::cuda::launch("slice a state", stream, grid_over(layout_.words()), pack_tiles,
                              layout_, words, static_cast<Word*>(to));
        mariani::cuda::launch("find which tiles touch", stream,
                              grid_over(std::uint64_t{layout_.groups()} * warp_size),
                              find_corner_bits, SlicedTiles<Word>{layout_, static_cast<Word*>(to)});
    }

    void unpack(const Stream& stream, const void* from, std::uint64_t* words) const override {
        mariani::cuda::launch("unslice a state", stream, {layout_.groups(), item_block},
                              unpack_tiles, layout_, static_cast<const Word*>(from),
                              reinterpret_cast<Word*>(words), (layout_.cells() + 63) / 64 * 2);
    }

  private:
    template <typename Watch>
    void launch(const Stream& stream, const void* from, void* to, int steps,
                const Watch& watch) const {
        const TileStep step{layout_,
                            {layout_, static_cast<const Word*>(from)},
                            {layout_, static_cast<Word*>(to)},
                            links_.as<TileLink>(),
                            sub_links_.as<SubTileLinks>(),
                            rule_,
                            steps};
        const auto kernel =
            rule_ == Rule{} ? advance_tiles<true, Watch> : advance_tiles<false, Watch>;
        mariani::cuda::launch("Life on tiles", stream, {grid_.count, step_block}, kernel, step,
                              watch);
    }

    TileLayout layout_;
    Rule rule_;
    BlockGrid grid_;
    DeviceMemory links_, sub_links_;
};

}  // namespace

std::unique_ptr<StepKernels> make_bits_kernels(const Problem& problem, const Method& method) {
    return std::make_unique<BitsKernels>(problem, method);
}

}  // namespace mariani::gasket::cuda
