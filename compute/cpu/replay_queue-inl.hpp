// Pixels known to escape within a block: replayed in full vectors with a test after every step.
#if defined(MARIANI_REPLAY_QUEUE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_REPLAY_QUEUE_INL
#undef MARIANI_REPLAY_QUEUE_INL
#else
#define MARIANI_REPLAY_QUEUE_INL
#endif

#include "compute/cpu/canvas.hpp"
#include "compute/cpu/fresh_pixels-inl.hpp"
#include "compute/cpu/vector_formula-inl.hpp"
#include "compute/kernel/dwell.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace mariani::cpu {
namespace HWY_NAMESPACE {

template <typename T>
struct BlockStart {
    T re;
    T im;
    T c_re;
    T c_im;
    T steps;  // taken before the block
};

template <typename T>
class ReplayQueue {
  public:
    ReplayQueue(const Canvas<T>& canvas, std::span<std::int64_t> iterations)
        : canvas_(canvas), iterations_(iterations) {}

    static constexpr size_t kQueueVectors = kVectors;
    static constexpr size_t capacity = kQueueVectors * HWY_LANES(T);
    size_t count = 0;  // of those that wait; with capacity reached, flush

    HWY_INLINE void put(size_t i, const BlockStart<T>& start, Target target) {
        re_[i] = start.re;
        im_[i] = start.im;
        c_re_[i] = start.c_re;
        c_im_[i] = start.c_im;
        steps_[i] = start.steps;
        targets_[i] = target;
    }

    // Replays all that wait.
    HWY_NOINLINE HWY_ATTR void flush() {
        if (canvas_.fractions)
            replay_smooth();
        else
            replay();
        std::int64_t sum = 0;  // of the current owner: neighbours in the queue mostly share theirs
        std::uint32_t owner = targets_[0].owner;
        for (size_t i = 0; i < count; ++i) {
            const auto dwell = std::min(static_cast<std::uint32_t>(steps_[i]), canvas_.dwell_limit);
            canvas_.dwells[targets_[i].index] = dwell;
            if (targets_[i].owner != owner) {
                iterations_[owner] += std::exchange(sum, 0);
                owner = targets_[i].owner;
            }
            sum += dwell;
        }
        if (count > 0) iterations_[owner] += sum;
        count = 0;
    }

  private:
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    static constexpr size_t kWidth = HWY_LANES(T);

    // Adds to steps_ the steps of the block that were taken within |z| < 2.
    HWY_INLINE void replay() {
        const D d;
        const V four = hn::Set(d, T(4)), one = hn::Set(d, T(1));
        V re[kQueueVectors], im[kQueueVectors], steps[kQueueVectors];
        for (size_t u = 0; u < kQueueVectors; ++u) {
            re[u] = hn::Load(d, re_ + u * kWidth);
            im[u] = hn::Load(d, im_ + u * kWidth);
            steps[u] = hn::Load(d, steps_ + u * kWidth);
        }
        for (std::uint32_t i = 0; i < kernel::block_steps; ++i)
            for (size_t u = 0; u < kQueueVectors; ++u) {
                const auto bounded = less(norm(re[u], im[u]), four);
                steps[u] = hn::IfThenElse(bounded, hn::Add(steps[u], one), steps[u]);
                step(re[u], im[u], hn::Load(d, c_re_ + u * kWidth),
                     hn::Load(d, c_im_ + u * kWidth));
            }
        for (size_t u = 0; u < kQueueVectors; ++u) hn::Store(steps[u], d, steps_ + u * kWidth);
    }

    // The same, and the fractions (kernel::smooth_fraction) of those that escape in time.
    HWY_INLINE void replay_smooth() {
        for (size_t at = 0; at < capacity && at < count; at += kWidth) replay_smooth_vector(at);
        for (size_t i = 0; i < count; ++i) {
            const bool inside = steps_[i] >= static_cast<T>(canvas_.dwell_limit);
            canvas_.fractions[targets_[i].index] =
                inside ? 0.0F : kernel::smooth_value(re_[i], im_[i], static_cast<int>(extra_[i]));
        }
    }

    HWY_INLINE void replay_smooth_vector(size_t at) {
        const D d;
        const V four = hn::Set(d, T(4)), one = hn::Set(d, T(1));
        const V far = hn::Set(d, T(kernel::smooth_norm));
        const V c_re = hn::Load(d, c_re_ + at), c_im = hn::Load(d, c_im_ + at);
        V re = hn::Load(d, re_ + at), im = hn::Load(d, im_ + at);
        V steps = hn::Load(d, steps_ + at), extra = hn::Zero(d);
        for (int i = 0; i < kernel::most_smooth_steps; ++i) {
            const V size = norm(re, im);
            const auto bounded = less(size, four), near = less(size, far);
            if (hn::AllFalse(d, near)) break;
            steps = hn::Add(steps, hn::IfThenElseZero(bounded, one));
            extra = hn::Add(extra, hn::IfThenElseZero(hn::AndNot(bounded, near), one));
            V next_re = re, next_im = im;
            step(next_re, next_im, c_re, c_im);
            re = hn::IfThenElse(near, next_re, re);
            im = hn::IfThenElse(near, next_im, im);
        }
        hn::Store(re, d, re_ + at);
        hn::Store(im, d, im_ + at);
        hn::Store(steps, d, steps_ + at);
        hn::Store(extra, d, extra_ + at);
    }

    const Canvas<T>& canvas_;
    std::span<std::int64_t> iterations_;
    alignas(64) T re_[capacity] = {};
    alignas(64) T im_[capacity] = {};
    alignas(64) T c_re_[capacity] = {};
    alignas(64) T c_im_[capacity] = {};
    alignas(64) T steps_[capacity] = {};
    alignas(64) T extra_[capacity];
    Target targets_[capacity] = {};
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::cpu
HWY_AFTER_NAMESPACE();

#endif
