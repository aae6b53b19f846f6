// How a team iterates a list of voxels with all its lanes busy.
#pragma once

#include "compute/workloads/volume/cuda/regions.cuh"

namespace mariani::volume::cuda {

// An orbit in a lane of a warp, kept between turns, so that lanes need not end together. Of most
// functions a turn is all of it.
template <typename Dwells>
class Lane {
  public:
    __device__ void begin(const Dwells&, const Voxel& voxel) {
        voxel_ = voxel;
        on_its_way_ = true;
    }
    __device__ bool on_its_way() const { return on_its_way_; }
    __device__ void advance(const Dwells& dwells, const StopFlag& stop) {
        dwell_ = dwells.dwell_of(voxel_, stop);
        on_its_way_ = false;
    }
    __device__ std::uint32_t dwell(const Dwells&) const { return dwell_; }

  private:
    Voxel voxel_{};
    std::uint32_t dwell_ = 0;
    bool on_its_way_ = false;
};

// Of the Julibrot a block of steps; the dwell is Julibrot::dwell_of().
template <typename T>
class Lane<Julibrot<T>> {
  public:
    __device__ void begin(const Julibrot<T>& julibrot, const Voxel& voxel) {
        const auto start = julibrot.start(voxel);
        run_.begin(start, true);
        far_ = mandelbrot::has_escaped(start.c_re, start.c_im);
        if (far_) far_dwell_ = count_steps(start, julibrot.dwell_limit);
        on_its_way_ = !far_;
        look_ = next_look(julibrot);
    }
    __device__ bool on_its_way() const { return on_its_way_; }
    __device__ void advance(const Julibrot<T>& julibrot, const StopFlag&) {
        const bool escaped = run_.advance();
        if (!escaped & !run_.may_settle() & (run_.blocks_done() != look_)) return;
        const std::uint32_t blocks = mandelbrot::block_count(julibrot.dwell_limit);
        on_its_way_ = !(escaped || run_.settles(blocks) || run_.blocks_done() == blocks);
        look_ = next_look(julibrot);
    }
    __device__ std::uint32_t dwell(const Julibrot<T>& julibrot) const {
        return far_ ? far_dwell_ : run_.result(julibrot.dwell_limit, nullptr).dwell;
    }

  private:
    // The next block after which there is more to do than iterating.
    __device__ std::uint32_t next_look(const Julibrot<T>& julibrot) const {
        return min(run_.next_settling(), mandelbrot::block_count(julibrot.dwell_limit));
    }

    mandelbrot::PointRun<mandelbrot::ExactReturn<T>, T> run_;
    std::uint32_t look_ = 0;
    std::uint32_t far_dwell_ = 0;
    bool far_ = false;
    bool on_its_way_ = false;
};

// The team iterates items 0 to count - 1, of which each is voxel_of_item(i, voxel), or none if that
// returns false: a lane that is done waits until a few more are, and then these take the next ones
// together. After the team's begin(); a stop ends it early. What it stores is there for the team
// after sync().
template <typename Team, typename Dwells, typename VoxelOfItem>
__device__ void iterate(const Job<Dwells>& job, Team& team, std::uint32_t count,
                        const VoxelOfItem& voxel_of_item, Found& found) {
    using mariani::cuda::full_mask;
    constexpr Index none = -1;
    constexpr int refill_threshold = 8, turns_between_polls = 512;
    const StopFlag stop{job.control};
    Lane<Dwells> lane;
    Index held = none;
    bool any_left = true;
    unsigned waiting = full_mask;
    while (true) {
        if (!lane.on_its_way() && held != none) {
            store(job.volume, held, lane.dwell(job.dwells));
            ++found.iterated;
            held = none;
        }
        if (any_left) {
            const int wanted = __popc(waiting);
            const std::uint32_t first = team.claim(wanted);
            const auto before =
                static_cast<std::uint32_t>(__popc(mariani::cuda::lanes_before(waiting)));
            Voxel voxel;
            if (!lane.on_its_way() && first + before < count &&
                voxel_of_item(first + before, voxel)) {
                held = index_of(job.side, voxel);
                lane.begin(job.dwells, voxel);
            }
            any_left = first < count && count - first > static_cast<std::uint32_t>(wanted);
        } else if (waiting == full_mask) {
            return;
        }
        const int enough = any_left ? refill_threshold : mariani::cuda::warp_lanes;
        int turns = turns_between_polls;
        do {
            if (lane.on_its_way()) lane.advance(job.dwells, stop);
            waiting = __ballot_sync(full_mask, !lane.on_its_way());
            --turns;
        } while ((__popc(waiting) < enough) & (turns != 0));
        if (turns == 0 && __any_sync(full_mask, stop())) return;
    }
}

}  // namespace mariani::volume::cuda
