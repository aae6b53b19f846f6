// The lanes: pixels iterated in SIMD, one target's version per inclusion (Highway's pattern).
//
// kVectors vectors are stepped interleaved, to hide the latency of the fused multiply-adds. Every
// lane has a pixel of its own, one that outlived the nursery. After a block of steps there is one
// test; a lane whose pixel escaped hands the block's start to the replay queue and takes the next
// pixel, so it is never idle, and the replay too is run in full vectors. Two such groups take
// turns: what happened in one is dealt with while the other's block still occupies the processor.
#if defined(MARIANI_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_LANES_INL
#undef MARIANI_LANES_INL
#else
#define MARIANI_LANES_INL
#endif

#include "compute/cpu/canvas.hpp"
#include "compute/cpu/nursery-inl.hpp"
#include "compute/cpu/replay_queue-inl.hpp"
#include "compute/cpu/vector_formula-inl.hpp"
#include "compute/kernel/dwell.hpp"

#include <algorithm>
#include <bit>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace mariani::cpu {
namespace HWY_NAMESPACE {

template <typename T, bool kShortcuts>
class Lanes {
  public:
    Lanes(const Canvas<T>& canvas, std::span<const PixelRun> runs,
          std::span<std::int64_t> iterations)
        : canvas_(canvas),
          iterations_(iterations),
          blocks_(kernel::block_count(canvas.dwell_limit)),
          replays_(canvas, iterations),
          nursery_(canvas, runs, iterations, replays_) {}

    // False when a stop cut it short.
    HWY_ATTR bool run() {
        for (auto& group : groups_)
            for (size_t lane = 0; lane < kLanes; ++lane) refill(group, lane);
        for (std::uint32_t block = 1; active() > 0; ++block) {
            for (auto& group : groups_) {
                if (group.active == 0) continue;
                handle_events(group);
                advance(group);
            }
            if (block % kBlocksBetweenPolls == 0 && poll()) return false;
        }
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
        alignas(64) std::uint32_t born[kLanes];
        alignas(64) std::uint32_t due[kLanes];  // when the pixel is inside or its state to be kept
        Target target[kLanes];
        size_t active = kLanes;
        std::uint32_t now = 0;
        std::uint32_t next_due = kNever;  // no lane is due before

        // What happened in the last block: pixels that escaped, and pixels that may have come back
        // to their kept state.
        LaneSet<T> escaped;
        LaneSet<T> returned;
    };

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
        step_block<kernel::block_steps>(re, im, group.c_re, group.c_im);
        for (size_t u = 0; u < kVectors; ++u) {
            const size_t at = u * kWidth;
            group.escaped.store(u, hn::Not(less(norm(re[u], im[u]), hn::Set(d, T(4)))));
            if constexpr (kShortcuts)
                group.returned.store(u, hn::Eq(re[u], hn::Load(d, group.kept_re + at)));
            hn::Store(re[u], d, group.re + at);
            hn::Store(im[u], d, group.im + at);
        }
        ++group.now;
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
            const std::uint32_t steps = (age(group, lane) - 1) * kernel::block_steps;
            replays_.put({group.start_re[lane], group.start_im[lane], group.c_re[lane],
                          group.c_im[lane], static_cast<T>(steps)},
                         group.target[lane]);
            ++done_;
            refill(group, lane);
        });
    }

    // Pixels that came back to their kept state are periodic, so inside the set.
    HWY_NOINLINE HWY_ATTR void handle_returned(Group& group) {
        group.returned.for_each([&](size_t lane) HWY_ATTR {
            if (group.re[lane] == group.kept_re[lane] && group.im[lane] == group.kept_im[lane])
                retire_inside(group, lane);
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
        group.due[lane] = group.born[lane] + std::min(2 * age(group, lane), blocks_);
    }

    HWY_INLINE void retire_inside(Group& group, size_t lane) {
        const auto [index, owner] = group.target[lane];
        canvas_.dwells[index] = canvas_.dwell_limit;
        if (canvas_.fractions) canvas_.fractions[index] = 0;
        const auto steps = std::min(age(group, lane) * kernel::block_steps, canvas_.dwell_limit);
        canvas_.count_work(index, steps);
        iterations_[owner] += steps;
        ++done_;
        refill(group, lane);
    }

    // Gives the lane the next pixel, if there is one.
    HWY_INLINE void refill(Group& group, size_t lane) {
        const auto& batch = nursery_.batch();
        if (HWY_UNLIKELY(taken_ == batch.count)) {
            if (!exhausted_) nursery_.raise();
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
        group.born[lane] = group.now - nursery_.age();
        if (kShortcuts && nursery_.age() == kernel::first_kept_block) {
            keep_state(group, lane);
        } else {
            group.kept_re[lane] = kernel::never_reached;
            group.due[lane] = group.born[lane] + first_due();
        }
        group.next_due =
            group.now + std::min(group.next_due - group.now, group.due[lane] - group.now);
    }

    // z = c = 0 stays where it is, for ever.
    HWY_INLINE void idle(Group& group, size_t lane) {
        group.re[lane] = group.im[lane] = group.c_re[lane] = group.c_im[lane] = 0;
        group.kept_re[lane] = kernel::never_reached;
        group.due[lane] = group.now + kNever;
        --group.active;
    }

    static std::uint32_t age(const Group& group, size_t lane) {
        return group.now - group.born[lane];
    }

    std::uint32_t first_due() const {
        return kShortcuts ? std::min(kernel::first_kept_block, blocks_) : blocks_;
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
    size_t taken_ = 0;        // of the nursery's batch
    bool exhausted_ = false;  // no pixel comes any more
    Group groups_[kGroups];
    ReplayQueue<T> replays_;
    Nursery<T, kShortcuts> nursery_;
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::cpu
HWY_AFTER_NAMESPACE();

#endif
