// The surface engine's fronts. As the borders of all regions are known, a front never leaves its
// region: a block follows those of a region, with a bit for each voxel that is to be known next.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/volume/cuda/lanes.cuh"

#include <algorithm>
#include <cstring>

namespace mariani::volume::cuda {
namespace {

using mariani::cuda::Grid;

constexpr int front_threads = iterating_threads;
constexpr std::uint32_t word_bits = 32;
constexpr std::uint32_t own_words = 1024;      // in shared memory: a region of 32^3
constexpr std::uint32_t list_capacity = 2048;  // voxels that are iterated together

// A region whose border is known, and the block's claims in it.
struct Region {
    DwellStore volume;
    Sides side;  // of the volume
    int axes;
    Box box;
    const Shape* shape;
    std::uint32_t* claims;

    // Calls use(axis, step, dwell) for each neighbour in the volume of a voxel of the region.
    template <typename Use>
    __device__ void for_each_neighbour(const Voxel& place, const Use& use) const {
        const Index at = index_of(side, moved(box.begin, place));
        Index stride = 1;
        for (int axis = 0; axis < axes; ++axis) {
            const int here = box.begin.at[axis] + place.at[axis];
            if (here > 0) use(axis, -1, load(volume, at - stride));
            if (here + 1 < side.of[axis]) use(axis, 1, load(volume, at + stride));
            stride *= side.of[axis];
        }
    }
    __device__ bool holds(int axis, int place) const {
        return place >= 0 && place < box.side.of[axis];
    }
    __device__ std::uint32_t stride(int axis) const { return layer_count(box.side, axis); }

    // The neighbours of voxel t that are not known yet; all of these lie in the region.
    __device__ void claim_around(const Voxel& place, std::uint32_t t) const {
        for_each_neighbour(place, [&](int axis, int step, std::uint32_t dwell) {
            if (dwell != unknown_dwell || !holds(axis, place.at[axis] + step)) return;
            const std::uint32_t other = step < 0 ? t - stride(axis) : t + stride(axis);
            atomicOr(&claims[other / word_bits], 1U << other % word_bits);
        });
    }

    // A known voxel's pairs with known neighbours of another dwell. Where a pair has one voxel in
    // another region, the block of that one sees it too.
    __device__ void cross(const Voxel& place, std::uint32_t t) const {
        const std::uint32_t own = load(volume, index_of(side, moved(box.begin, place)));
        bool crossed = false;
        for_each_neighbour(place, [&](int axis, int step, std::uint32_t dwell) {
            if (dwell == unknown_dwell || dwell == own) return;
            crossed = true;
            Voxel beside = place;
            beside.at[axis] = static_cast<std::int16_t>(beside.at[axis] + step);
            if (holds(axis, beside.at[axis]))
                claim_around(beside, step < 0 ? t - stride(axis) : t + stride(axis));
        });
        if (crossed) claim_around(place, t);
    }
};

// Voxels of the region, as their places in it.
struct List {
    std::uint32_t count;
    std::uint32_t voxels[list_capacity];
};

// Moves claims into the list, as many as it holds.
__device__ void gather(std::uint32_t* claims, std::uint32_t words, List& list) {
    for (std::uint32_t word = threadIdx.x; word < words; word += front_threads) {
        std::uint32_t bits = claims[word];
        if (bits == 0) continue;
        std::uint32_t at = atomicAdd(&list.count, static_cast<std::uint32_t>(__popc(bits)));
        for (; bits != 0 && at < list_capacity; bits &= bits - 1)
            list.voxels[at++] =
                word * word_bits + static_cast<std::uint32_t>(mariani::cuda::lowest_bit(bits));
        claims[word] = bits;
    }
}

template <typename Dwells>
__device__ void follow(const Job<Dwells>& job, const Region& region, std::uint32_t words,
                       List& list, Found& found) {
    BlockTeam team;
    const Shape& shape = *region.shape;
    for (std::uint32_t word = threadIdx.x; word < words; word += front_threads)
        region.claims[word] = 0;
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < shape.border.count(); i += front_threads) {
        const Voxel place = shape.border.voxel(i);
        std::uint32_t t = 0;
        for (int axis = max_axes - 1; axis >= 0; --axis)
            t = t * region.box.side.of[axis] + static_cast<std::uint32_t>(place.at[axis]);
        region.cross(place, t);
    }
    while (true) {
        if (threadIdx.x == 0) list.count = 0;
        if (!team.begin(job.control)) return;  // waits for the claims, too
        gather(region.claims, words, list);
        __syncthreads();
        const std::uint32_t count = min(list.count, list_capacity);
        if (count == 0) return;
        iterate(
            job, team, count,
            [&](std::uint32_t i, Voxel& voxel) {
                voxel = moved(region.box.begin, shape.all.voxel(list.voxels[i]));
                return true;
            },
            found);
        __syncthreads();
        for (std::uint32_t i = threadIdx.x; i < count; i += front_threads)
            region.cross(shape.all.voxel(list.voxels[i]), list.voxels[i]);
        __syncthreads();
    }
}

template <typename Dwells>
__global__ void __launch_bounds__(front_threads)
    follow_fronts(const Job<Dwells> job, const LevelMemory level, std::uint32_t* claims) {
    __shared__ std::uint32_t own_claims[own_words];
    __shared__ List list;
    __shared__ std::uint32_t* place;
    const Index entry = blockIdx.x;
    const std::uint8_t outcome = level.outcomes[entry];
    const bool ends = outcome == static_cast<std::uint8_t>(Outcome::filled) ||
                      outcome == static_cast<std::uint8_t>(Outcome::leaf);
    if (!ends || level.rests[entry] == Rest::iterate) return;
    const uint4 box_words = level.boxes[entry];
    Region region{job.volume, job.side, job.code.axes, {}, nullptr, nullptr};
    std::memcpy(&region.box, &box_words, sizeof(region.box));
    region.shape = &level.shapes[shape_number(region.box.side, level.least)];
    const std::uint32_t words = (region.shape->all.count + word_bits - 1) / word_bits;
    if (threadIdx.x == 0)
        place = words <= own_words ? own_claims
                                   : claims + atomicAdd(&job.control->claim_words, Count{words});
    __syncthreads();
    region.claims = place;
    Found found;
    follow(job, region, words, list, found);
    count_iterated(job.control, found);
}

// A warp has a row, 32 voxels at a time: each takes the dwell of the last known one before it. The
// first of a row lies on a border.
__global__ void __launch_bounds__(block_threads)
    fill_rows(const DwellStore volume, const int length, const Index rows) {
    using mariani::cuda::full_mask;
    using mariani::cuda::lane_id;
    using mariani::cuda::warp_lanes;
    constexpr int ahead = 4;  // loads on their way
    const Index row = WarpTeam::number();
    if (row >= rows) return;
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

std::size_t claim_words(const Plan& plan) {
    const Code code = code_of(plan);
    std::size_t words = 0;
    for (int level = 0; level <= last_level(plan); ++level) {
        const std::uint32_t lattice = code.lattice(level);
        const auto most = voxel_count(most_sides(plan.side, plan.axes, lattice));
        if (most <= Index{own_words} * word_bits) break;
        // A word more for each region than its voxels need, and no voxel is in two of those that
        // are not subdivided.
        words = static_cast<std::size_t>(voxel_count(plan.side) / word_bits) +
                static_cast<std::size_t>(power(lattice, plan.axes));
    }
    return words;
}

void launch_fronts(const Plan& plan, const RunMemory& memory, const LevelMemory& level,
                   std::uint32_t* claims, const Stream& stream) {
    with_job(plan, memory, [&](const auto& job) {
        using Dwells = decltype(job.dwells);
        mariani::cuda::launch("fronts of level " + std::to_string(level.level), stream,
                              Grid{level.count, {front_threads, 1}}, follow_fronts<Dwells>, job,
                              level, claims);
    });
}

void launch_fill_rows(const Plan& plan, const RunMemory& memory, const Stream& stream) {
    const int length = plan.side.of[0];
    const Index rows = voxel_count(plan.side) / length;
    constexpr Index warps = block_threads / mariani::cuda::warp_lanes;
    mariani::cuda::launch("rows", stream, Grid{(rows + warps - 1) / warps, {block_threads, 1}},
                          fill_rows, memory.volume, length, rows);
}

}  // namespace mariani::volume::cuda
