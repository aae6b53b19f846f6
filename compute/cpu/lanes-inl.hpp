// The lanes: pixels iterated in SIMD, one target's version per inclusion (Highway's pattern).
//
// kVectors vectors are stepped interleaved, to hide the latency of the fused multiply-adds. Every
// lane has a pixel of its own. After a block of steps there is one test; a lane whose pixel escaped
// hands the block's start to the replay queue and takes the next pixel, so it is never idle, and
// the replay too is run in full vectors. Two such groups take turns: what happened in one is dealt
// with while the other's block still occupies the processor.
#if defined(MARIANI_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_LANES_INL
#undef MARIANI_LANES_INL
#else
#define MARIANI_LANES_INL
#endif

#include "compute/cpu/canvas.hpp"
#include "compute/cpu/fresh_pixels-inl.hpp"
#include "compute/cpu/replay_queue-inl.hpp"
#include "compute/cpu/vector_formula-inl.hpp"
#include "compute/kernel/dwell.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace mariani::cpu {
namespace HWY_NAMESPACE {

// Some of the lanes of kCount vectors of kWidth lanes.
template <size_t kCount, size_t kWidth>
class LaneSet {
  public:
    template <class D>
    HWY_INLINE void store(D d, size_t u, hn::Mask<D> mask) {
        hn::StoreMaskBits(d, mask, bytes_ + u * kBytes);
    }

    HWY_INLINE bool any(size_t u) const {
        std::uint8_t bits = 0;
        for (size_t i = 0; i < kBytes; ++i) bits |= bytes_[u * kBytes + i];
        return bits != 0;
    }

    // Returns how many there are.
    template <class Body>
    HWY_INLINE int for_each(const Body& body) const {
        int count = 0;
        for (size_t word = 0; word < kWords; ++word) {
            std::uint64_t left;
            std::memcpy(&left, bytes_ + word * sizeof left, sizeof left);
            count += std::popcount(left);
            for (; left != 0; left &= left - 1) {
                const size_t bit = word * 64 + static_cast<size_t>(std::countr_zero(left));
                body(bit / (kBytes * 8) * kWidth + bit % (kBytes * 8));
            }
        }
        return count;
    }

  private:
    static constexpr size_t kBytes = (kWidth + 7) / 8;
    static constexpr size_t kWords = (kCount * kBytes + 7) / 8;
    std::uint8_t bytes_[kWords * 8] = {};
};

template <typename T, bool kShortcuts>
class Lanes {
  public:
    Lanes(const Canvas<T>& canvas, std::span<const PixelRun> runs,
          std::span<std::int64_t> iterations)
        : canvas_(canvas),
          iterations_(iterations),
          blocks_(static_cast<T>(kernel::block_count(canvas.dwell_limit))),
          first_event_(kShortcuts ? std::min(T(kernel::first_kept_block), blocks_) : blocks_),
          fresh_(canvas, runs),
          replays_(canvas, iterations) {}

    // False when a stop cut it short.
    HWY_ATTR bool run() {
        for (auto& group : groups_)
            for (size_t lane = 0; lane < kLanes; ++lane) refill(group, lane, fresh_.taken);
        for (std::uint32_t block = 1; active_ > 0; ++block) {
            for (auto& group : groups_) {
                handle_events(group);
                advance(group);
            }
            if (block % kBlocksBetweenPolls == 0 && poll()) return false;
        }
        replays_.flush();
        poll();
        return true;
    }

  private:
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    using M = hn::Mask<D>;
    static constexpr size_t kWidth = HWY_LANES(T);
    static constexpr size_t kLanes = kVectors * kWidth;
    static constexpr std::uint32_t kBlocksBetweenPolls = 256;  // some 10 us

    // The pixels of kVectors vectors, stepped together.
    struct Group {
        alignas(64) T re[kLanes];
        alignas(64) T im[kLanes];
        alignas(64) T start_re[kLanes];  // the state before the last block
        alignas(64) T start_im[kLanes];
        alignas(64) T c_re[kLanes];
        alignas(64) T c_im[kLanes];
        alignas(64) T kept_re[kLanes];  // Brent's
        alignas(64) T kept_im[kLanes] = {};
        alignas(64) T age[kLanes] = {};    // in blocks
        alignas(64) T next_event[kLanes];  // the age at which something is due
        Target target[kLanes];

        // What happened in the last block: pixels that escaped, and pixels which are inside or
        // whose state is to be kept.
        LaneSet<kVectors, kWidth> escaped;
        LaneSet<kVectors, kWidth> due;
        bool any_escaped = false;
        bool any_due = false;
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
        for (std::uint32_t i = 0; i < kernel::block_steps; ++i)
            for (size_t u = 0; u < kVectors; ++u)
                step(re[u], im[u], hn::Load(d, group.c_re + u * kWidth),
                     hn::Load(d, group.c_im + u * kWidth));
        const V four = hn::Set(d, T(4)), one = hn::Set(d, T(1));
        M any_escaped = hn::MaskFromVec(hn::Zero(d)), any_due = any_escaped;
        for (size_t u = 0; u < kVectors; ++u) {
            const size_t at = u * kWidth;
            const V age = hn::Add(hn::Load(d, group.age + at), one);
            const M escaped = hn::Not(less(norm(re[u], im[u]), four));
            M due = hn::Eq(age, hn::Load(d, group.next_event + at));
            if constexpr (kShortcuts) due = hn::Or(due, returned(group, at, re[u], im[u]));
            any_escaped = hn::Or(any_escaped, escaped);
            any_due = hn::Or(any_due, due);
            group.escaped.store(d, u, escaped);
            group.due.store(d, u, due);
            hn::Store(age, d, group.age + at);
            hn::Store(re[u], d, group.re + at);
            hn::Store(im[u], d, group.im + at);
        }
        group.any_escaped = !hn::AllFalse(d, any_escaped);
        group.any_due = !hn::AllFalse(d, any_due);
    }

    // In this order: a lane that is refilled has no other event.
    HWY_INLINE void handle_events(Group& group) {
        if (group.any_due) handle_due(group);
        if (group.any_escaped) handle_escaped(group);
    }

    // The lanes of a vector that came back to their kept state: periodic, so inside the set.
    HWY_INLINE M returned(const Group& group, size_t at, V re, V im) const {
        const D d;
        return hn::And(hn::Eq(re, hn::Load(d, group.kept_re + at)),
                       hn::Eq(im, hn::Load(d, group.kept_im + at)));
    }

    // The counters of the queues are kept in registers meanwhile.
    HWY_NOINLINE HWY_ATTR void handle_escaped(Group& group) {
        size_t waiting = replays_.count, taken = fresh_.taken;
        done_ += group.escaped.for_each([&](size_t lane) HWY_ATTR {
            replays_.put(waiting,
                         {group.start_re[lane], group.start_im[lane], group.c_re[lane],
                          group.c_im[lane], (group.age[lane] - 1) * T(kernel::block_steps)},
                         group.target[lane]);
            if (++waiting == replays_.capacity) {
                replays_.count = waiting;
                replays_.flush();
                waiting = 0;
            }
            refill(group, lane, taken);
        });
        replays_.count = waiting;
        fresh_.taken = taken;
    }

    HWY_NOINLINE HWY_ATTR void handle_due(Group& group) {
        const D d;
        LaneSet<kVectors, kWidth> inside;
        for (size_t u = 0; u < kVectors; ++u) {
            if (!group.due.any(u)) continue;
            const size_t at = u * kWidth;
            const V re = hn::Load(d, group.re + at), im = hn::Load(d, group.im + at);
            const V age = hn::Load(d, group.age + at);
            const M due = hn::Eq(age, hn::Load(d, group.next_event + at));
            M ended = hn::And(due, hn::Eq(age, hn::Set(d, blocks_)));
            if constexpr (kShortcuts) ended = hn::Or(ended, returned(group, at, re, im));
            inside.store(d, u, hn::And(ended, less(norm(re, im), hn::Set(d, T(4)))));
            if constexpr (kShortcuts) keep_states(group, at, due);
        }
        size_t taken = fresh_.taken;
        done_ += inside.for_each([&](size_t lane) HWY_ATTR {
            retire_inside(group, lane);
            refill(group, lane, taken);
        });
        fresh_.taken = taken;
    }

    // Brent: the state to come back to moves on whenever the pixel's age has doubled.
    HWY_INLINE void keep_states(Group& group, size_t at, M due) {
        const D d;
        const V next = hn::Load(d, group.next_event + at);
        const V doubled = hn::Min(hn::Add(next, next), hn::Set(d, blocks_));
        hn::Store(hn::IfThenElse(due, doubled, next), d, group.next_event + at);
        for (auto [state, kept] : {std::pair{group.re, group.kept_re}, {group.im, group.kept_im}})
            hn::Store(hn::IfThenElse(due, hn::Load(d, state + at), hn::Load(d, kept + at)), d,
                      kept + at);
    }

    HWY_INLINE void retire_inside(const Group& group, size_t lane) {
        const auto [index, owner] = group.target[lane];
        canvas_.dwells[index] = canvas_.dwell_limit;
        if (canvas_.fractions) canvas_.fractions[index] = 0;
        const auto steps = static_cast<std::uint32_t>(group.age[lane]) * kernel::block_steps;
        iterations_[owner] += std::min(steps, canvas_.dwell_limit);
    }

    // Gives the lane the next pixel, if there is one.
    HWY_INLINE void refill(Group& group, size_t lane, size_t& taken) {
        if (HWY_UNLIKELY(taken == fresh_.count)) {
            taken = 0;
            if (!fresh_.produce()) {
                idle(group, lane);
                return;
            }
        }
        const auto pixel = fresh_.pixel(taken++);
        group.re[lane] = group.c_re[lane] = pixel.c_re;
        group.im[lane] = group.c_im[lane] = pixel.c_im;
        group.kept_re[lane] = kernel::never_reached;
        group.age[lane] = 0;
        group.next_event[lane] = first_event_;
        group.target[lane] = pixel.target;
    }

    // z = c = 0 stays where it is, for ever.
    HWY_INLINE void idle(Group& group, size_t lane) {
        group.re[lane] = group.im[lane] = group.c_re[lane] = group.c_im[lane] = 0;
        group.kept_re[lane] = kernel::never_reached;
        group.next_event[lane] = kNever;
        --active_;
    }

    bool poll() {
        const std::int64_t done = done_ + fresh_.take_culled();
        canvas_.progress->pixels_done.fetch_add(done, std::memory_order_relaxed);
        done_ = 0;
        return canvas_.stop.stop_requested();
    }

    static constexpr T kNever = -1;  // no age

    const Canvas<T>& canvas_;
    std::span<std::int64_t> iterations_;
    T blocks_;  // after how many a pixel is inside
    T first_event_;
    size_t active_ = kGroups * kLanes;
    std::int64_t done_ = 0;
    Group groups_[kGroups];
    FreshPixels<T, kShortcuts> fresh_;
    ReplayQueue<T> replays_;
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::cpu
HWY_AFTER_NAMESPACE();

#endif
