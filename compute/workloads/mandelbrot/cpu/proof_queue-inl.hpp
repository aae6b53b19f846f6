// Pixels whose orbit nearly came back: proofs that it is trapped, tried in full vectors.
#if defined(MARIANI_PROOF_QUEUE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_PROOF_QUEUE_INL
#undef MARIANI_PROOF_QUEUE_INL
#else
#define MARIANI_PROOF_QUEUE_INL
#endif

#include "compute/workloads/mandelbrot/cpu/pixel_batch-inl.hpp"
#include "compute/workloads/mandelbrot/cpu/vector_formula-inl.hpp"
#include "compute/workloads/mandelbrot/trapping.hpp"

#include <cstdint>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

// A pixel whose state is `distance` away from its kept one. Ages are in blocks.
template <typename T>
struct NearReturn {
    T re;
    T im;
    T c_re;
    T c_im;
    T kept_re;
    T kept_im;
    T distance;
    Target target;
    std::uint32_t age;
    std::uint32_t due;  // at what age it is
};

template <typename T>
class ProofQueue {
  public:
    bool full() const { return count_ == kCapacity; }

    HWY_INLINE void put(const NearReturn<T>& pixel) {
        pixels_[count_] = pixel;
        re_[count_] = pixel.re;
        im_[count_] = pixel.im;
        c_re_[count_] = pixel.c_re;
        c_im_[count_] = pixel.c_im;
        trial_[count_] = mandelbrot::trial_radius(pixel.distance);
        ++count_;
    }

    // Tries mandelbrot::find_trapping_disc on all that wait and empties the queue: on_end(pixel,
    // whether it is trapped, steps) for each.
    template <class OnEnd>
    HWY_INLINE void prove(const OnEnd& on_end) {
        if (count_ == 0) return;
        try_discs();
        for (size_t i = 0; i < count_; ++i)
            on_end(pixels_[i], trapped_[i] != 0, static_cast<std::uint32_t>(steps_[i]));
        count_ = 0;
    }

  private:
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    using M = hn::Mask<D>;
    static constexpr size_t kWidth = HWY_LANES(T);
    static constexpr size_t kCapacity = 2 * kWidth;  // two vectors hide each other's latency

    // The discs of a vector, those of them that are still open, and what came of the others.
    struct Discs {
        TrialDisc<V> disc;
        V steps;
        M open, trapped;

        // One step of those that are open.
        HWY_INLINE void advance_open() {
            const D d;
            const V up = hn::Set(d, mandelbrot::rounded_up<T>);
            advance(disc, hn::Set(d, mandelbrot::rounding_apart<T>), up);
            steps = hn::IfThenElse(open, hn::Add(steps, hn::Set(d, T(1))), steps);
            open = hn::And(open, stays_bounded(disc, hn::Set(d, mandelbrot::widest_disc<T>),
                                               hn::Set(d, mandelbrot::bounded_modulus<T>)));
            const M back = lies_within(disc, hn::Zero(d), up);
            trapped = hn::Or(trapped, hn::And(open, back));
            open = hn::AndNot(back, open);
        }
    };

    HWY_INLINE Discs discs(size_t at) const {
        const D d;
        return {trial_disc(hn::Load(d, re_ + at), hn::Load(d, im_ + at), hn::Load(d, c_re_ + at),
                           hn::Load(d, c_im_ + at), hn::Load(d, trial_ + at)),
                hn::Zero(d), hn::FirstN(d, count_ > at ? count_ - at : 0), hn::FirstN(d, 0)};
    }

    // Sets trapped_ and steps_.
    HWY_INLINE void try_discs() {
        const D d;
        Discs first = discs(0), second = discs(kWidth);
        for (std::uint32_t i = 0; i < mandelbrot::max_proof_steps; ++i) {
            first.advance_open();
            second.advance_open();
            if (hn::AllFalse(d, hn::Or(first.open, second.open))) break;
        }
        for (const auto& [at, tried] : {std::pair(size_t{0}, &first), std::pair(kWidth, &second)}) {
            hn::Store(tried->steps, d, steps_ + at);
            hn::Store(hn::IfThenElseZero(tried->trapped, hn::Set(d, T(1))), d, trapped_ + at);
        }
    }

    size_t count_ = 0;
    alignas(64) T re_[kCapacity] = {};
    alignas(64) T im_[kCapacity] = {};
    alignas(64) T c_re_[kCapacity] = {};
    alignas(64) T c_im_[kCapacity] = {};
    alignas(64) T trial_[kCapacity] = {};
    alignas(64) T steps_[kCapacity];
    alignas(64) T trapped_[kCapacity];  // 1 or 0
    NearReturn<T> pixels_[kCapacity];
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
