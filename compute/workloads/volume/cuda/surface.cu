// The surface engine's fronts. As the borders of all regions are known, a front never leaves its
// region: a block follows those of a region, with a bit for each voxel that is known, and one for
// each that lies beside another dwell.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/volume/cuda/lanes.cuh"

#include <algorithm>

namespace mariani::volume::cuda {
namespace {

using mariani::cuda::Grid;
using mariani::cuda::lane_id;
using mariani::cuda::warp_lanes;

constexpr int front_threads = 128;
constexpr std::uint32_t word_bits = 32;
constexpr std::uint32_t own_words = 1024;      // in shared memory: a region of 32^3
constexpr std::uint32_t list_capacity = 1024;  // voxels that are iterated together

constexpr std::uint32_t words_of_row(std::uint32_t length) {
    return (length + word_bits - 1) / word_bits;
}
constexpr std::uint32_t words_of(const Sides& side) {
    return words_of_row(side.of[0]) * side.of[1] * side.of[2] * side.of[3];
}

// A region whose border is known, and its voxels' bits: a row has whole words, and a voxel's number
// is that of its bit.
struct Region {
    DwellStore volume;
    Sides side;  // of the volume
    Sides seen;  // of its part in which neighbours are
    Box box;
    const Shape* shape;
    std::uint32_t words;
    std::uint32_t* known;    // or about to be
    std::uint32_t* crossed;  // beside a known voxel of another dwell

    __device__ std::uint32_t row_words() const { return words_of_row(box.side.of[0]); }
    __device__ Voxel place(std::uint32_t number) const {
        std::uint32_t row = number / word_bits;
        std::uint32_t part = 0;
        if (row_words() > 1) {
            const std::uint32_t whole = row;
            row = whole / row_words();
            part = whole - row * row_words();
        }
        Voxel place{};
        place.at[0] = static_cast<std::int16_t>(part * word_bits + number % word_bits);
#pragma unroll
        for (int axis = 1; axis < max_axes; ++axis) {
            const std::uint32_t above = row / shape->all.side[axis];
            place.at[axis] = static_cast<std::int16_t>(row - above * shape->all.side[axis].value());
            row = above;
        }
        return place;
    }

    // Calls use(step's axis, whether up, dwell) for each neighbour of a voxel that is known to have
    // another dwell.
    template <typename Use>
    __device__ void for_each_crossing(const Voxel& place, Index at, std::uint32_t own,
                                      const Use& use) const {
        Index stride = 1;
#pragma unroll
        for (int axis = 0; axis < max_axes; ++axis) {
            const int here = box.begin.at[axis] + place.at[axis];
            const std::uint32_t below = here > 0 ? load(volume, at - stride) : own;
            const std::uint32_t above = here + 1 < seen.of[axis] ? load(volume, at + stride) : own;
            if (below != own && below != unknown_dwell) use(axis, false);
            if (above != own && above != unknown_dwell) use(axis, true);
            stride *= side.of[axis];
        }
    }

    // What the borders tell. By all threads of the block.
    __device__ void begin() const {
        for (std::uint32_t word = threadIdx.x / warp_lanes; word < words;
             word += front_threads / warp_lanes) {
            const Voxel place =
                this->place(word * word_bits + static_cast<std::uint32_t>(lane_id()));
            const Index at = index_of(side, moved(box.begin, place));
            const bool is_there = place.at[0] < box.side.of[0];
            const std::uint32_t own = is_there ? load(volume, at) : unknown_dwell;
            bool crosses = false;
            if (own != unknown_dwell)
                for_each_crossing(place, at, own, [&](int, bool) { crosses = true; });
            const unsigned knows =
                __ballot_sync(mariani::cuda::full_mask, own != unknown_dwell || !is_there);
            const unsigned all = __ballot_sync(mariani::cuda::full_mask, crosses);
            if (lane_id() != 0) continue;
            known[word] = knows;
            crossed[word] = all;
        }
    }

    // A voxel that has become known.
    __device__ void cross(std::uint32_t number) const {
        const Voxel place = this->place(number);
        const Index at = index_of(side, moved(box.begin, place));
        bool crosses = false;
        for_each_crossing(place, at, load(volume, at), [&](int axis, bool up) {
            crosses = true;
            const int beside = place.at[axis] + (up ? 1 : -1);
            if (beside < 0 || beside >= box.side.of[axis]) return;
            mark(up ? number + stride(axis) : number - stride(axis));
        });
        if (crosses) mark(number);
    }

    // The voxels of a word that are to be known: those beside crossed ones.
    __device__ std::uint32_t claimed(std::uint32_t word) const {
        const std::uint32_t unknown = ~known[word];
        if (unknown == 0) return 0;
        const Voxel place = this->place(word * word_bits);
        const std::uint32_t own = crossed[word];
        std::uint32_t claims = own << 1 | own >> 1;
        if (place.at[0] > 0) claims |= crossed[word - 1] >> (word_bits - 1);
        if (place.at[0] + static_cast<int>(word_bits) < box.side.of[0])
            claims |= crossed[word + 1] << (word_bits - 1);
#pragma unroll
        for (int axis = 1; axis < max_axes; ++axis) {
            const std::uint32_t step = stride(axis) / word_bits;
            if (place.at[axis] > 0) claims |= crossed[word - step];
            if (place.at[axis] + 1 < box.side.of[axis]) claims |= crossed[word + step];
        }
        return claims & unknown;
    }

  private:
    __device__ std::uint32_t stride(int axis) const {
        if (axis == 0) return 1;
        std::uint32_t stride = row_words() * word_bits;
        for (int lower = 1; lower < axis; ++lower) stride *= box.side.of[lower];
        return stride;
    }
    __device__ void mark(std::uint32_t number) const {
        atomicOr(&crossed[number / word_bits], 1U << number % word_bits);
    }
};

// Voxels of the region, by their numbers.
struct List {
    std::uint32_t count;
    std::uint32_t voxels[list_capacity];
};

// Moves claims into the list, as many as it holds; they are known from then on.
__device__ void gather(const Region& region, List& list) {
    for (std::uint32_t word = threadIdx.x; word < region.words; word += front_threads) {
        std::uint32_t bits = region.claimed(word);
        if (bits == 0) continue;
        std::uint32_t at = atomicAdd(&list.count, static_cast<std::uint32_t>(__popc(bits)));
        std::uint32_t taken = 0;
        for (; bits != 0 && at < list_capacity; bits &= bits - 1) {
            taken |= bits & (~bits + 1);
            list.voxels[at++] =
                word * word_bits + static_cast<std::uint32_t>(mariani::cuda::lowest_bit(bits));
        }
        region.known[word] |= taken;
    }
}

template <typename Dwells>
__device__ void follow(const Job<Dwells>& job, const Region& region, List& list, Found& found) {
    BlockTeam team;
    region.begin();
    while (true) {
        if (threadIdx.x == 0) list.count = 0;
        if (!team.begin(job.control)) return;  // waits for the marks, too
        gather(region, list);
        __syncthreads();
        const std::uint32_t count = min(list.count, list_capacity);
        if (count == 0) return;
        iterate(
            job, team, count,
            [&](std::uint32_t i, Voxel& voxel) {
                voxel = moved(region.box.begin, region.place(list.voxels[i]));
                return true;
            },
            found);
        __syncthreads();
        for (std::uint32_t i = threadIdx.x; i < count; i += front_threads)
            region.cross(list.voxels[i]);
    }
}

template <typename Dwells>
__global__ void __launch_bounds__(front_threads)
    follow_fronts(const Job<Dwells> job, const LevelMemory level, std::uint32_t* claims) {
    __shared__ std::uint32_t own_bits[2 * own_words];
    __shared__ List list;
    __shared__ std::uint32_t* bits;
    const Index number = blockIdx.x;
    if (number >= *level.chosen) return;
    const std::uint8_t outcome = level.outcomes[level.entries[number]];
    const bool ends = outcome == static_cast<std::uint8_t>(Outcome::filled) ||
                      outcome == static_cast<std::uint8_t>(Outcome::leaf);
    if (!ends || level.rests[number] == Rest::iterate) return;
    Region region{job.volume, job.side, job.side, box_at(level, number)};
    // Across the middle each voxel has its own dwell once more.
    region.seen.of[1] = static_cast<std::uint16_t>(job.twins.rows(job.side.of[1]));
    region.seen.of[2] = static_cast<std::uint16_t>(job.twins.planes(job.side.of[2]));
    region.shape = &level.shapes[shape_number(region.box.side, level.least)];
    region.words = words_of(region.box.side);
    if (threadIdx.x == 0)
        bits = region.words <= own_words
                   ? own_bits
                   : claims + atomicAdd(&job.control->claim_words, Count{2 * region.words});
    __syncthreads();
    region.known = bits;
    region.crossed = bits + region.words;
    Found found;
    follow(job, region, list, found);
    count_iterated(job.control, found);
}

// A warp has a row, 32 voxels at a time: each takes the dwell of the last known one before it. The
// first of a row lies on a border.
__global__ void __launch_bounds__(block_threads)
    fill_rows(const DwellStore volume, const Sides side, const Twins twins) {
    using mariani::cuda::full_mask;
    constexpr int ahead = 4;  // loads on their way
    const int length = side.of[0];
    const int rows = twins.rows(side.of[1]);
    const Index number = WarpTeam::number(), plane = number / rows;
    if (plane >= twins.planes(Index{side.of[2]} * side.of[3])) return;
    const Index row = plane * side.of[1] + number % rows;
    std::uint32_t before = unknown_dwell;
    for (int first = 0; first < length; first += ahead * warp_lanes) {
        std::uint32_t own[ahead];
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const int x = first + i * warp_lanes + lane_id();
            own[i] = x < length ? load(volume, row * length + x) : unknown_dwell;
        }
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const int x = first + i * warp_lanes + lane_id();
            const unsigned known = __ballot_sync(full_mask, own[i] != unknown_dwell);
            const unsigned up_to = known & (0xFFFFFFFFU >> (31 - lane_id()));
            const int source = up_to == 0 ? 0 : 31 - __clz(static_cast<int>(up_to));
            const std::uint32_t last = __shfl_sync(full_mask, own[i], source);
            const std::uint32_t dwell = up_to == 0 ? before : last;
            if (x < length && own[i] == unknown_dwell) store(volume, row * length + x, dwell);
            before = __shfl_sync(full_mask, dwell, warp_lanes - 1);
        }
    }
}

}  // namespace

// A region's sides are at most 32 longer than its words have bits, and no voxel is in two of those
// that are not subdivided.
std::size_t claim_words(const Plan& plan) {
    const Code code = code_of(plan);
    std::size_t words = 0;
    for (int level = 0; level <= last_level(plan); ++level) {
        const std::uint32_t lattice = code.lattice(level);
        if (words_of(most_sides(plan.side, plan.axes, lattice)) <= own_words) break;
        const Index rows = voxel_count(plan.side) / plan.side.of[0];
        words = 2 * static_cast<std::size_t>(rows * (plan.side.of[0] / word_bits + lattice));
    }
    return words;
}

void launch_fronts(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                   std::uint32_t* claims, const Stream& stream) {
    with_job(plan, memory, [&](const auto& job) {
        using Dwells = decltype(job.dwells);
        mariani::cuda::launch("fronts of level " + std::to_string(level.level), stream,
                              Grid{level.most_chosen, {front_threads, 1}}, follow_fronts<Dwells>,
                              job, level, claims);
    });
}

void launch_fill_rows(const Plan& plan, const RunMemory& memory, const Stream& stream) {
    const Index rows = memory.twins.rows(plan.side.of[1]) *
                       memory.twins.planes(Index{plan.side.of[2]} * plan.side.of[3]);
    constexpr Index warps = block_threads / warp_lanes;
    mariani::cuda::launch("rows", stream, Grid{(rows + warps - 1) / warps, {block_threads, 1}},
                          fill_rows, memory.volume, plan.side, memory.twins);
}

}  // namespace mariani::volume::cuda
