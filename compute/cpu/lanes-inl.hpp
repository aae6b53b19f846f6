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
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace mariani::cpu {
namespace HWY_NAMESPACE {

// The interleave that measured fastest with the target's registers.
#if HWY_TARGET == HWY_AVX2
inline constexpr size_t kVectors = 4;
#else
inline constexpr size_t kVectors = 6;
#endif

template <typename T, bool kShortcuts>
class Lanes {
  public:
    Lanes(const Canvas<T>& canvas, std::span<const PixelRun> runs,
          std::span<std::int64_t> iterations)
        : canvas_(canvas),
          iterations_(iterations),
          fresh_(canvas, runs),
          replays_(canvas, iterations),
          blocks_(static_cast<T>(kernel::block_count(canvas.dwell_limit))) {
        std::fill_n(next_event_, kLanes, kNever);
    }

    HWY_ATTR bool run() {
        for (size_t lane = 0; lane < kLanes; ++lane) refill(lane);
        for (std::uint32_t block = 1; active_ > 0; ++block) {
            if (advance())
                for (size_t u = 0; u < kVectors; ++u) handle_events(u);
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

    // Runs one block in every lane. True when something happened in any.
    HWY_INLINE bool advance() {
        const D d;
        const T* from_re = re_[current_];
        const T* from_im = im_[current_];
        current_ ^= 1;
        V re[kVectors], im[kVectors];
        for (size_t u = 0; u < kVectors; ++u) {
            re[u] = hn::Load(d, from_re + u * kWidth);
            im[u] = hn::Load(d, from_im + u * kWidth);
        }
        for (std::uint32_t i = 0; i < kernel::block_steps; ++i)
            for (size_t u = 0; u < kVectors; ++u)
                step(re[u], im[u], hn::Load(d, c_re_ + u * kWidth),
                     hn::Load(d, c_im_ + u * kWidth));
        const V four = hn::Set(d, T(4)), one = hn::Set(d, T(1));
        M any = hn::MaskFromVec(hn::Zero(d));
        for (size_t u = 0; u < kVectors; ++u) {
            const size_t at = u * kWidth;
            const V age = hn::Add(hn::Load(d, age_ + at), one);
            M event = hn::Or(hn::Not(less(norm(re[u], im[u]), four)),
                             hn::Eq(age, hn::Load(d, next_event_ + at)));
            if constexpr (kShortcuts) event = hn::Or(event, returned(u, re[u], im[u]));
            any = hn::Or(any, event);
            hn::Store(age, d, age_ + at);
            hn::Store(re[u], d, re_[current_] + at);
            hn::Store(im[u], d, im_[current_] + at);
        }
        return !hn::AllFalse(d, any);
    }

    // The lanes of a vector that came back to their kept state: periodic, so inside the set.
    HWY_INLINE M returned(size_t u, V re, V im) const {
        const D d;
        return hn::And(hn::Eq(re, hn::Load(d, kept_re_ + u * kWidth)),
                       hn::Eq(im, hn::Load(d, kept_im_ + u * kWidth)));
    }

    HWY_INLINE void handle_events(size_t u) {
        const D d;
        const size_t at = u * kWidth;
        const V re = hn::Load(d, re_[current_] + at), im = hn::Load(d, im_[current_] + at);
        const V age = hn::Load(d, age_ + at);
        const M due = hn::Eq(age, hn::Load(d, next_event_ + at));
        const std::uint32_t escaped = mask_bits(d, hn::Not(less(norm(re, im), hn::Set(d, T(4)))));
        std::uint32_t inside = mask_bits(d, hn::And(due, hn::Eq(age, hn::Set(d, blocks_))));
        if constexpr (kShortcuts) inside |= mask_bits(d, returned(u, re, im));
        inside &= ~escaped;
        if constexpr (kShortcuts) keep_states(u, due);
        for (std::uint32_t left = escaped; left != 0; left &= left - 1)
            escape(at + static_cast<size_t>(std::countr_zero(left)));
        for (std::uint32_t left = inside; left != 0; left &= left - 1)
            retire_inside(at + static_cast<size_t>(std::countr_zero(left)));
        for (std::uint32_t left = escaped | inside; left != 0; left &= left - 1)
            refill(at + static_cast<size_t>(std::countr_zero(left)));
    }

    // Brent: the state to come back to moves on whenever the pixel's age has doubled.
    HWY_INLINE void keep_states(size_t u, M due) {
        const D d;
        const size_t at = u * kWidth;
        const V next = hn::Load(d, next_event_ + at);
        const V doubled = hn::Min(hn::Add(next, next), hn::Set(d, blocks_));
        hn::Store(hn::IfThenElse(due, doubled, next), d, next_event_ + at);
        for (auto [state, kept] : {std::pair{re_[current_], kept_re_}, {im_[current_], kept_im_}})
            hn::Store(hn::IfThenElse(due, hn::Load(d, state + at), hn::Load(d, kept + at)), d,
                      kept + at);
    }

    HWY_INLINE void escape(size_t lane) {
        const size_t start = current_ ^ 1;
        replays_.push({re_[start][lane], im_[start][lane], c_re_[lane], c_im_[lane],
                       (age_[lane] - 1) * T(kernel::block_steps)},
                      {index_[lane], owner_[lane]});
        ++done_;
    }

    HWY_INLINE void retire_inside(size_t lane) {
        canvas_.dwells[index_[lane]] = canvas_.dwell_limit;
        if (canvas_.fractions) canvas_.fractions[index_[lane]] = 0;
        const auto steps = static_cast<std::uint32_t>(age_[lane]) * kernel::block_steps;
        iterations_[owner_[lane]] += std::min(steps, canvas_.dwell_limit);
        ++done_;
    }

    HWY_INLINE void refill(size_t lane) {
        const bool was_active = next_event_[lane] != kNever;
        const bool fills = !fresh_.empty() || fresh_.produce();
        active_ += static_cast<int>(fills) - static_cast<int>(was_active);
        kept_re_[lane] = kept_im_[lane] = kernel::never_reached;
        age_[lane] = 0;
        if (!fills) {  // z = c = 0 stays where it is
            re_[current_][lane] = im_[current_][lane] = c_re_[lane] = c_im_[lane] = 0;
            next_event_[lane] = kNever;
            return;
        }
        const auto pixel = fresh_.take();
        re_[current_][lane] = c_re_[lane] = pixel.c_re;
        im_[current_][lane] = c_im_[lane] = pixel.c_im;
        index_[lane] = pixel.target.index;
        owner_[lane] = pixel.target.owner;
        next_event_[lane] = kShortcuts ? std::min(T(kernel::first_kept_block), blocks_) : blocks_;
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
    FreshPixels<T, kShortcuts> fresh_;
    ReplayQueue<T> replays_;
    T blocks_;  // after how many a pixel is inside
    int active_ = 0;
    std::int64_t done_ = 0;
    size_t current_ = 0;  // which state is the newest; the other one is the block's start
    alignas(64) T re_[2][kLanes] = {};
    alignas(64) T im_[2][kLanes] = {};
    alignas(64) T c_re_[kLanes];
    alignas(64) T c_im_[kLanes];
    alignas(64) T kept_re_[kLanes];
    alignas(64) T kept_im_[kLanes];
    alignas(64) T age_[kLanes];  // in blocks
    alignas(64) T next_event_[kLanes];
    std::uint32_t index_[kLanes];
    std::uint32_t owner_[kLanes];
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::cpu
HWY_AFTER_NAMESPACE();

#endif
