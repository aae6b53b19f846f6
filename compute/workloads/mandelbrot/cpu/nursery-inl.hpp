// The first blocks of pixels, in lock-step: most pixels escape in these, and vectors of pixels of
// one age are sorted at once, where each lane of its own age must be looked after by itself.
#if defined(MARIANI_NURSERY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_NURSERY_INL
#undef MARIANI_NURSERY_INL
#else
#define MARIANI_NURSERY_INL
#endif

#include "compute/workloads/mandelbrot/cpu/fresh_pixels-inl.hpp"
#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/cpu/pixel_batch-inl.hpp"
#include "compute/workloads/mandelbrot/cpu/replay_queue-inl.hpp"
#include "compute/workloads/mandelbrot/point.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

template <typename T, bool kShortcuts>
class Nursery {
  public:
    Nursery(const Canvas<T>& canvas, std::span<const PixelRun> runs,
            std::span<std::int64_t> iterations, ReplayQueue<T>& replays)
        : canvas_(canvas),
          iterations_(iterations),
          blocks_(mandelbrot::block_count(canvas.elements.dwell_limit)),
          fresh_(canvas, runs),
          replays_(replays) {}

    // Raises the next pixels. What is in batch() then, of one age(), has not escaped yet; without
    // any, the runs have no more or the frame was stopped.
    HWY_NOINLINE HWY_ATTR void raise() {
        do {
            fresh_.produce(batch_);
            const size_t raised = batch_.count;
            start();
            while (!grown_up()) {
                run_block();
                if (dead_ > batch_.count / 4) pack();
            }
            pack();
            if (age_ == blocks_) retire_inside();
            report(raised);
            if (raised == 0) return;
        } while (batch_.count == 0 && !canvas_.stop.stop_requested());
    }

    const PixelBatch<T>& batch() const { return batch_; }
    std::uint32_t age() const { return age_; }  // in blocks

  private:
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    using M = hn::Mask<D>;
    static constexpr size_t kWidth = HWY_LANES(T);
    static constexpr size_t kLanes = PixelBatch<T>::kLanes;

    // Kin: vectors that are stepped together.
    struct Kin {
        LaneSet<T> alive;
        LaneSet<T> escaped;  // in the last block
        bool counted;        // in the last block: how many steps it was
    };

    // Few pixels are better off among others. None may leave later than Brent's first state is
    // kept.
    bool grown_up() const {
        return batch_.count - dead_ < kLanes || age_ == mandelbrot::first_kept_block ||
               age_ == blocks_;
    }

    HWY_INLINE void start() {
        const D d;
        for (size_t at = 0; at < batch_.count; at += kWidth) {
            hn::Store(hn::Load(d, batch_.c_re + at), d, batch_.re + at);
            hn::Store(hn::Load(d, batch_.c_im + at), d, batch_.im + at);
        }
        age_ = 0;
        line_up();
    }

    // All pixels of the batch are alive; behind the last one there are lanes with z = c = 0, which
    // never escape.
    HWY_INLINE void line_up() {
        const D d;
        dead_ = 0;
        kin_count_ = (batch_.count + kLanes - 1) / kLanes;
        for (size_t k = 0; k < kin_count_; ++k)
            for (size_t u = 0; u < kVectors; ++u) {
                const size_t at = std::min(batch_.count, k * kLanes + u * kWidth);
                kin_[k].alive.store(u, hn::FirstN(d, batch_.count - at));
            }
        for (T* numbers : {batch_.re, batch_.im, batch_.c_re, batch_.c_im})
            for (size_t at = batch_.count; at < kin_count_ * kLanes; at += kWidth)
                hn::StoreU(hn::Zero(d), d, numbers + at);
    }

    // Runs one block in every lane. What escaped is dealt with while the next vectors' block
    // occupies the processor.
    HWY_INLINE void run_block() {
        for (size_t k = 0; k < kin_count_; ++k) {
            advance(k);
            if (k > 0) bury(k - 1);
        }
        bury(kin_count_ - 1);
        ++age_;
    }

    // Where many escape, and the vectors before these tell, each step is tested; else what escapes
    // is replayed.
    HWY_INLINE void advance(size_t k) {
        const D d;
        const size_t first = k * kLanes;
        V re[kVectors], im[kVectors];
        kin_[k].counted = many_escape_[age_];
        if (many_escape_[age_]) {
            V steps[kVectors];
            count_block(batch_.re + first, batch_.im + first, batch_.c_re + first,
                        batch_.c_im + first, re, im, steps);
            for (size_t u = 0; u < kVectors; ++u)
                hn::Store(steps[u], d, steps_ + first + u * kWidth);
        } else {
            for (size_t u = 0; u < kVectors; ++u) {
                re[u] = hn::Load(d, batch_.re + first + u * kWidth);
                im[u] = hn::Load(d, batch_.im + first + u * kWidth);
                hn::Store(re[u], d, start_re_ + first + u * kWidth);
                hn::Store(im[u], d, start_im_ + first + u * kWidth);
            }
            step_block<mandelbrot::block_steps>(re, im, batch_.c_re + first, batch_.c_im + first);
        }
        for (size_t u = 0; u < kVectors; ++u) {
            const size_t at = first + u * kWidth;
            kin_[k].escaped.store(u, hn::Not(less(norm(re[u], im[u]), hn::Set(d, T(4)))));
            hn::Store(re[u], d, batch_.re + at);
            hn::Store(im[u], d, batch_.im + at);
        }
    }

    // What has escaped in the last block is not alive any more. What is left of it only escapes
    // again.
    HWY_INLINE void bury(size_t k) {
        if (!kin_[k].escaped.any()) return;
        const LaneSet<T> dead = kin_[k].alive.take(kin_[k].escaped);
        const size_t count = dead.count();
        dead_ += count;
        many_escape_[age_] = count > kLanes / 4 && !canvas_.fractions;
        if (count == 0) return;
        if (kin_[k].counted)
            write(k * kLanes, dead);
        else
            replay(k * kLanes, dead);
    }

    HWY_NOINLINE HWY_ATTR void write(size_t first, const LaneSet<T>& dead) {
        DwellWriter<T> writer(canvas_, iterations_);
        const std::uint32_t before = age_ * mandelbrot::block_steps;
        dead.for_each([&](size_t lane) HWY_ATTR {
            writer.write(batch_.targets.get(first + lane),
                         before + static_cast<std::uint32_t>(steps_[first + lane]));
        });
    }

    HWY_NOINLINE HWY_ATTR void replay(size_t first, const LaneSet<T>& dead) {
        const T before = static_cast<T>(age_ * mandelbrot::block_steps);
        for (size_t u = 0; u < kVectors; ++u) {
            const M mask = dead.load(u);
            if (!hn::AllFalse(D(), mask))
                replays_.take(batch_, start_re_, start_im_, first + u * kWidth, mask, before);
        }
    }

    // Closes the gaps that the dead have left.
    HWY_NOINLINE HWY_ATTR void pack() {
        if (dead_ == 0) return;
        const D d;
        size_t to = 0;
        for (size_t k = 0; k < kin_count_; ++k)
            for (size_t u = 0; u < kVectors; ++u) {
                const size_t from = k * kLanes + u * kWidth;
                const M alive = kin_[k].alive.load(u);
                for (T* numbers : {batch_.re, batch_.im, batch_.c_re, batch_.c_im})
                    hn::StoreU(compressed(hn::Load(d, numbers + from), alive), d, numbers + to);
                batch_.targets.pack(from, hn::RebindMask(hn::RebindToUnsigned<D>(), alive),
                                    batch_.targets, to);
                to += hn::CountTrue(d, alive);
            }
        batch_.count = to;
        line_up();
    }

    void report(size_t raised) {
        const auto done = static_cast<std::int64_t>(raised - batch_.count);
        canvas_.progress->pixels_done.fetch_add(done + fresh_.take_culled(),
                                                std::memory_order_relaxed);
    }

    // Those that reached the dwell limit.
    HWY_INLINE void retire_inside() {
        for (size_t i = 0; i < batch_.count; ++i) {
            const Target target = batch_.targets.get(i);
            canvas_.dwells[target.index] = canvas_.elements.dwell_limit;
            if (canvas_.fractions) canvas_.fractions[target.index] = 0;
            canvas_.count_work(target.index, canvas_.elements.dwell_limit);
            iterations_[target.owner] += canvas_.elements.dwell_limit;
        }
        batch_.count = 0;
    }

    const Canvas<T>& canvas_;
    std::span<std::int64_t> iterations_;
    const std::uint32_t blocks_;  // after how many a pixel is inside
    FreshPixels<T, kShortcuts> fresh_;
    ReplayQueue<T>& replays_;
    PixelBatch<T> batch_;
    std::uint32_t age_ = 0;
    size_t dead_ = 0;  // pixels of the batch
    size_t kin_count_ = 0;
    Kin kin_[PixelBatch<T>::kGroups];
    bool many_escape_[mandelbrot::first_kept_block] = {};  // at this age, a while ago
    alignas(64) T start_re_[PixelBatch<T>::kCapacity];     // the states before the last block
    alignas(64) T start_im_[PixelBatch<T>::kCapacity];
    alignas(64) T steps_[PixelBatch<T>::kCapacity];  // taken in the last block
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
