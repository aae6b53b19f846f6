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

MARIANI_HOST_DEVICE constexpr std::uint32_t words_of_row(std::uint32_t length) {
    return (length + word_bits - 1) / word_bits;
}
MARIANI_HOST_DEVICE constexpr std::uint32_t words_of(const Sides& side) {
    return words_of_row(side.of[0]) * side.of[1] * side.of[2] * side.of[3];
}

// Voxels of a region, by their numbers.
struct List {
    std::uint32_t count;
    bool misses_some;
    std::uint32_t voxels[list_capacity];

    __device__ std::uint32_t held() const { return min(count, list_capacity); }
};

// A region whose border is known, and its voxels' bits: a row has whole words, and a voxel's number
// is that of its bit.
struct Region {
    DwellStore volume;
    Sides side;  // of the volume
    Sides seen;  // of its part in which neighbours are
    Box box;
    const Shape* shape;
    std::uint32_t* known;    // or about to be
    std::uint32_t* crossed;  // beside a known voxel of another dwell

    template <typename Dwells>
    __device__ static Region of(const Job<Dwells>& job, const LevelMemory& level, Index number) {
        Region region{job.volume, job.side, job.side, box_at(level, number),
                      nullptr,    nullptr,  nullptr};
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

    // Calls use(number, place) for each neighbour within the region.
    template <typename Use>
    __device__ void for_each_beside(const Voxel& place, std::uint32_t number,
                                    const Use& use) const {
        std::uint32_t stride = 1;
#pragma unroll
        for (int axis = 0; axis < max_axes; ++axis) {
            if (place.at[axis] > 0) use(number - stride);
            if (place.at[axis] + 1 < box.side.of[axis]) use(number + stride);
            stride *= axis == 0 ? words_of_row(box.side.of[0]) * word_bits : box.side.of[axis];
        }
    }

    // What the borders tell of a word's voxels. By all lanes of a warp.
    __device__ void begin(std::uint32_t word) const {
        const Voxel place = this->place(word * word_bits + static_cast<std::uint32_t>(lane_id()));
        const Index at = index_of(side, moved(box.begin, place));
        const bool is_there = place.at[0] < box.side.of[0];
        const std::uint32_t own = is_there ? load(volume, at) : unknown_dwell;
        bool crosses = false;
        if (own != unknown_dwell)
            for_each_crossing(place, at, own, [&](int, bool) { crosses = true; });
        const unsigned knows =
            __ballot_sync(mariani::cuda::full_mask, own != unknown_dwell || !is_there);
        const unsigned all = __ballot_sync(mariani::cuda::full_mask, crosses);
        if (lane_id() != 0) return;
        known[word] = knows;
        crossed[word] = all;
    }

    // A voxel that has become known: those beside a crossing are listed.
    __device__ void cross(std::uint32_t number, List& list) const {
        const Voxel place = this->place(number);
        const Index at = index_of(side, moved(box.begin, place));
        bool crosses = false;
        for_each_crossing(place, at, load(volume, at), [&](int axis, bool up) {
            crosses = true;
            Voxel beside = place;
            beside.at[axis] = static_cast<std::int16_t>(beside.at[axis] + (up ? 1 : -1));
            if (beside.at[axis] < 0 || beside.at[axis] >= box.side.of[axis]) return;
            mark(beside, up ? number + stride(axis) : number - stride(axis), list);
        });
        if (crosses) mark(place, number, list);
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

    __device__ void mark(const Voxel& place, std::uint32_t number, List& list) const {
        if (set(crossed, number)) return;
        for_each_beside(place, number, [&](std::uint32_t beside) {
            if (set(known, beside)) return;
            const std::uint32_t at = atomicAdd(&list.count, 1U);
            if (at < list_capacity) {
                list.voxels[at] = beside;
                return;
            }
            atomicAnd(&known[beside / word_bits], ~(1U << beside % word_bits));
            list.misses_some = true;
        });
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

// A warp has a word of a region. `words`: of the largest region.
template <typename Dwells>
__global__ void __launch_bounds__(block_threads)
    begin_fronts(const Job<Dwells> job, const LevelMemory level, const std::uint32_t words,
                 std::uint32_t* bits) {
    const Index number = WarpTeam::number() / words;
    const auto word = static_cast<std::uint32_t>(WarpTeam::number() - number * words);
    if (number >= *level.chosen || !has_fronts(level, number)) return;
    Region region = Region::of(job, level, number);
    region.known = bits + 2 * number * words;
    region.crossed = region.known + words;
    if (word < region.words()) region.begin(word);
}

// Moves what is claimed into the list, as much as it holds.
__device__ void gather(const Region& region, std::uint32_t words, List& list) {
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
        if (bits != 0) list.misses_some = true;
        atomicOr(&region.known[word], taken);
    }
}

// Round by round: the voxels of one list are iterated, and what they cross goes into the other.
template <typename Dwells>
__device__ void follow(const Job<Dwells>& job, const Region& region, List* lists, Found& found) {
    BlockTeam team;
    const std::uint32_t words = region.words();
    for (int round = 0;; ++round) {
        List &list = lists[round % 2], &next = lists[1 - round % 2];
        if (!team.begin(job.control)) return;  // waits for the list, too
        if (list.misses_some) {
            __syncthreads();
            if (threadIdx.x == 0) {
                list.count = list.held();
                list.misses_some = false;
            }
            __syncthreads();
            gather(region, words, list);
            __syncthreads();
        }
        const std::uint32_t count = list.held();
        if (count == 0) return;
        if (threadIdx.x == 0) {
            next.count = 0;
            next.misses_some = list.misses_some;
        }
        iterate(
            job, team, count,
            [&](std::uint32_t i) { return moved(region.box.begin, region.place(list.voxels[i])); },
            found);
        __syncthreads();
        for (std::uint32_t i = threadIdx.x; i < count; i += front_threads)
            region.cross(list.voxels[i], next);
    }
}

template <typename Dwells>
__global__ void __launch_bounds__(front_threads)
    follow_fronts(const Job<Dwells> job, const LevelMemory level, const std::uint32_t words,
                  std::uint32_t* bits) {
    __shared__ std::uint32_t own_bits[2 * own_words];
    __shared__ List lists[2];
    const Index number = blockIdx.x;
    if (number >= *level.chosen || !has_fronts(level, number)) return;
    Region region = Region::of(job, level, number);
    region.known = bits + 2 * number * words;
    region.crossed = region.known + words;
    if (words <= own_words) {
        for (std::uint32_t word = threadIdx.x; word < 2 * words; word += front_threads)
            own_bits[word] = region.known[word];
        region.known = own_bits;
        region.crossed = own_bits + words;
    }
    if (threadIdx.x == 0) {
        lists[0].count = 0;
        lists[0].misses_some = true;
    }
    Found found;
    follow(job, region, lists, found);
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

std::size_t front_bytes(const Plan& plan, const LevelMemory& level) {
    const std::uint32_t lattice = code_of(plan).lattice(level.level);
    return 2 * sizeof(std::uint32_t) * static_cast<std::size_t>(level.most_chosen) *
           words_of(most_sides(plan.side, plan.axes, lattice));
}

void launch_fronts(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                   std::uint32_t* bits, const Stream& stream) {
    const std::uint32_t words =
        words_of(most_sides(plan.side, plan.axes, code_of(plan).lattice(level.level)));
    constexpr Index warps = block_threads / warp_lanes;
    const std::string label = "fronts of level " + std::to_string(level.level);
    with_job(plan, memory, [&](const auto& job) {
        using Dwells = decltype(job.dwells);
        mariani::cuda::launch(
            label + ": borders", stream,
            Grid{(level.most_chosen * words + warps - 1) / warps, {block_threads, 1}},
            begin_fronts<Dwells>, job, level, words, bits);
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
