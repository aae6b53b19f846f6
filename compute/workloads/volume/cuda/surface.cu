// The surface engine's fronts. As the borders of all regions are known, a front never leaves its
// region: a block follows those of a region, with a bit for each voxel that is known, and one for
// each that lies beside another dwell.
#include "compute/cuda/handles.hpp"
#include "compute/cuda/launch.hpp"
#include "compute/workloads/volume/cuda/lanes.cuh"

namespace mariani::volume::cuda {
namespace {

using mariani::cuda::Grid;
using mariani::cuda::lane_id;
using mariani::cuda::warp_lanes;

constexpr int front_threads = 128;
constexpr std::uint32_t own_words = 1024;      // in shared memory: a region of 32^3
constexpr std::uint32_t list_capacity = 1024;  // voxels that are iterated together

// Voxels of a region, by their numbers.
struct List {
    std::uint32_t count;
    std::uint32_t voxels[list_capacity];

    __device__ std::uint32_t held() const { return min(count, list_capacity); }
    // False if there is no room.
    __device__ bool add(std::uint32_t number) {
        const std::uint32_t at = atomicAdd(&count, 1U);
        if (at < list_capacity) voxels[at] = number;
        return at < list_capacity;
    }
};

// A block's, of the region whose fronts it follows.
struct Work {
    List wanted;       // to be iterated
    List marked;       // beside another dwell, and their neighbours are not claimed yet
    bool misses_some;  // that found no room: gather() finds them
};

// A region whose border is known, and its voxels' bits: a row has whole words, and a voxel's number
// is that of its bit.
struct Region {
    DwellStore volume;
    Sides side;  // of the volume
    Sides seen;  // of its part in which neighbours are
    int axes;
    Box box;
    const Shape* shape;
    std::uint32_t* known;    // or about to be
    std::uint32_t* crossed;  // beside a known voxel of another dwell

    template <typename Dwells>
    __device__ static Region of(const Job<Dwells>& job, const LevelMemory& level, Index number) {
        Region region{};
        region.volume = job.volume;
        region.side = region.seen = job.side;
        region.axes = job.code.axes;
        region.box = box_at(level, number);
        // Across the middle each voxel has its own dwell once more.
        region.seen.of[1] = static_cast<std::uint16_t>(job.twins.rows(job.side.of[1]));
        region.seen.of[2] = static_cast<std::uint16_t>(job.twins.planes(job.side.of[2]));
        region.shape = &level.shapes[shape_number(region.box.side, level.least)];
        return region;
    }

    __device__ std::uint32_t words() const { return words_of(box.side); }

    __device__ Voxel place(std::uint32_t number) const {
        const std::uint32_t row_words = words_of_row(box.side.of[0]);
        std::uint32_t row = number / word_bits, part = 0;
        if (row_words > 1) {
            part = row % row_words;
            row = row / row_words;
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

    // Calls use(axis, whether up) for each neighbour of a voxel that is known to have another
    // dwell.
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

    // Voxels of the border are known, and those that a row has not.
    __device__ std::uint32_t known_at_first(std::uint32_t word) const {
        const Voxel place = this->place(word * word_bits);
        const int left = box.side.of[0] - place.at[0];  // in the row
        std::uint32_t bits = left < static_cast<int>(word_bits) ? ~0U << left : 0U;
        if (place.at[0] == 0) bits |= 1U;
        if (left <= static_cast<int>(word_bits)) bits |= 1U << (left - 1);
        bool is_outermost = false;
#pragma unroll
        for (int axis = 1; axis < max_axes; ++axis)
            is_outermost |=
                axis < axes && (place.at[axis] == 0 || place.at[axis] == box.side.of[axis] - 1);
        return is_outermost ? ~0U : bits;
    }

    // Whether a voxel of the border lies beside another dwell.
    __device__ void cross_border(const Voxel& voxel) const {
        Voxel place{};
        std::uint32_t number = 0;
#pragma unroll
        for (int axis = max_axes - 1; axis >= 0; --axis) {
            place.at[axis] = static_cast<std::int16_t>(voxel.at[axis] - box.begin.at[axis]);
            number = axis == 0 ? number * words_of_row(box.side.of[0]) * word_bits
                               : number * box.side.of[axis];
            number += static_cast<std::uint32_t>(place.at[axis]);
        }
        const Index at = index_of(side, voxel);
        bool crosses = false;
        for_each_crossing(place, at, load(volume, at), [&](int, bool) { crosses = true; });
        if (crosses) atomicOr(&crossed[number / word_bits], 1U << number % word_bits);
    }

    // A voxel that has become known is marked if it lies beside another dwell, and that one, too.
    __device__ void cross(std::uint32_t number, Work& work) const {
        const Voxel place = this->place(number);
        const Index at = index_of(side, moved(box.begin, place));
        bool crosses = false;
        for_each_crossing(place, at, load(volume, at), [&](int axis, bool up) {
            crosses = true;
            const int beside = place.at[axis] + (up ? 1 : -1);
            if (beside >= 0 && beside < box.side.of[axis])
                mark(up ? number + stride(axis) : number - stride(axis), work);
        });
        if (crosses) mark(number, work);
    }

    // The neighbours of a marked voxel that are not known are wanted.
    __device__ void claim_around(std::uint32_t number, Work& work) const {
        const Voxel place = this->place(number);
#pragma unroll
        for (int axis = 0; axis < max_axes; ++axis) {
            const std::uint32_t step = stride(axis);
            if (place.at[axis] > 0) claim(number - step, work);
            if (place.at[axis] + 1 < box.side.of[axis]) claim(number + step, work);
        }
    }

    // The voxels of a word that are to be known: those beside crossed ones.
    __device__ std::uint32_t claimed(std::uint32_t word) const {
        const std::uint32_t unknown = ~read(known, word);
        if (unknown == 0) return 0;
        const Voxel place = this->place(word * word_bits);
        const std::uint32_t own = read(crossed, word);
        std::uint32_t claims = own << 1 | own >> 1;
        if (place.at[0] > 0) claims |= read(crossed, word - 1) >> (word_bits - 1);
        if (place.at[0] + static_cast<int>(word_bits) < box.side.of[0])
            claims |= read(crossed, word + 1) << (word_bits - 1);
#pragma unroll
        for (int axis = 1; axis < max_axes; ++axis) {
            const std::uint32_t step = stride(axis) / word_bits;
            if (place.at[axis] > 0) claims |= read(crossed, word - step);
            if (place.at[axis] + 1 < box.side.of[axis]) claims |= read(crossed, word + step);
        }
        return claims & unknown;
    }

  private:
    __device__ std::uint32_t stride(int axis) const {
        if (axis == 0) return 1;
        std::uint32_t stride = words_of_row(box.side.of[0]) * word_bits;
        for (int lower = 1; lower < axis; ++lower) stride *= box.side.of[lower];
        return stride;
    }

    __device__ void mark(std::uint32_t number, Work& work) const {
        if (!set(crossed, number) && !work.marked.add(number)) work.misses_some = true;
    }
    __device__ void claim(std::uint32_t number, Work& work) const {
        if (set(known, number) || work.wanted.add(number)) return;
        atomicAnd(&known[number / word_bits], ~(1U << number % word_bits));
        work.misses_some = true;
    }
    // Whether the bit was set before.
    __device__ static bool set(std::uint32_t* bits, std::uint32_t number) {
        const std::uint32_t bit = 1U << number % word_bits;
        std::uint32_t& word = bits[number / word_bits];
        return (read(&word, 0) & bit) != 0 || (atomicOr(&word, bit) & bit) != 0;
    }
    // As atomics left it: those of global memory pass by what a multiprocessor has kept.
    __device__ static std::uint32_t read(const std::uint32_t* bits, std::uint32_t word) {
        return static_cast<const volatile std::uint32_t*>(bits)[word];
    }
};

// Regions that end at their level and are not iterated as a whole.
__device__ bool has_fronts(const LevelMemory& level, Index number) {
    const auto outcome = static_cast<Outcome>(level.outcomes[level.entries[number]]);
    return (outcome == Outcome::filled || outcome == Outcome::leaf) &&
           level.rests[number] != Rest::iterate;
}

// A warp has 32 voxels of a region's border. `crossed` is clear; `words`: of the largest region.
template <typename Dwells>
__global__ void __launch_bounds__(block_threads)
    cross_borders(const Job<Dwells> job, const LevelMemory level, const Index parts,
                  const std::uint32_t words, std::uint32_t* crossed) {
    const Index number = WarpTeam::number() / parts;
    if (number >= *level.chosen || !has_fronts(level, number)) return;
    Region region = Region::of(job, level, number);
    region.crossed = crossed + number * words;
    const Border border(level, region.box);
    const auto t =
        static_cast<std::uint32_t>((WarpTeam::number() - number * parts) * warp_lanes + lane_id());
    if (t < border.count()) region.cross_border(border.voxel(t));
}

// Moves what is claimed into the list, as much as it holds.
__device__ void gather(const Region& region, std::uint32_t words, Work& work) {
    List& list = work.wanted;
    for (std::uint32_t word = threadIdx.x; word < words; word += front_threads) {
        std::uint32_t bits = region.claimed(word);
        if (bits == 0) continue;
        std::uint32_t at = atomicAdd(&list.count, static_cast<std::uint32_t>(__popc(bits)));
        std::uint32_t taken = 0;
        for (; bits != 0 && at < list_capacity; bits &= bits - 1) {
            taken |= bits & (~bits + 1);
            list.voxels[at++] =
                word * word_bits + static_cast<std::uint32_t>(mariani::cuda::lowest_bit(bits));
        }
        if (bits != 0) work.misses_some = true;
        atomicOr(&region.known[word], taken);
    }
}

// Round by round: what is wanted is iterated, then marked where dwells differ, and what lies beside
// that is wanted next.
template <typename Dwells>
__device__ void follow(const Job<Dwells>& job, const Region& region, Work& work, Found& found) {
    BlockTeam team;
    const std::uint32_t words = region.words();
    while (true) {
        if (!team.begin(job.control)) return;  // waits for what is wanted, too
        if (work.misses_some) {
            __syncthreads();
            if (threadIdx.x == 0) {
                work.wanted.count = work.wanted.held();
                work.misses_some = false;
            }
            __syncthreads();
            gather(region, words, work);
            __syncthreads();
        }
        const std::uint32_t wanted = work.wanted.held();
        if (wanted == 0) return;
        if (threadIdx.x == 0) work.marked.count = 0;
        iterate(
            job, team, wanted,
            [&](std::uint32_t i) {
                return moved(region.box.begin, region.place(work.wanted.voxels[i]));
            },
            found);
        __syncthreads();
        for (std::uint32_t i = threadIdx.x; i < wanted; i += front_threads)
            region.cross(work.wanted.voxels[i], work);
        __syncthreads();
        if (threadIdx.x == 0) work.wanted.count = 0;
        __syncthreads();
        for (std::uint32_t i = threadIdx.x; i < work.marked.held(); i += front_threads)
            region.claim_around(work.marked.voxels[i], work);
    }
}

// `bits`: for each region what its border crosses, then for each what is known.
template <typename Dwells>
__global__ void __launch_bounds__(front_threads)
    follow_fronts(const Job<Dwells> job, const LevelMemory level, const std::uint32_t words,
                  std::uint32_t* bits) {
    __shared__ std::uint32_t own_bits[2 * own_words];
    __shared__ Work work;
    const Index number = blockIdx.x;
    if (number >= *level.chosen || !has_fronts(level, number)) return;
    Region region = Region::of(job, level, number);
    region.crossed = bits + number * words;
    std::uint32_t any = 0;
    for (std::uint32_t word = threadIdx.x; word < region.words(); word += front_threads)
        any |= region.crossed[word];
    if (__syncthreads_or(any != 0 ? 1 : 0) == 0) return;
    const bool fits = words <= own_words;
    region.known = fits ? own_bits : bits + (level.most_chosen + number) * words;
    for (std::uint32_t word = threadIdx.x; word < region.words(); word += front_threads) {
        region.known[word] = region.known_at_first(word);
        if (fits) own_bits[own_words + word] = region.crossed[word];
    }
    if (fits) region.crossed = own_bits + own_words;
    if (threadIdx.x == 0) {
        work.wanted.count = 0;
        work.misses_some = true;
    }
    Found found;
    follow(job, region, work, found);
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

void launch_fronts(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                   std::uint32_t* bits, const Stream& stream) {
    const std::uint32_t words =
        words_of(most_sides(plan.side, plan.axes, code_of(plan).lattice(level.level)));
    const std::size_t bytes =
        front_bytes(plan, level.level, static_cast<std::size_t>(level.most_chosen));
    mariani::cuda::check(cudaMemsetAsync(bits, 0, bytes / 2, stream.get()), "clear memory");
    constexpr Index warps = block_threads / warp_lanes;
    const Index parts = (level.most_border + warp_lanes - 1) / warp_lanes;
    const std::string label = "fronts of level " + std::to_string(level.level);
    with_job(plan, memory, [&](const auto& job) {
        using Dwells = decltype(job.dwells);
        mariani::cuda::launch(
            label + ": borders", stream,
            Grid{(level.most_chosen * parts + warps - 1) / warps, {block_threads, 1}},
            cross_borders<Dwells>, job, level, parts, words, bits);
        mariani::cuda::launch(label, stream, Grid{level.most_chosen, {front_threads, 1}},
                              follow_fronts<Dwells>, job, level, words, bits);
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
