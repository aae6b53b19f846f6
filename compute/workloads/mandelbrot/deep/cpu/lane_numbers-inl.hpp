// Numbers of every lane, for the SIMD target that is being compiled: the operations of complex.hpp,
// scaled.hpp and number.hpp in the same order, so that every lane has the same bits.
#if defined(MARIANI_LANE_NUMBERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_LANE_NUMBERS_INL
#undef MARIANI_LANE_NUMBERS_INL
#else
#define MARIANI_LANE_NUMBERS_INL
#endif

#include "compute/workloads/mandelbrot/deep/pixel.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mariani::deep::cpu {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<double>;
using I = hn::RebindToSigned<D>;
using V = hn::Vec<D>;
using VI = hn::Vec<I>;
using M = hn::Mask<D>;
inline constexpr size_t kMostLanes = hn::MaxLanes(D());

HWY_INLINE V set(double value) {
    return hn::Set(D(), value);
}
HWY_INLINE VI set_index(std::int64_t value) {
    return hn::Set(I(), value);
}
HWY_INLINE M mask_of(hn::Mask<I> mask) {
    return hn::RebindMask(D(), mask);
}
HWY_INLINE M nowhere() {
    return hn::Lt(set(0), set(0));
}
HWY_INLINE VI select(M mask, VI yes, VI no) {
    return hn::IfThenElse(hn::RebindMask(I(), mask), yes, no);
}
HWY_INLINE V select(M mask, V yes, V no) {
    return hn::IfThenElse(mask, yes, no);
}

// 64-bit words of entries of `stride` words each, the entry of each lane by its number.
template <int stride>
HWY_INLINE V gather(const double* base, VI entry) {
    VI at = entry;
    if constexpr (stride == 2) at = hn::Add(entry, entry);
    if constexpr (stride == 3) at = hn::Add(hn::Add(entry, entry), entry);
    if constexpr (stride == 7) at = hn::Sub(hn::ShiftLeft<3>(entry), entry);
    if constexpr (stride == 12) at = hn::Add(hn::ShiftLeft<3>(entry), hn::ShiftLeft<2>(entry));
    static_assert(stride <= 3 || stride == 7 || stride == 12);
    return hn::GatherIndex(D(), base, at);
}
template <int stride>
HWY_INLINE VI gather_index(const double* base, VI entry) {
    return hn::BitCast(I(), gather<stride>(base, entry));
}

// The words of one value of each lane.
template <int count>
struct Words {
    HWY_ALIGN std::int64_t of[count][kMostLanes] = {};

    template <typename Value>
    void put(size_t lane, const Value& value) {
        static_assert(sizeof(Value) == sizeof(std::int64_t) * count);
        std::int64_t words[count];
        std::memcpy(words, &value, sizeof words);
        for (int i = 0; i < count; ++i) of[i][lane] = words[i];
    }
    template <typename Value>
    void get(size_t lane, Value& value) const {
        static_assert(sizeof(Value) == sizeof(std::int64_t) * count);
        std::int64_t words[count];
        for (int i = 0; i < count; ++i) words[i] = of[i][lane];
        std::memcpy(static_cast<void*>(&value), words, sizeof words);
    }
    HWY_INLINE V number(int i) const { return hn::BitCast(D(), hn::Load(I(), of[i])); }
    HWY_INLINE VI index(int i) const { return hn::Load(I(), of[i]); }
};

// Complex<double>.
struct VC {
    V re, im;
};
HWY_INLINE VC select(M mask, VC yes, VC no) {
    return {select(mask, yes.re, no.re), select(mask, yes.im, no.im)};
}
HWY_INLINE VC add(VC a, VC b) {
    return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
HWY_INLINE VC twice(VC a) {
    return add(a, a);
}
HWY_INLINE VC scaled_by(VC a, V power) {
    return {hn::Mul(a.re, power), hn::Mul(a.im, power)};
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
HWY_INLINE V squared_modulus(VC a) {
    return hn::MulAdd(a.re, a.re, hn::Mul(a.im, a.im));
}
// Bounds.
HWY_INLINE V plus(V a, V b) {
    return hn::Add(a, b);
}
HWY_INLINE V times(V a, V b) {
    return hn::Mul(a, b);
}
HWY_INLINE M less(V a, V b) {
    return hn::Lt(a, b);
}

// Plain<double>.
struct PlainLanes {
    using Number = Plain<double>;
    using C = VC;
    using B = V;
    static constexpr int kComplexWords = 2, kBoundWords = 1;
    // Of a Jump, by words.
    static constexpr int kStride = 7, kA = 0, kB = 2, kMostA = 5, kMostB = 6;

    static HWY_INLINE B bound(double value) { return set(value); }
    static HWY_INLINE B bound_of_each(V value) { return value; }
    static HWY_INLINE C zero() { return {set(0), set(0)}; }
    template <int stride>
    static HWY_INLINE C complex_at(const double* base, VI entry) {
        return {gather<stride>(base, entry), gather<stride>(base + 1, entry)};
    }
    template <int stride>
    static HWY_INLINE B bound_at(const double* base, VI entry) {
        return gather<stride>(base, entry);
    }
    static HWY_INLINE C complex_of(const Words<2>& words) {
        return {words.number(0), words.number(1)};
    }
    static HWY_INLINE B bound_of(const Words<1>& words) { return words.number(0); }
    static HWY_INLINE VC to_plain(C a) { return a; }
    static HWY_INLINE V to_double(B a) { return a; }
    static HWY_INLINE B modulus(C a) {
        return hn::Add(hn::Sqrt(squared_modulus(a)), set(0x1p-500));
    }
    // What underflows lose.
    static HWY_INLINE B with_lost(B a, double times_lost) {
        return hn::Add(a, set(times_lost * Number::lost));
    }
};

// 2^exponent; 0 below 2^-1022 and infinity above 2^1023.
HWY_INLINE V power_of_two(VI exponent) {
    const VI biased = hn::Min(hn::Max(exponent, set_index(-1023)), set_index(1024));
    return hn::BitCast(D(), hn::ShiftLeft<52>(hn::Add(biased, set_index(1023))));
}
HWY_INLINE VI exponent_of(V value) {
    const VI bits = hn::ShiftRight<52>(hn::BitCast(I(), hn::Abs(value)));
    return hn::Sub(bits, set_index(1023));
}

// ScaledReal.
struct VB {
    V mantissa;
    VI exponent;
};
HWY_INLINE VB select(M mask, VB yes, VB no) {
    return {select(mask, yes.mantissa, no.mantissa), select(mask, yes.exponent, no.exponent)};
}
HWY_INLINE VB scaled_real(V value, VI scale) {
    const VI shift = exponent_of(value);
    const M zero = mask_of(hn::Lt(shift, set_index(-1022)));
    return {select(zero, set(0), hn::Mul(value, power_of_two(hn::Neg(shift)))),
            select(zero, set_index(exponent_of_zero), hn::Add(scale, shift))};
}
HWY_INLINE VB plus(VB a, VB b) {
    const VI scale = hn::Max(a.exponent, b.exponent);
    return scaled_real(hn::Add(hn::Mul(a.mantissa, power_of_two(hn::Sub(a.exponent, scale))),
                               hn::Mul(b.mantissa, power_of_two(hn::Sub(b.exponent, scale)))),
                       scale);
}
HWY_INLINE VB times(VB a, VB b) {
    return scaled_real(hn::Mul(a.mantissa, b.mantissa), hn::Add(a.exponent, b.exponent));
}
HWY_INLINE M less(VB a, VB b) {
    const M same = mask_of(hn::Eq(a.exponent, b.exponent));
    const M lower = mask_of(hn::Lt(a.exponent, b.exponent));
    return hn::Or(lower, hn::And(same, hn::Lt(a.mantissa, b.mantissa)));
}

// Scaled<double>.
struct VS {
    VC mantissa;
    VI exponent;
};
HWY_INLINE VS select(M mask, VS yes, VS no) {
    return {select(mask, yes.mantissa, no.mantissa), select(mask, yes.exponent, no.exponent)};
}
HWY_INLINE VS normalised(VC value, VI scale) {
    const VI shift = exponent_of(max_norm(value));
    const M zero = mask_of(hn::Lt(shift, set_index(-1022)));
    const VC scaled = scaled_by(value, power_of_two(hn::Neg(shift)));
    return {select(zero, VC{set(0), set(0)}, scaled),
            select(zero, set_index(exponent_of_zero), hn::Add(scale, shift))};
}
HWY_INLINE VC aligned(VS a, VI exponent) {
    return scaled_by(a.mantissa, power_of_two(hn::Sub(a.exponent, exponent)));
}
HWY_INLINE VS add(VS a, VS b) {
    const VI scale = hn::Max(a.exponent, b.exponent);
    return normalised(add(aligned(a, scale), aligned(b, scale)), scale);
}
HWY_INLINE VS twice(VS a) {
    return {a.mantissa, hn::Add(a.exponent, set_index(1))};
}
HWY_INLINE VS mul(VS a, VS b) {
    return normalised(mul(a.mantissa, b.mantissa), hn::Add(a.exponent, b.exponent));
}
HWY_INLINE VS mul_add(VS a, VS b, VS c) {
    const VI product = hn::Add(a.exponent, b.exponent);
    const VI scale = hn::Max(product, c.exponent);
    return normalised(
        mul_add(a.mantissa, scaled_by(b.mantissa, power_of_two(hn::Sub(product, scale))),
                aligned(c, scale)),
        scale);
}
HWY_INLINE VB max_norm(VS a) {
    return scaled_real(max_norm(a.mantissa), a.exponent);
}
HWY_INLINE VB octagon(VS a) {
    return scaled_real(octagon(a.mantissa), a.exponent);
}

// Ranged<double>.
struct RangedLanes {
    using Number = Ranged<double>;
    using C = VS;
    using B = VB;
    static constexpr int kComplexWords = 3, kBoundWords = 2;
    static constexpr int kStride = 12, kA = 0, kB = 3, kMostA = 8, kMostB = 10;

    static HWY_INLINE B bound(double value) {
        const ScaledReal scaled(value);
        return {set(scaled.mantissa), set_index(scaled.exponent)};
    }
    static HWY_INLINE B bound_of_each(V value) { return scaled_real(value, set_index(0)); }
    static HWY_INLINE C zero() { return {{set(0), set(0)}, set_index(exponent_of_zero)}; }
    template <int stride>
    static HWY_INLINE C complex_at(const double* base, VI entry) {
        return {{gather<stride>(base, entry), gather<stride>(base + 1, entry)},
                gather_index<stride>(base + 2, entry)};
    }
    template <int stride>
    static HWY_INLINE B bound_at(const double* base, VI entry) {
        return {gather<stride>(base, entry), gather_index<stride>(base + 1, entry)};
    }
    static HWY_INLINE C complex_of(const Words<3>& words) {
        return {{words.number(0), words.number(1)}, words.index(2)};
    }
    static HWY_INLINE B bound_of(const Words<2>& words) {
        return {words.number(0), words.index(1)};
    }
    static HWY_INLINE VC to_plain(C a) { return scaled_by(a.mantissa, power_of_two(a.exponent)); }
    static HWY_INLINE V to_double(B a) { return hn::Mul(a.mantissa, power_of_two(a.exponent)); }
    static HWY_INLINE B modulus(C a) {
        return scaled_real(hn::Sqrt(squared_modulus(a.mantissa)), a.exponent);
    }
    static HWY_INLINE B with_lost(B a, double) { return a; }
};

#endif
}  // namespace HWY_NAMESPACE
}  // namespace mariani::deep::cpu
HWY_AFTER_NAMESPACE();

#endif
