// The lanes: pixels iterated in SIMD, one target's version per inclusion (Highway's pattern).
//
// kVectors vectors are stepped interleaved, to hide the latency of the fused multiply-adds. Every
// lane has a pixel of its own. After a block of steps there is one test; a lane whose pixel escaped
// hands the block's start to the replay queue and takes the next pixel, so it is never idle, and
// the replay too is run in full vectors.
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

// Some of the lanes of `vectors` vectors of `width` lanes.
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

    HWY_ATTR bool run() {
        for (size_t lane = 0; lane < kLanes; ++lane) refill(lane, fresh_.taken);
        for (std::uint32_t block = 1; active_ > 0; ++block) {
            const Events events = advance();
            // In this order: a lane that is refilled has no other event.
            if (events.due) handle_due();
            if (events.escaped) handle_escaped();
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

    struct Events {
        bool escaped;
        bool due;  // a pixel is inside, or its state is to be kept
    };

    // Runs one block in every lane, and tells whether something happened in any.
    HWY_INLINE Events advance() {
        const D d;
        V re[kVectors], im[kVectors];
        for (size_t u = 0; u < kVectors; ++u) {
            re[u] = hn::Load(d, re_ + u * kWidth);
            im[u] = hn::Load(d, im_ + u * kWidth);
            hn::Store(re[u], d, start_re_ + u * kWidth);
            hn::Store(im[u], d, start_im_ + u * kWidth);
        }
        for (std::uint32_t i = 0; i < kernel::block_steps; ++i)
            for (size_t u = 0; u < kVectors; ++u)
                step(re[u], im[u], hn::Load(d, c_re_ + u * kWidth),
                     hn::Load(d, c_im_ + u * kWidth));
        const V four = hn::Set(d, T(4)), one = hn::Set(d, T(1));
        M any_escaped = hn::MaskFromVec(hn::Zero(d)), any_due = any_escaped;
        for (size_t u = 0; u < kVectors; ++u) {
            const size_t at = u * kWidth;
            const V age = hn::Add(hn::Load(d, age_ + at), one);
            const M escaped = hn::Not(less(norm(re[u], im[u]), four));
            M due = hn::Eq(age, hn::Load(d, next_event_ + at));
            if constexpr (kShortcuts) due = hn::Or(due, returned(u, re[u], im[u]));
            any_escaped = hn::Or(any_escaped, escaped);
            any_due = hn::Or(any_due, due);
            escaped_.store(d, u, escaped);
            due_.store(d, u, due);
            hn::Store(age, d, age_ + at);
            hn::Store(re[u], d, re_ + at);
            hn::Store(im[u], d, im_ + at);
        }
        return {!hn::AllFalse(d, any_escaped), !hn::AllFalse(d, any_due)};
    }

    // The lanes of a vector that came back to their kept state: periodic, so inside the set.
    HWY_INLINE M returned(size_t u, V re, V im) const {
        const D d;
        return hn::And(hn::Eq(re, hn::Load(d, kept_re_ + u * kWidth)),
                       hn::Eq(im, hn::Load(d, kept_im_ + u * kWidth)));
    }

    // The counters of the queues are kept in registers meanwhile.
    HWY_INLINE void handle_escaped() {
        size_t waiting = replays_.count, taken = fresh_.taken;
        done_ += escaped_.for_each([&](size_t lane) HWY_ATTR {
            replays_.put(waiting,
                         {start_re_[lane], start_im_[lane], c_re_[lane], c_im_[lane],
                          (age_[lane] - 1) * T(kernel::block_steps)},
                         target_[lane]);
            if (++waiting == replays_.capacity) {
                replays_.count = waiting;
                replays_.flush();
                waiting = 0;
            }
            refill(lane, taken);
        });
        replays_.count = waiting;
        fresh_.taken = taken;
    }

    HWY_NOINLINE HWY_ATTR void handle_due() {
        const D d;
        LaneSet<kVectors, kWidth> inside;
        for (size_t u = 0; u < kVectors; ++u) {
            if (!due_.any(u)) continue;
            const size_t at = u * kWidth;
            const V re = hn::Load(d, re_ + at), im = hn::Load(d, im_ + at);
            const V age = hn::Load(d, age_ + at);
            const M due = hn::Eq(age, hn::Load(d, next_event_ + at));
            M ended = hn::And(due, hn::Eq(age, hn::Set(d, blocks_)));
            if constexpr (kShortcuts) ended = hn::Or(ended, returned(u, re, im));
            inside.store(d, u, hn::And(ended, less(norm(re, im), hn::Set(d, T(4)))));
            if constexpr (kShortcuts) keep_states(u, due);
        }
        size_t taken = fresh_.taken;
        done_ += inside.for_each([&](size_t lane) HWY_ATTR {
            retire_inside(lane);
            refill(lane, taken);
        });
        fresh_.taken = taken;
    }

    // Brent: the state to come back to moves on whenever the pixel's age has doubled.
    HWY_INLINE void keep_states(size_t u, M due) {
        const D d;
        const size_t at = u * kWidth;
        const V next = hn::Load(d, next_event_ + at);
        const V doubled = hn::Min(hn::Add(next, next), hn::Set(d, blocks_));
        hn::Store(hn::IfThenElse(due, doubled, next), d, next_event_ + at);
        for (auto [state, kept] : {std::pair{re_, kept_re_}, {im_, kept_im_}})
            hn::Store(hn::IfThenElse(due, hn::Load(d, state + at), hn::Load(d, kept + at)), d,
                      kept + at);
    }

    HWY_INLINE void retire_inside(size_t lane) {
        const auto [index, owner] = target_[lane];
        canvas_.dwells[index] = canvas_.dwell_limit;
        if (canvas_.fractions) canvas_.fractions[index] = 0;
        const auto steps = static_cast<std::uint32_t>(age_[lane]) * kernel::block_steps;
        iterations_[owner] += std::min(steps, canvas_.dwell_limit);
    }

    // Gives the lane the next pixel, if there is one.
    HWY_INLINE void refill(size_t lane, size_t& taken) {
        if (HWY_UNLIKELY(taken == fresh_.count)) {
            taken = 0;
            if (!fresh_.produce()) {
                idle(lane);
                return;
            }
        }
        const auto pixel = fresh_.pixel(taken++);
        re_[lane] = c_re_[lane] = pixel.c_re;
        im_[lane] = c_im_[lane] = pixel.c_im;
        kept_re_[lane] = kernel::never_reached;
        age_[lane] = 0;
        next_event_[lane] = first_event_;
        target_[lane] = pixel.target;
    }

    // z = c = 0 stays where it is, for ever.
    HWY_INLINE void idle(size_t lane) {
        re_[lane] = im_[lane] = c_re_[lane] = c_im_[lane] = 0;
        kept_re_[lane] = kernel::never_reached;
        next_event_[lane] = kNever;
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
    size_t active_ = kLanes;
    std::int64_t done_ = 0;
    alignas(64) T re_[kLanes];
    alignas(64) T im_[kLanes];
    alignas(64) T start_re_[kLanes];  // the state before the block
    alignas(64) T start_im_[kLanes];
    alignas(64) T c_re_[kLanes];
    alignas(64) T c_im_[kLanes];
    alignas(64) T kept_re_[kLanes];
    alignas(64) T kept_im_[kLanes] = {};
    alignas(64) T age_[kLanes] = {};  // in blocks
    alignas(64) T next_event_[kLanes];
    Target target_[kLanes];
    LaneSet<kVectors, kWidth> escaped_;  // in the last block
    LaneSet<kVectors, kWidth> due_;
    FreshPixels<T, kShortcuts> fresh_;
    ReplayQueue<T> replays_;
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::cpu
HWY_AFTER_NAMESPACE();

#endif
