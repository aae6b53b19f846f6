// The lanes: pixels iterated in SIMD, one target's version per inclusion (Highway's pattern).
//
// kVectors vectors are stepped interleaved, to hide the latency of the fused multiply-adds. Every
// lane has a pixel of its own, one that outlived its first blocks. After a block of steps there is
// one test; a lane whose pixel escaped hands the block's start to the replay queue and takes the
// next pixel, so it is never idle, and the replay too is run in full vectors. Two such groups take
// turns: what happened in one is dealt with while the other's block still occupies the processor.
#if defined(MARIANI_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_LANES_INL
#undef MARIANI_LANES_INL
#else
#define MARIANI_LANES_INL
#endif

#include "compute/workloads/mandelbrot/cpu/first_blocks-inl.hpp"
#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/cpu/proof_queue-inl.hpp"
#include "compute/workloads/mandelbrot/cpu/replay_queue-inl.hpp"
#include "compute/workloads/mandelbrot/cpu/vector_formula-inl.hpp"
#include "compute/workloads/mandelbrot/point.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

template <typename T, bool kShortcuts>
class Lanes {
  public:
    Lanes(const Canvas<T>& canvas, std::span<const PixelRun> runs,
          std::span<std::int64_t> iterations)
        : canvas_(canvas),
          iterations_(iterations),
          blocks_(mandelbrot::block_count(canvas.elements.dwell_limit)),
          replays_(canvas, iterations),
          first_blocks_(canvas, runs, iterations, replays_) {}

    // False when a stop cut it short.
    HWY_ATTR bool run() {
        do {
            for (auto& group : groups_) {
                group.active = kLanes;
                for (size_t lane = 0; lane < kLanes; ++lane) refill(group, lane);
            }
            if (!run_blocks()) return false;
            prove();
        } while (!unproven_.empty());
        replays_.flush();
        return !poll();
    }

  private:
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    using M = hn::Mask<D>;
    static constexpr size_t kWidth = HWY_LANES(T);
    static constexpr size_t kLanes = kVectors * kWidth;
    static constexpr std::uint32_t kBlocksBetweenPolls = 256;  // some 10 us

    // The pixels of kVectors vectors, stepped together. Times are in blocks of the group, modulo
    // 2^32: only their differences count.
    struct Group {
        alignas(64) T re[kLanes];
        alignas(64) T im[kLanes];
        alignas(64) T start_re[kLanes];  // the state before the last block
        alignas(64) T start_im[kLanes];
        alignas(64) T c_re[kLanes];
        alignas(64) T c_im[kLanes];
        alignas(64) T kept_re[kLanes];  // Brent's
        alignas(64) T kept_im[kLanes];
        alignas(64) T near[kLanes];  // how near to it a proof is tried
        alignas(64) std::uint32_t start_block[kLanes];
        alignas(64) std::uint32_t due[kLanes];  // when the pixel is inside or its state to be kept
        Target target[kLanes];
        size_t active = 0;
        std::uint32_t now = 0;
        std::uint32_t next_due = kNever;  // no lane is due before

        // What happened in the last block: pixels that escaped, and pixels that came back near to
        // their kept state.
        LaneSet<T> escaped;
        LaneSet<T> returned;
    };

    // Until no lane has a pixel. False when a stop cut it short.
    HWY_INLINE bool run_blocks() {
        for (std::uint32_t block = 1; active() > 0; ++block) {
            for (auto& group : groups_) {
                if (group.active == 0) continue;
                handle_events(group);
                advance(group);
            }
            if (block % kBlocksBetweenPolls == 0 && poll()) return false;
        }
        return true;
    }

    // Runs one block in every lane of the group.
    HWY_INLINE void advance(Group& group) {
        const D d;
        V re[kVectors], im[kVectors];
        for (size_t u = 0; u < kVectors; ++u) {
            re[u] = hn::Load(d, group.re + u * kWidth);
            im[u] = hn::Load(d, group.im + u * kWidth);
            hn::Store(re[u], d, group.start_re + u * kWidth);
            hn::Store(im[u], d, group.start_im + u * kWidth);
        }
        step_block<mandelbrot::block_steps>(re, im, group.c_re, group.c_im);
        for (size_t u = 0; u < kVectors; ++u) {
            const size_t at = u * kWidth;
            group.escaped.store(u, hn::Not(less(norm(re[u], im[u]), hn::Set(d, T(4)))));
            if constexpr (kShortcuts) group.returned.store(u, near_kept(group, at, re[u], im[u]));
            hn::Store(re[u], d, group.re + at);
            hn::Store(im[u], d, group.im + at);
        }
        ++group.now;
    }

    HWY_INLINE M near_kept(const Group& group, size_t at, V re, V im) const {
        const D d;
        const V near = hn::Load(d, group.near + at);
        return hn::And(less(hn::Abs(hn::Sub(re, hn::Load(d, group.kept_re + at))), near),
                       less(hn::Abs(hn::Sub(im, hn::Load(d, group.kept_im + at))), near));
    }

    // In this order: no kept state is an escaped one, and what has escaped is not due any more.
    HWY_INLINE void handle_events(Group& group) {
        if constexpr (kShortcuts)
            if (group.returned.any()) handle_returned(group);
        if (group.escaped.any()) handle_escaped(group);
        if (group.now == group.next_due) handle_due(group);
    }

    HWY_NOINLINE HWY_ATTR void handle_escaped(Group& group) {
        group.escaped.for_each([&](size_t lane) HWY_ATTR {
            const std::uint32_t steps = (age(group, lane) - 1) * mandelbrot::block_steps;
            replays_.put({group.start_re[lane], group.start_im[lane], group.c_re[lane],
                          group.c_im[lane], static_cast<T>(steps)},
                         group.target[lane]);
            ++done_;
            refill(group, lane);
        });
    }

    // A pixel that is back at its kept state is periodic, so inside the set. One that is near it
    // waits outside of the lanes for a proof, unless it is due now, which it would miss there.
    HWY_NOINLINE HWY_ATTR void handle_returned(Group& group) {
        group.returned.for_each([&](size_t lane) HWY_ATTR {
            const T re = group.re[lane], im = group.im[lane];
            const T kept_re = group.kept_re[lane], kept_im = group.kept_im[lane];
            const T distance = std::max(std::abs(re - kept_re), std::abs(im - kept_im));
            if (distance == 0) {
                retire_inside(group, lane);
                return;
            }
            if (group.due[lane] == group.now) return;
            proofs_.put({re, im, group.c_re[lane], group.c_im[lane], kept_re, kept_im, distance,
                         group.target[lane], age(group, lane),
                         group.due[lane] - group.start_block[lane]});
            if (proofs_.full()) prove();
            refill(group, lane);
        });
    }

    // What is trapped is inside the set; the others go back into the lanes.
    HWY_NOINLINE HWY_ATTR void prove() {
        proofs_.prove([&](const NearReturn<T>& pixel, bool trapped, std::uint32_t steps) HWY_ATTR {
            count_work(pixel.target, steps);
            if (trapped)
                paint_inside(pixel.target, pixel.age);
            else
                unproven_.push_back(pixel);
        });
    }

    HWY_NOINLINE HWY_ATTR void handle_due(Group& group) {
        const hn::ScalableTag<std::uint32_t> d;
        const auto now = hn::Set(d, group.now);
        for (size_t first = 0; first < kLanes; first += hn::Lanes(d)) {
            const auto due = hn::Eq(hn::Load(d, group.due + first), now);
            for (std::uint32_t left = mask_bits(d, due); left != 0; left &= left - 1) {
                const size_t lane = first + static_cast<size_t>(std::countr_zero(left));
                if (age(group, lane) == blocks_)
                    retire_inside(group, lane);
                else
                    keep_state(group, lane);
            }
        }
        auto soonest = hn::Set(d, kNever);
        for (size_t first = 0; first < kLanes; first += hn::Lanes(d))
            soonest = hn::Min(soonest, hn::Sub(hn::Load(d, group.due + first), now));
        group.next_due = group.now + hn::GetLane(hn::MinOfLanes(d, soonest));
    }

    // Brent: the state to come back to moves on whenever the pixel's age has doubled.
    HWY_INLINE void keep_state(Group& group, size_t lane) {
        group.kept_re[lane] = group.re[lane];
        group.kept_im[lane] = group.im[lane];
        group.near[lane] = mandelbrot::proof_distance<T>;
        group.due[lane] = group.start_block[lane] + std::min(2 * age(group, lane), blocks_);
    }

    HWY_INLINE void retire_inside(Group& group, size_t lane) {
        paint_inside(group.target[lane], age(group, lane));
        refill(group, lane);
    }

    HWY_INLINE void paint_inside(Target target, std::uint32_t age) {
        canvas_.dwells[target.index] = canvas_.elements.dwell_limit;
        if (canvas_.fractions) canvas_.fractions[target.index] = 0;
        count_work(target, std::min(age * mandelbrot::block_steps, canvas_.elements.dwell_limit));
        ++done_;
    }

    HWY_INLINE void count_work(Target target, std::uint32_t iterations) {
        canvas_.count_work(target.index, iterations);
        iterations_[target.owner] += iterations;
    }

    // Gives the lane the next pixel, if there is one.
    HWY_INLINE void refill(Group& group, size_t lane) {
        if (kShortcuts && HWY_UNLIKELY(!unproven_.empty())) {
            resume(group, lane, unproven_.back());
            unproven_.pop_back();
            return;
        }
        const auto& batch = first_blocks_.batch();
        if (HWY_UNLIKELY(taken_ == batch.count)) {
            if (!exhausted_) first_blocks_.next_batch();
            taken_ = 0;
            exhausted_ = batch.count == 0;
            if (exhausted_) {
                idle(group, lane);
                return;
            }
        }
        const size_t i = taken_++;
        group.re[lane] = batch.re[i];
        group.im[lane] = batch.im[i];
        group.c_re[lane] = batch.c_re[i];
        group.c_im[lane] = batch.c_im[i];
        group.target[lane] = batch.targets.get(i);
        group.start_block[lane] = group.now - first_blocks_.age();
        if (kShortcuts && first_blocks_.age() == mandelbrot::first_kept_block) {
            keep_state(group, lane);
        } else {
            group.kept_re[lane] = group.kept_im[lane] = mandelbrot::never_reached;
            group.near[lane] = mandelbrot::proof_distance<T>;
            group.due[lane] = group.start_block[lane] + first_due();
        }
        note_due(group, lane);
    }

    HWY_INLINE void resume(Group& group, size_t lane, const NearReturn<T>& pixel) {
        group.re[lane] = pixel.re;
        group.im[lane] = pixel.im;
        group.c_re[lane] = pixel.c_re;
        group.c_im[lane] = pixel.c_im;
        group.kept_re[lane] = pixel.kept_re;
        group.kept_im[lane] = pixel.kept_im;
        group.near[lane] = pixel.distance * mandelbrot::proof_retry_factor<T>;
        group.target[lane] = pixel.target;
        group.start_block[lane] = group.now - pixel.age;
        group.due[lane] = group.start_block[lane] + pixel.due;
        note_due(group, lane);
    }

    HWY_INLINE void note_due(Group& group, size_t lane) {
        group.next_due =
            group.now + std::min(group.next_due - group.now, group.due[lane] - group.now);
    }

    // z = c = 0 stays where it is, for ever.
    HWY_INLINE void idle(Group& group, size_t lane) {
        group.re[lane] = group.im[lane] = group.c_re[lane] = group.c_im[lane] = 0;
        group.kept_re[lane] = group.kept_im[lane] = mandelbrot::never_reached;
        group.near[lane] = mandelbrot::proof_distance<T>;
        group.due[lane] = group.now + kNever;
        --group.active;
    }

    static std::uint32_t age(const Group& group, size_t lane) {
        return group.now - group.start_block[lane];
    }

    std::uint32_t first_due() const {
        return kShortcuts ? std::min(mandelbrot::first_kept_block, blocks_) : blocks_;
    }

    size_t active() const {
        size_t sum = 0;
        for (const auto& group : groups_) sum += group.active;
        return sum;
    }

    bool poll() {
        canvas_.progress->pixels_done.fetch_add(std::exchange(done_, 0), std::memory_order_relaxed);
        return canvas_.stop.stop_requested();
    }

    static constexpr std::uint32_t kNever = 0x7FFFFFFF;  // longer than any pixel lives

    const Canvas<T>& canvas_;
    std::span<std::int64_t> iterations_;
    const std::uint32_t blocks_;  // after how many a pixel is inside
    std::int64_t done_ = 0;
    size_t taken_ = 0;        // of the first blocks' batch
    bool exhausted_ = false;  // no pixel comes any more
    Group groups_[kGroups];
    ReplayQueue<T> replays_;
    ProofQueue<T> proofs_;
    std::vector<NearReturn<T>> unproven_;  // those that go on: never more than the queue has
    FirstBlocks<T, kShortcuts> first_blocks_;
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
