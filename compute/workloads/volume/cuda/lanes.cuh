// How a team iterates a list of voxels with all its lanes busy: most orbits end within their first
// steps, which each lane takes of one voxel after another; the others are put by and go on
// together.
#pragma once

#include "compute/workloads/volume/cuda/regions.cuh"

namespace mariani::volume::cuda {

inline constexpr int iterating_threads = 256;  // of a block

// An orbit in a lane of a warp, kept between turns, so that lanes need not end together. Of most
// functions a turn is all of it.
template <typename Dwells>
class Lane {
  public:
    __device__ void begin(const Job<Dwells>&, const Voxel& voxel) {
        voxel_ = voxel;
        on_its_way_ = true;
    }
    __device__ bool on_its_way() const { return on_its_way_; }
    __device__ void advance(const Job<Dwells>& job, const StopFlag& stop) {
        dwell_ = job.dwells.dwell_of(voxel_, stop);
        on_its_way_ = false;
    }
    __device__ std::uint32_t dwell(const Job<Dwells>&) const { return dwell_; }

  private:
    Voxel voxel_{};
    std::uint32_t dwell_ = 0;
    bool on_its_way_ = false;
};

// The Julibrot advances by a block of steps, where |c| < 2.
template <typename T>
class Lane<Julibrot<T>> {
  public:
    __device__ void begin(const Job<Julibrot<T>>& job, const Voxel& voxel) {
        run_.begin(job.dwells.start(voxel),
                   TrappedReturn<T>(job.traps.of(voxel), job.dwells.shortcuts));
        on_its_way_ = true;
        look_ = next_look(job.dwells);
    }
    __device__ bool on_its_way() const { return on_its_way_; }
    __device__ void advance(const Job<Julibrot<T>>& job, const StopFlag&) {
        const bool escaped = run_.advance();
        if (!escaped & !run_.may_settle() & (run_.blocks_done() != look_)) return;
        const std::uint32_t blocks = mandelbrot::block_count(job.dwells.dwell_limit);
        on_its_way_ = !(escaped || run_.settles(blocks) || run_.blocks_done() == blocks);
        look_ = next_look(job.dwells);
    }
    __device__ std::uint32_t dwell(const Job<Julibrot<T>>& job) const {
        return run_.result(job.dwells.dwell_limit, nullptr).dwell;
    }

  private:
    // The next block after which there is more to do than iterating.
    __device__ std::uint32_t next_look(const Julibrot<T>& julibrot) const {
        return min(run_.next_settling(), mandelbrot::block_count(julibrot.dwell_limit));
    }

    mandelbrot::PointRun<TrappedReturn<T>, T> run_;
    std::uint32_t look_ = 0;
    bool on_its_way_ = false;
};

// The voxels that a warp has put by.
class Backlog {
  public:
    __device__ Backlog() : voxels_(own_place()) {}

    // By all lanes of the warp; `adds`: the lane has one.
    __device__ void add(bool adds, const Voxel& voxel) {
        const unsigned adding = __ballot_sync(mariani::cuda::full_mask, adds);
        if (adding == 0) return;
        if (adds) voxels_[count_ + __popc(mariani::cuda::lanes_before(adding))] = voxel;
        count_ += __popc(adding);
    }
    __device__ bool is_full() const { return count_ > capacity - mariani::cuda::warp_lanes; }
    __device__ int count() const { return count_; }
    __device__ const Voxel& operator[](int i) const { return voxels_[i]; }
    __device__ void clear() { count_ = 0; }

  private:
    static constexpr int capacity = 256;

    __device__ static Voxel* own_place() {
        constexpr int warps = iterating_threads / mariani::cuda::warp_lanes;
        __shared__ Voxel voxels[warps][capacity];
        return voxels[threadIdx.x / mariani::cuda::warp_lanes];
    }

    Voxel* voxels_;
    int count_ = 0;
};

// Iterates them all: a lane that is done waits until a few more are, and then these take the next
// ones together. False if the run was given up.
template <typename Dwells>
__device__ bool work_off(const Job<Dwells>& job, Backlog& backlog) {
    using mariani::cuda::full_mask;
    constexpr Index none = -1;
    constexpr int refill_threshold = 8, turns_between_polls = 512;
    const StopFlag stop{job.control};
    Lane<Dwells> lane;
    Index held = none;
    int next = 0;
    unsigned waiting = full_mask;
    __syncwarp();
    while (true) {
        if (!lane.on_its_way() && held != none) {
            store(job.volume, held, lane.dwell(job));
            held = none;
        }
        const int own = next + __popc(mariani::cuda::lanes_before(waiting));
        if (!lane.on_its_way() && own < backlog.count()) {
            held = index_of(job.side, backlog[own]);
            lane.begin(job, backlog[own]);
        }
        next += __popc(waiting);
        const bool any_left = next < backlog.count();
        const int enough = any_left ? refill_threshold : mariani::cuda::warp_lanes;
        int turns = turns_between_polls;
        do {
            if (lane.on_its_way()) lane.advance(job, stop);
            waiting = __ballot_sync(full_mask, !lane.on_its_way());
            --turns;
        } while ((__popc(waiting) < enough) & (turns != 0));
        if (turns == 0 && __any_sync(full_mask, stop())) return false;
        if (!any_left && waiting == full_mask) break;
    }
    if (held != none) store(job.volume, held, lane.dwell(job));
    __syncwarp();
    backlog.clear();
    return true;
}

// Lanes that are asked for their voxel, which lies at `at`, take its first steps, or put it by.
// False if the run was given up. By all lanes of the warp.
template <typename Dwells>
__device__ bool take(const Job<Dwells>& job, Backlog& backlog, bool is_asked, const Voxel& voxel,
                     Index at, Found& found) {
    std::uint32_t dwell = 0;
    const bool ends = is_asked && ends_soon(job, voxel, dwell);
    if (ends) store(job.volume, at, dwell);
    if (is_asked) ++found.iterated;
    backlog.add(is_asked && !ends, voxel);
    return !backlog.is_full() || work_off(job, backlog);
}

// The team iterates items 0 to count - 1, of which each is voxel_of_item(i). After the team's
// begin(); a stop ends it early. What it stores is there for the team after sync(). Blocks have at
// most iterating_threads.
template <typename Team, typename Dwells, typename VoxelOfItem>
__device__ void iterate(const Job<Dwells>& job, Team& team, std::uint32_t count,
                        const VoxelOfItem& voxel_of_item, Found& found) {
    Backlog backlog;
    while (true) {
        const std::uint32_t first = team.claim(mariani::cuda::warp_lanes);
        if (first >= count) break;
        const std::uint32_t item = first + static_cast<std::uint32_t>(mariani::cuda::lane_id());
        const bool is_asked = item < count;
        const Voxel voxel = is_asked ? voxel_of_item(item) : Voxel{};
        if (!take(job, backlog, is_asked, voxel, index_of(job.side, voxel), found)) return;
    }
    if (backlog.count() > 0) work_off(job, backlog);
}

}  // namespace mariani::volume::cuda
