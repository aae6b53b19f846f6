// Pixels known to escape within a block: replayed in full vectors with a test after every step.
#if defined(MARIANI_REPLAY_QUEUE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_REPLAY_QUEUE_INL
#undef MARIANI_REPLAY_QUEUE_INL
#else
#define MARIANI_REPLAY_QUEUE_INL
#endif

#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/cpu/pixel_batch-inl.hpp"
#include "compute/workloads/mandelbrot/cpu/vector_formula-inl.hpp"
#include "compute/workloads/mandelbrot/point.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
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

    HWY_INLINE void put(const BlockStart<T>& start, Target target) {
        re_[count_] = start.re;
        im_[count_] = start.im;
        c_re_[count_] = start.c_re;
        c_im_[count_] = start.c_im;
        steps_[count_] = start.steps;
        targets_.set(count_, target);
        if (++count_ >= kCapacity) flush();
    }

    // Takes those of the batch's vector at `at` that the mask tells; re and im are the states at
    // the block's start.
    HWY_INLINE void take(const PixelBatch<T>& batch, const T* re, const T* im, size_t at,
                         hn::Mask<hn::ScalableTag<T>> mask, T steps) {
        const D d;
        hn::StoreU(compressed(hn::Load(d, re + at), mask), d, re_ + count_);
        hn::StoreU(compressed(hn::Load(d, im + at), mask), d, im_ + count_);
        hn::StoreU(compressed(hn::Load(d, batch.c_re + at), mask), d, c_re_ + count_);
        hn::StoreU(compressed(hn::Load(d, batch.c_im + at), mask), d, c_im_ + count_);
        hn::StoreU(hn::Set(d, steps), d, steps_ + count_);
        batch.targets.pack(at, hn::RebindMask(hn::RebindToUnsigned<D>(), mask), targets_, count_);
        count_ += hn::CountTrue(d, mask);
        if (count_ >= kCapacity) flush();
    }

    // Replays as many as fit at once, all that wait unless there are more.
    HWY_NOINLINE HWY_ATTR void flush() {
        const size_t count = std::min(count_, kCapacity);
        if (canvas_.fractions)
            replay_smooth(count);
        else
            replay();
        paint(count);
        count_ -= count;
        if (count_ > 0) move_to_front();
    }

  private:
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    static constexpr size_t kWidth = HWY_LANES(T);
    static constexpr size_t kCapacity = kVectors * kWidth;
    static constexpr size_t kPaddedCapacity = kCapacity + kWidth;  // for the vector that fills it

    // Adds to steps_ the steps of the block that were taken within |z| < 2.
    HWY_INLINE void replay() {
        const D d;
        V re[kVectors], im[kVectors], steps[kVectors];
        count_block(re_, im_, c_re_, c_im_, re, im, steps);
        for (size_t u = 0; u < kVectors; ++u) {
            T* sum = steps_ + u * kWidth;
            hn::Store(hn::Add(hn::Load(d, sum), steps[u]), d, sum);
        }
    }

    // The same, and the fractions (mandelbrot::smooth_fraction) of those that escape in time.
    HWY_INLINE void replay_smooth(size_t count) {
        for (size_t at = 0; at < count; at += kWidth) replay_smooth_vector(at);
        for (size_t i = 0; i < count; ++i) {
            const bool inside = steps_[i] >= static_cast<T>(canvas_.elements.dwell_limit);
            canvas_.fractions[targets_.get(i).index] =
                inside ? 0.0F
                       : mandelbrot::smooth_value(re_[i], im_[i], static_cast<int>(extra_[i]));
        }
    }

    HWY_INLINE void replay_smooth_vector(size_t at) {
        const D d;
        const V four = hn::Set(d, T(4)), one = hn::Set(d, T(1));
        const V far = hn::Set(d, T(mandelbrot::smooth_norm));
        const V c_re = hn::Load(d, c_re_ + at), c_im = hn::Load(d, c_im_ + at);
        V re = hn::Load(d, re_ + at), im = hn::Load(d, im_ + at);
        V steps = hn::Load(d, steps_ + at), extra = hn::Zero(d);
        for (int i = 0; i < mandelbrot::max_smooth_steps; ++i) {
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

    // Writes the dwells of the first `count`, whose steps are known.
    HWY_INLINE void paint(size_t count) {
        DwellWriter<T> writer(canvas_, iterations_);
        for (size_t i = 0; i < count; ++i)
            writer.write(targets_.get(i), static_cast<std::uint32_t>(steps_[i]));
    }

    // Those beyond the capacity, less than a vector.
    HWY_INLINE void move_to_front() {
        const D d;
        for (T* numbers : {re_, im_, c_re_, c_im_, steps_})
            hn::Store(hn::Load(d, numbers + kCapacity), d, numbers);
        targets_.pack(kCapacity, hn::FirstN(hn::RebindToUnsigned<D>(), kWidth), targets_, 0);
    }

    const Canvas<T>& canvas_;
    std::span<std::int64_t> iterations_;
    size_t count_ = 0;  // of those that wait
    alignas(64) T re_[kPaddedCapacity] = {};
    alignas(64) T im_[kPaddedCapacity] = {};
    alignas(64) T c_re_[kPaddedCapacity] = {};
    alignas(64) T c_im_[kPaddedCapacity] = {};
    alignas(64) T steps_[kPaddedCapacity] = {};
    alignas(64) T extra_[kPaddedCapacity];
    Targets<T, kPaddedCapacity> targets_;
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
