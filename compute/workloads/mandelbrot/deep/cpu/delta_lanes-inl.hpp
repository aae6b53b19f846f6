// Deltas for the SIMD target that is being compiled: the operations of pixel.hpp, jump.hpp and
// certificate.hpp in the same order, so that every lane has the same bits.
#if defined(MARIANI_DELTA_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_DELTA_LANES_INL
#undef MARIANI_DELTA_LANES_INL
#else
#define MARIANI_DELTA_LANES_INL
#endif

#include "compute/workloads/mandelbrot/deep/cpu/delta_lanes.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mariani::deep::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using N = Plain<double>;
inline constexpr std::uint32_t kTurnsBetweenLooks = 1024;

// For machines without fused multiply-add: their vectors would round differently.
template <class Proof>
void run_one_by_one(const LaneTask& lanes) {
    for (size_t i = 0; i < lanes.offsets.size(); ++i) {
        PixelOrbit<N, Proof> orbit(lanes.task, lanes.offsets[i]);
        while (!orbit.advance(kTurnsBetweenLooks))
            if (lanes.stop.stop_requested()) return;
        lanes.results[i] = orbit.result();
    }
}

#if HWY_NATIVE_FMA
using D = hn::ScalableTag<double>;
using I = hn::RebindToSigned<D>;
using V = hn::Vec<D>;
using VI = hn::Vec<I>;
using M = hn::Mask<D>;

struct VC {
    V re, im;
};

HWY_INLINE V set(double value) {
    return hn::Set(D(), value);
}
HWY_INLINE VI set_index(std::int64_t value) {
    return hn::Set(I(), value);
}
HWY_INLINE M mask_of(hn::Mask<I> mask) {
    return hn::RebindMask(D(), mask);
}
HWY_INLINE VI select(M mask, VI yes, VI no) {
    return hn::IfThenElse(hn::RebindMask(I(), mask), yes, no);
}
HWY_INLINE V select(M mask, V yes, V no) {
    return hn::IfThenElse(mask, yes, no);
}
HWY_INLINE VC select(M mask, VC yes, VC no) {
    return {select(mask, yes.re, no.re), select(mask, yes.im, no.im)};
}
HWY_INLINE VC add(VC a, VC b) {
    return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
HWY_INLINE VC mul(VC a, VC b) {
    return {hn::NegMulAdd(a.im, b.im, hn::Mul(a.re, b.re)),
            hn::MulAdd(a.im, b.re, hn::Mul(a.re, b.im))};
}
HWY_INLINE VC mul_add(VC a, VC b, VC c) {
    return {hn::MulAdd(a.re, b.re, hn::NegMulAdd(a.im, b.im, c.re)),
            hn::MulAdd(a.re, b.im, hn::MulAdd(a.im, b.re, c.im))};
}
HWY_INLINE V max_norm(VC a) {
    return hn::Max(hn::Abs(a.re), hn::Abs(a.im));
}
HWY_INLINE V octagon(VC a) {
    const V re = hn::Abs(a.re), im = hn::Abs(a.im);
    return hn::MulAdd(set(octagon_slope), hn::Min(re, im), hn::Max(re, im));
}
HWY_INLINE V rounded_up_from(V a) {
    return hn::Mul(a, set(rounded_up));
}

// Doubles of entries of `stride` doubles each, the entry of each lane by its number.
template <int stride>
HWY_INLINE V gather(const double* base, VI entry) {
    VI at = entry;
    if constexpr (stride == 2) at = hn::Add(entry, entry);
    if constexpr (stride == 7) at = hn::Sub(hn::ShiftLeft<3>(entry), entry);
    return hn::GatherIndex(D(), base, at);
}

template <bool certified>
class DeltaLanes {
    static constexpr size_t kMost = hn::MaxLanes(D());
    static constexpr std::int64_t nobody = -1;
    // Of a Jump, by doubles.
    static constexpr int kStride = 7, kA = 0, kB = 2, kMostA = 5, kMostB = 6;
    static_assert(sizeof(Jump<N>) == kStride * sizeof(double));

  public:
    explicit DeltaLanes(const LaneTask& lanes)
        : lanes_(lanes),
          task_(lanes.task),
          points_(&task_.reference.points->re),
          jumps_(task_.jumps.level_count > 0 ? &task_.jumps.levels[0]->a.re : nullptr),
          radii_(task_.jumps.radii[0]) {
        for (int level = 0; level < task_.jumps.level_count; ++level) {
            starts_[level] = task_.jumps.levels[level] - task_.jumps.levels[0];
            errors_[level] = task_.jumps.rule.error<N>(std::int64_t{1} << level);
        }
        delta_ = c_ = {set(0), set(0)};
        error_ = size_ = of_c_ = size_of_c_ = set(0);
        index_ = n_ = jumped_ = jumps_taken_ = rebases_ = set_index(0);
        for (size_t lane = 0; lane < hn::Lanes(D()); ++lane) pixel_[lane] = nobody;
    }

    void run() {
        take_pixels(hn::Not(nowhere()));
        for (std::uint32_t turn = 0; busy_ > 0; ++turn) {
            if (turn % kTurnsBetweenLooks == 0 && lanes_.stop.stop_requested()) return;
            look();
            const M over = hn::And(is_over(), working_);
            if (!hn::AllFalse(D(), over)) {
                write_results(over);
                take_pixels(over);
                continue;
            }
            rebase();
            move();
        }
    }

  private:
    static HWY_INLINE M nowhere() { return hn::Lt(set(0), set(0)); }

    HWY_INLINE void look() {
        reference_ = {gather<2>(points_, index_), gather<2>(points_ + 1, index_)};
        full_ = add(reference_, delta_);
        squared_ = hn::MulAdd(full_.re, full_.re, hn::Mul(full_.im, full_.im));
        if constexpr (!certified) return;
        modulus_ = hn::Add(hn::Sqrt(squared_), set(0x1p-500));
        size_of_reference_ = octagon(reference_);
        const V rounding = hn::Mul(hn::Add(modulus_, size_of_reference_), set(N::unit));
        error_of_full_ = rounded_up_from(hn::Add(hn::Add(error_, rounding), set(2 * N::lost)));
    }

    HWY_INLINE M is_inside() const {
        const M bounded = hn::Lt(squared_, set(4));
        if constexpr (!certified) return bounded;
        return hn::And(bounded, hn::Lt(rounded_up_from(hn::Add(modulus_, error_of_full_)), set(2)));
    }
    HWY_INLINE M is_over() const {
        const M at_limit = mask_of(hn::Eq(n_, set_index(task_.limit)));
        return hn::Or(at_limit, hn::Not(is_inside()));
    }

    HWY_INLINE void rebase() {
        const M at_end = mask_of(hn::Eq(index_, set_index(task_.reference.last)));
        const M now = hn::Or(at_end, hn::Lt(max_norm(full_), max_norm(delta_)));
        if (hn::AllFalse(D(), now)) return;
        delta_ = select(now, full_, delta_);
        index_ = select(now, set_index(0), index_);
        size_ = select(now, octagon(full_), size_);
        reference_ = select(now, VC{set(0), set(0)}, reference_);
        rebases_ = hn::Add(rebases_, select(now, set_index(1), set_index(0)));
        if constexpr (!certified) return;
        error_ = select(now, error_of_full_, error_);
        size_of_reference_ = select(now, set(0), size_of_reference_);
    }

    HWY_INLINE void move() {
        VI entry, length;
        V jump_error;
        const M jumping = find_jumps(entry, length, jump_error);
        if (hn::AllFalse(D(), jumping)) {
            step(hn::Not(jumping));
            return;
        }
        if (!hn::AllTrue(D(), jumping)) step(hn::Not(jumping));
        jump(jumping, entry, length, jump_error);
    }

    // find_jump() of each lane.
    HWY_INLINE M find_jumps(VI& entry, VI& length, V& jump_error) const {
        const V reach = certified ? rounded_up_from(hn::Add(size_, error_)) : size_;
        const VI left = hn::Sub(set_index(task_.limit), n_);
        VI at = hn::Sub(index_, set_index(1));
        M found = nowhere();
        M looking = mask_of(hn::Gt(index_, set_index(0)));
        entry = length = set_index(0);
        jump_error = set(0);
        for (int level = 0; level < task_.jumps.level_count; ++level) {
            const std::int64_t steps = std::int64_t{1} << level;
            looking =
                hn::And(looking, mask_of(hn::And(hn::Lt(at, set_index(task_.jumps.counts[level])),
                                                 hn::Gt(left, set_index(steps - 1)))));
            if (hn::AllFalse(D(), looking)) break;
            const VI here = select(looking, hn::Add(at, set_index(starts_[level])), set_index(0));
            looking = hn::And(looking, hn::Lt(reach, gather<1>(radii_, here)));
            entry = select(looking, here, entry);
            length = select(looking, set_index(steps), length);
            jump_error = select(looking, set(errors_[level]), jump_error);
            found = hn::Or(found, looking);
            const VI odd = hn::And(at, set_index(1));
            looking = hn::And(looking, mask_of(hn::Eq(odd, set_index(0))));
            at = hn::ShiftRight<1>(at);
        }
        return found;
    }

    HWY_INLINE void step(M which) {
        const VC doubled = add(reference_, reference_);
        delta_ = select(which, mul_add(add(doubled, delta_), delta_, c_), delta_);
        const VI one = select(which, set_index(1), set_index(0));
        index_ = hn::Add(index_, one);
        n_ = hn::Add(n_, one);
        const V next = octagon(delta_);
        if constexpr (certified) {
            const V growth = hn::Add(hn::Add(hn::Mul(modulus_, set(2 * (1 + N::unit))), error_),
                                     hn::Mul(size_of_reference_, set(4 * N::unit)));
            const V sizes = hn::Add(hn::Mul(size_of_reference_, set(7)), hn::Mul(size_, set(3)));
            const V rounding = hn::Add(hn::Mul(size_, sizes), next);
            const V error =
                hn::Add(hn::Add(hn::Mul(growth, error_), hn::Mul(rounding, set(N::unit))), of_c_);
            error_ = select(which, rounded_up_from(error), error_);
        }
        size_ = select(which, next, size_);
    }

    HWY_INLINE void jump(M which, VI entry, VI length, V jump_error) {
        const auto part = [&](int at) HWY_ATTR { return gather<kStride>(jumps_ + at, entry); };
        const VC a{part(kA), part(kA + 1)}, b{part(kB), part(kB + 1)};
        delta_ = select(which, mul_add(a, delta_, mul(b, c_)), delta_);
        index_ = hn::Add(index_, length);
        n_ = hn::Add(n_, length);
        jumped_ = hn::Add(jumped_, length);
        jumps_taken_ = hn::Add(jumps_taken_, select(which, set_index(1), set_index(0)));
        if constexpr (certified) {
            const V most_a = part(kMostA), most_b = part(kMostB);
            const V carried = hn::Add(hn::Mul(most_a, error_), hn::Mul(most_b, of_c_));
            const V moved = hn::Add(hn::Mul(most_a, size_), hn::Mul(most_b, size_of_c_));
            const V grown =
                hn::Add(hn::Mul(carried, hn::Add(set(1), jump_error)), hn::Mul(moved, jump_error));
            error_ = select(which, rounded_up_from(hn::Add(grown, set(N::lost))), error_);
        }
        size_ = select(which, octagon(delta_), size_);
    }

    // What is over, lane by lane.
    HWY_NOINLINE void write_results(M over) {
        HWY_ALIGN double squared[kMost], error[kMost], inside[kMost], flags[kMost];
        HWY_ALIGN std::int64_t n[kMost], jumped[kMost], jumps[kMost], rebases[kMost];
        hn::Store(squared_, D(), squared);
        hn::Store(certified ? error_of_full_ : set(0), D(), error);
        hn::Store(select(is_inside(), set(1), set(0)), D(), inside);
        hn::Store(select(over, set(1), set(0)), D(), flags);
        hn::Store(n_, I(), n);
        hn::Store(jumped_, I(), jumped);
        hn::Store(jumps_taken_, I(), jumps);
        hn::Store(rebases_, I(), rebases);
        for (size_t lane = 0; lane < hn::Lanes(D()); ++lane) {
            if (flags[lane] == 0) continue;
            PixelResult& result = lanes_.results[static_cast<size_t>(pixel_[lane])];
            const bool is_certified =
                certified && (inside[lane] != 0 ||
                              Certificate<N>::is_outside(std::sqrt(squared[lane]), error[lane]));
            result.dwell = static_cast<std::uint32_t>(n[lane] - (inside[lane] != 0 ? 0 : 1));
            result.verdict = is_certified ? Verdict::certified : Verdict::uncertified;
            result.work.jumps = static_cast<std::uint64_t>(jumps[lane]);
            result.work.rebases = static_cast<std::uint64_t>(rebases[lane]);
            result.work.steps = static_cast<std::uint64_t>(n[lane] - 1 - jumped[lane]);
        }
    }

    // The next pixels, into the lanes that are free.
    HWY_NOINLINE void take_pixels(M free) {
        HWY_ALIGN double flags[kMost], values[8][kMost];
        HWY_ALIGN std::int64_t starts[kMost], works[kMost];
        hn::Store(select(free, set(1), set(0)), D(), flags);
        busy_ = 0;
        for (size_t lane = 0; lane < hn::Lanes(D()); ++lane) {
            for (auto& value : values) value[lane] = 0;
            starts[lane] = 0;
            if (flags[lane] != 0) {
                pixel_[lane] =
                    next_ < lanes_.offsets.size() ? static_cast<std::int64_t>(next_++) : nobody;
                if (pixel_[lane] != nobody) {
                    const Complex<double> c = lanes_.offsets[static_cast<size_t>(pixel_[lane])];
                    const Certificate<N> start(c, task_.noise);
                    values[0][lane] = c.re;
                    values[1][lane] = c.im;
                    values[2][lane] = start.size_of_c();
                    values[3][lane] = start.of_c();
                    starts[lane] = 1;
                }
            }
            works[lane] = pixel_[lane] != nobody ? 1 : 0;
            busy_ += pixel_[lane] != nobody ? 1 : 0;
        }
        const VC c{hn::Load(D(), values[0]), hn::Load(D(), values[1])};
        const V size = hn::Load(D(), values[2]), of_c = hn::Load(D(), values[3]);
        const VI start = hn::Load(I(), starts);
        c_ = select(free, c, c_);
        delta_ = select(free, c, delta_);
        size_of_c_ = select(free, size, size_of_c_);
        size_ = select(free, size, size_);
        of_c_ = select(free, of_c, of_c_);
        error_ = select(free, of_c, error_);
        index_ = select(free, start, index_);
        n_ = select(free, start, n_);
        const VI none = set_index(0);
        jumped_ = select(free, none, jumped_);
        jumps_taken_ = select(free, none, jumps_taken_);
        rebases_ = select(free, none, rebases_);
        working_ = mask_of(hn::Gt(hn::Load(I(), works), none));
    }

    const LaneTask& lanes_;
    const PixelTask<N>& task_;
    const double* points_;
    const double* jumps_;
    const double* radii_;
    std::int64_t starts_[JumpTableView<N>::max_levels];
    double errors_[JumpTableView<N>::max_levels];

    size_t next_ = 0;
    int busy_ = 0;
    std::int64_t pixel_[kMost];
    M working_;

    VC delta_, c_;
    V error_, size_, of_c_, size_of_c_;
    VI index_, n_;
    VI jumped_, jumps_taken_, rebases_;
    // Of the last look.
    VC reference_, full_;
    V squared_, modulus_, size_of_reference_, error_of_full_;
};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace mariani::deep::cpu
HWY_AFTER_NAMESPACE();

#endif
