// How a warp iterates a list of pixels with all its lanes busy.
#pragma once

#include "compute/cuda/paint.cuh"
#include "compute/cuda/warp.cuh"

namespace mariani::cuda {

// A pixel on its way in a lane: kept between blocks of steps, so that lanes need not end together.
template <typename T, bool shortcuts>
class LanePixel {
  public:
    // Not on its way where a formula that is asked knows that c is inside.
    __device__ void begin(T c_re, T c_im, std::uint32_t blocks, bool ask_formulas) {
        c_re_ = c_re;
        c_im_ = c_im;
        z_.re = c_re;
        z_.im = c_im;
        block_ = 0;
        end_ = blocks;
        if (ask_formulas && (kernel::in_cardioid(c_re, c_im) || kernel::in_bulb(c_re, c_im)))
            end_ = 0;
    }

    __device__ bool on_its_way() const { return block_ != end_; }

    // A few blocks, `at_once` at most: a power of two, so that all lanes that go on have the same
    // number of them.
    __device__ void advance(std::uint32_t at_once) {
        do {
            kernel::take_block(z_, c_re_, c_im_);
            ++block_;
            if (kernel::has_escaped(z_.re, z_.im)) end_ = block_;
        } while ((block_ != end_) & ((block_ & (at_once - 1)) != 0));
        if (shortcuts && block_ >= kernel::first_kept_block) look_for_return();
    }

    __device__ kernel::PointDwell result(std::uint32_t dwell_limit, float* fraction) const {
        const std::uint32_t steps = block_ * kernel::block_steps;
        if (block_ == 0 || !kernel::has_escaped(z_.re, z_.im))
            return {dwell_limit, min(steps, dwell_limit)};
        const auto end = kernel::replay_block(z_, c_re_, c_im_, fraction != nullptr);
        const std::uint32_t dwell = steps - kernel::block_steps + end.steps;
        if (dwell >= dwell_limit) return {dwell_limit, dwell_limit};
        if (fraction) *fraction = kernel::smooth_fraction(end, c_re_, c_im_);
        return {dwell, dwell};
    }

  private:
    // As in dwell_of_point.
    __device__ void look_for_return() {
        const bool first = block_ == kernel::first_kept_block;
        if (!first & (z_.re == kept_re_) & (z_.im == kept_im_)) end_ = block_;
        if (!first & (block_ != next_kept_)) return;
        kept_re_ = z_.re;
        kept_im_ = z_.im;
        next_kept_ = 2 * block_;
    }

    kernel::Orbit<T> z_{};
    T c_re_ = 0, c_im_ = 0;
    T kept_re_, kept_im_;  // what z was
    std::uint32_t next_kept_;
    std::uint32_t block_ = 0;
    std::uint32_t end_ = 0;  // after how many blocks the dwell is known, as far as is known
};

// The warp iterates pixels 0 to pixels.count() - 1: a lane that is done waits until a few more are,
// and then these take the next ones together. All lanes call pixels.any_left(), and
// pixels.claim(n), which gives them n pixels and returns the first one's number. Single lanes call
// pixels.take(i), which gives pixel i a name, pixels.pixel(name), which says where it lies, and
// pixels.put(name, dwell, fraction), which receives what came out. pixels.near_formulas() says
// whether some may lie where a formula knows that they are inside. A stop ends it early.
template <bool shortcuts, bool may_be_smooth, typename T, typename Pixels>
__device__ void iterate_pixels(const Canvas<T>& canvas, Pixels& pixels) {
    constexpr int none = -1, enough_waiting = 8, turns_between_polls = 512;
    constexpr std::uint32_t many_blocks = 128;
    const auto plane = canvas.plane;
    const std::uint32_t dwell_limit = canvas.dwell_limit;
    const std::uint32_t blocks = kernel::block_count(dwell_limit);
    // Where orbits are long, it matters less that a lane waits for the others.
    const std::uint32_t blocks_at_once = blocks > many_blocks ? 8 : 4;
    static_assert(kernel::first_kept_block % 8 == 0);
    const int count = pixels.count();
    const bool near_formulas = shortcuts && pixels.near_formulas();
    LanePixel<T, shortcuts> point;
    int held = none;
    unsigned waiting = all_lanes;
    while (true) {
        if (!point.on_its_way() && held != none) {
            float fraction = 0;
            const auto result =
                point.result(dwell_limit, may_be_smooth && canvas.fractions ? &fraction : nullptr);
            pixels.put(held, result, fraction);
            held = none;
        }
        if (pixels.any_left()) {
            const int mine = pixels.claim(__popc(waiting)) + __popc(before_lane(waiting));
            if (!point.on_its_way() && mine < count) {
                held = pixels.take(mine);
                const Pixel pixel = pixels.pixel(held);
                point.begin(plane.re(pixel.x), plane.im(pixel.y), blocks, near_formulas);
            }
        } else if (waiting == all_lanes) {
            return;
        }
        const int enough = pixels.any_left() ? enough_waiting : warp_lanes;
        int turns = turns_between_polls;
        do {
            if (point.on_its_way()) point.advance(blocks_at_once);
            waiting = __ballot_sync(all_lanes, !point.on_its_way());
            --turns;
        } while ((__popc(waiting) < enough) & (turns != 0));
        if (turns == 0 && __any_sync(all_lanes, raised(canvas.stop))) return;
    }
}

}  // namespace mariani::cuda
