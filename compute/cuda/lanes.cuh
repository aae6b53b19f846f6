// How a warp iterates a list of pixels with all its lanes busy.
#pragma once

#include "compute/cuda/paint.cuh"
#include "compute/cuda/warp.cuh"

namespace mariani::cuda {

// What WPR asks of elements in addition: Lane<shortcuts>, an element on its way in a lane, kept
// between turns, so that lanes need not end together.
//   Schedule schedule(elements)   what all lanes have in common
//   begin(elements, schedule, x, y, ask_formulas)
//   on_its_way(), advance(schedule)   for about as long in all lanes
//   result(elements, fraction)    once it is no longer on its way; the fraction where it is wanted
// and is_known(x, y): whether a formula knows the element, so that formulas are worth asking.
template <typename Lane, typename E>
concept LaneOf = requires(const E& elements, Lane& lane, float* fraction) {
    lane.begin(elements, lane.schedule(elements), 0, 0, true);
    { lane.on_its_way() } -> std::same_as<bool>;
    lane.advance(lane.schedule(elements));
    { lane.result(elements, fraction) } -> std::same_as<subdivision::ElementDwell>;
};
template <typename E>
concept LaneElements = subdivision::Elements<E> && LaneOf<typename E::template Lane<true>, E> &&
    LaneOf<typename E::template Lane<false>, E> && requires(const E& elements) {
    { elements.is_known(0, 0) } -> std::same_as<bool>;
};

// The warp iterates pixels 0 to pixels.count() - 1: a lane that is done waits until a few more are,
// and then these take the next ones together. All lanes call pixels.any_left(), and
// pixels.claim(n), which gives them n pixels and returns the first one's number. Single lanes call
// pixels.take(i), which gives pixel i a name, pixels.pixel(name), which says where it lies, and
// pixels.put(name, dwell, fraction), which receives what came out. pixels.near_formulas() says
// whether some may lie where a formula knows that they are inside. A stop ends it early.
template <bool shortcuts, bool may_be_smooth, LaneElements E, typename Pixels>
__device__ void iterate_pixels(const Canvas<E>& canvas, Pixels& pixels) {
    constexpr int none = -1, refill_threshold = 8, turns_between_polls = 512;
    const E elements = canvas.elements;
    typename E::template Lane<shortcuts> lane;
    const auto schedule = lane.schedule(elements);
    const int count = pixels.count();
    const bool near_formulas = shortcuts && pixels.near_formulas();
    int held = none;
    unsigned waiting = full_mask;
    while (true) {
        if (!lane.on_its_way() && held != none) {
            float fraction = 0;
            const auto result =
                lane.result(elements, may_be_smooth && canvas.fractions ? &fraction : nullptr);
            pixels.put(held, result, fraction);
            held = none;
        }
        if (pixels.any_left()) {
            const int mine = pixels.claim(__popc(waiting)) + __popc(lanes_before(waiting));
            if (!lane.on_its_way() && mine < count) {
                held = pixels.take(mine);
                const Pixel pixel = pixels.pixel(held);
                lane.begin(elements, schedule, pixel.x, pixel.y, near_formulas);
            }
        } else if (waiting == full_mask) {
            return;
        }
        const int enough = pixels.any_left() ? refill_threshold : warp_lanes;
        int turns = turns_between_polls;
        do {
            if (lane.on_its_way()) lane.advance(schedule);
            waiting = __ballot_sync(full_mask, !lane.on_its_way());
            --turns;
        } while ((__popc(waiting) < enough) & (turns != 0));
        if (turns == 0 && __any_sync(full_mask, is_set(canvas.stop))) return;
    }
}

}  // namespace mariani::cuda
