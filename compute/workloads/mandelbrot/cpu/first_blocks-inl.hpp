// The first blocks of pixels, in lock-step: most pixels escape in these, and vectors of pixels of
// one age are sorted at once, where each lane of its own age must be looked after by itself.
#if defined(MARIANI_FIRST_BLOCKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_FIRST_BLOCKS_INL
#undef MARIANI_FIRST_BLOCKS_INL
#else
#define MARIANI_FIRST_BLOCKS_INL
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
class FirstBlocks {
  public:
    FirstBlocks(const Canvas<T>& canvas, std::span<const PixelRun> runs,
                std::span<std::int64_t> iterations, ReplayQueue<T>& replays)
        : canvas_(canvas),
          iterations_(iterations),
          blocks_(mandelbrot::block_count(canvas.elements.dwell_limit)),
          fresh_(canvas, runs),
          replays_(replays) {}

    // Runs the next pixels' first blocks. What is in batch() then, of one age(), has not escaped
    // yet; without any, the runs have no more or the frame was stopped.
    HWY_NOINLINE HWY_ATTR void next_batch() {
        do {
            fresh_.produce(batch_);
            const size_t started = batch_.count;
            start();
            while (!finished()) {
                run_block();
                if (retired_ > batch_.count / 4) pack();
            }
            pack();
            if (age_ == blocks_) retire_inside();
            report(started);
            if (started == 0) return;
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

    // Vectors that are stepped together.
    struct VectorGroup {
        LaneSet<T> active;
        LaneSet<T> escaped;  // in the last block
        bool counted;        // in the last block: how many steps it was
    };

    // Few pixels are better off among others. None may leave later than Brent's first state is
    // kept.
    bool finished() const {
        return batch_.count - retired_ < kLanes || age_ == mandelbrot::first_kept_block ||
               age_ == blocks_;
    }

    HWY_INLINE void start() {
        age_ = 0;
        reset_groups();
    }

    // All pixels of the batch are active; behind the last one there are lanes with z = c = 0, which
    // never escape.
    HWY_INLINE void reset_groups() {
        const D d;
        retired_ = 0;
        group_count_ = (batch_.count + kLanes - 1) / kLanes;
        for (size_t k = 0; k < group_count_; ++k)
            for (size_t u = 0; u < kVectors; ++u) {
                const size_t at = std::min(batch_.count, k * kLanes + u * kWidth);
                groups_[k].active.store(u, hn::FirstN(d, batch_.count - at));
            }
        for (T* numbers : {batch_.re, batch_.im, batch_.c_re, batch_.c_im})
            for (size_t at = batch_.count; at < group_count_ * kLanes; at += kWidth)
                hn::StoreU(hn::Zero(d), d, numbers + at);
    }

    // Runs one block in every lane. What escaped is dealt with while the next vectors' block
    // occupies the processor.
    HWY_INLINE void run_block() {
        for (size_t k = 0; k < group_count_; ++k) {
            advance(k);
            if (k > 0) retire_escaped(k - 1);
        }
        retire_escaped(group_count_ - 1);
        ++age_;
    }

    // Where many escape, and the vectors before these tell, each step is tested; else what escapes
    // is replayed.
    HWY_INLINE void advance(size_t k) {
        const D d;
        const size_t first = k * kLanes;
        V re[kVectors], im[kVectors];
        groups_[k].counted = many_escape_[age_];
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
            groups_[k].escaped.store(u, hn::Not(less(norm(re[u], im[u]), hn::Set(d, T(4)))));
            hn::Store(re[u], d, batch_.re + at);
            hn::Store(im[u], d, batch_.im + at);
        }
    }

    // What has escaped in the last block is retired. What is left of it only escapes
    // again.
    HWY_INLINE void retire_escaped(size_t k) {
        if (!groups_[k].escaped.any()) return;
        const LaneSet<T> retired = groups_[k].active.take(groups_[k].escaped);
        const size_t count = retired.count();
        retired_ += count;
        many_escape_[age_] = count > kLanes / 4 && !canvas_.fractions;
        if (count == 0) return;
        if (groups_[k].counted)
            write(k * kLanes, retired);
        else
            replay(k * kLanes, retired);
    }

    HWY_NOINLINE HWY_ATTR void write(size_t first, const LaneSet<T>& retired) {
        DwellWriter<T> writer(canvas_, iterations_);
        const std::uint32_t before = age_ * mandelbrot::block_steps;
        retired.for_each([&](size_t lane) HWY_ATTR {
            writer.write(batch_.targets.get(first + lane),
                         before + static_cast<std::uint32_t>(steps_[first + lane]));
        });
    }

    HWY_NOINLINE HWY_ATTR void replay(size_t first, const LaneSet<T>& retired) {
        const T before = static_cast<T>(age_ * mandelbrot::block_steps);
        for (size_t u = 0; u < kVectors; ++u) {
            const M mask = retired.load(u);
            if (!hn::AllFalse(D(), mask))
                replays_.take(batch_, start_re_, start_im_, first + u * kWidth, mask, before);
        }
    }

    // Closes the gaps that retired pixels have left.
    HWY_NOINLINE HWY_ATTR void pack() {
        if (retired_ == 0) return;
        const D d;
        size_t to = 0;
        for (size_t k = 0; k < group_count_; ++k)
            for (size_t u = 0; u < kVectors; ++u) {
                const size_t from = k * kLanes + u * kWidth;
                const M active = groups_[k].active.load(u);
                for (T* numbers : {batch_.re, batch_.im, batch_.c_re, batch_.c_im})
                    hn::StoreU(compressed(hn::Load(d, numbers + from), active), d, numbers + to);
                batch_.targets.pack(from, hn::RebindMask(hn::RebindToUnsigned<D>(), active),
                                    batch_.targets, to);
                to += hn::CountTrue(d, active);
            }
        batch_.count = to;
        reset_groups();
    }

    void report(size_t started) {
        const auto done = static_cast<std::int64_t>(started - batch_.count);
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
    size_t retired_ = 0;  // pixels of the batch
    size_t group_count_ = 0;
    VectorGroup groups_[PixelBatch<T>::kGroups];
    bool many_escape_[mandelbrot::first_kept_block] = {};  // at this age, a while ago
    alignas(64) T start_re_[PixelBatch<T>::kCapacity];     // the states before the last block
    alignas(64) T start_im_[PixelBatch<T>::kCapacity];
    alignas(64) T steps_[PixelBatch<T>::kCapacity];  // taken in the last block
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
