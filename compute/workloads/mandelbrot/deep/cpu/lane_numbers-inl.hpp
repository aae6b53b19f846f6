// Numbers of every lane, for the SIMD target that is being compiled: the operations of complex.hpp,
// scaled.hpp and number.hpp in the same order, so that every lane has the same bits.
#if defined(MARIANI_LANE_NUMBERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_LANE_NUMBERS_INL
#undef MARIANI_LANE_NUMBERS_INL
#else
#define MARIANI_LANE_NUMBERS_INL
#endif

#include "compute/workloads/mandelbrot/deep/pixel.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

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

template <int factor>
HWY_INLINE VI multiple(VI a) {
    static_assert(factor > 0);
    const VI some = hn::ShiftLeft<std::countr_zero(static_cast<unsigned>(factor))>(a);
    constexpr int rest = factor & (factor - 1);
    if constexpr (rest == 0)
        return some;
    else
        return hn::Add(some, multiple<rest>(a));
}
// 64-bit words of entries of `stride` words each, the entry of each lane by its number.
template <int stride>
HWY_INLINE V gather(const double* base, VI entry) {
    return hn::GatherIndex(D(), base, multiple<stride>(entry));
}
template <int stride>
HWY_INLINE VI gather_index(const double* base, VI entry) {
    return hn::BitCast(I(), gather<stride>(base, entry));
}

// The entry of each lane by its number.
struct Entries {
    HWY_ALIGN std::int64_t of[kMostLanes];
    HWY_INLINE explicit Entries(VI entry) { hn::Store(entry, I(), of); }
    HWY_INLINE VI number() const { return hn::Load(I(), of); }
};

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

// Parts of complex numbers: double, and DoubleDouble.
struct One {
    static constexpr int kWords = 1;
    V high;
};
struct Two {
    static constexpr int kWords = 2;
    V high, low;
};
HWY_INLINE One select(M mask, One yes, One no) {
    return {select(mask, yes.high, no.high)};
}
HWY_INLINE Two select(M mask, Two yes, Two no) {
    return {select(mask, yes.high, no.high), select(mask, yes.low, no.low)};
}
// Two neighbouring words of the entry of each lane, whose loads take less than two gathers.
template <int stride>
HWY_INLINE Two pair_at(const double* base, const Entries& entries) {
    [[maybe_unused]] const auto two = [&](int lane) HWY_ATTR {
        return hn::LoadU(hn::FixedTag<double, 2>(), base + entries.of[lane] * stride);
    };
    [[maybe_unused]] const auto four = [&](int lane) HWY_ATTR {
        return hn::Combine(hn::FixedTag<double, 4>(), two(lane + 1), two(lane));
    };
    if constexpr (kMostLanes == 8) {
        const V low = hn::Combine(D(), four(2), four(0)), high = hn::Combine(D(), four(6), four(4));
        return {hn::ConcatEven(D(), high, low), hn::ConcatOdd(D(), high, low)};
    } else if constexpr (kMostLanes == 4) {
        return {hn::ConcatEven(D(), four(2), four(0)), hn::ConcatOdd(D(), four(2), four(0))};
    } else {
        const VI entry = entries.number();
        return {gather<stride>(base, entry), gather<stride>(base + 1, entry)};
    }
}
HWY_INLINE One sum(One a, One b) {
    return {hn::Add(a.high, b.high)};
}
HWY_INLINE One product(One a, One b) {
    return {hn::Mul(a.high, b.high)};
}
HWY_INLINE One product(One a, V power) {
    return {hn::Mul(a.high, power)};
}
HWY_INLINE One mul_add(One a, One b, One c) {
    return {hn::MulAdd(a.high, b.high, c.high)};
}
HWY_INLINE One neg_mul_add(One a, One b, One c) {
    return {hn::NegMulAdd(a.high, b.high, c.high)};
}
HWY_INLINE Two fast_two_sum(V a, V b) {
    const V sum = hn::Add(a, b);
    return {sum, hn::Sub(b, hn::Sub(sum, a))};
}
HWY_INLINE Two two_sum(V a, V b) {
    const V sum = hn::Add(a, b);
    const V of_b = hn::Sub(sum, a);
    return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, of_b)), hn::Sub(b, of_b))};
}
HWY_INLINE Two sum(Two a, Two b) {
    const Two high = two_sum(a.high, b.high), low = two_sum(a.low, b.low);
    const Two both = fast_two_sum(high.high, hn::Add(high.low, low.high));
    return fast_two_sum(both.high, hn::Add(low.low, both.low));
}
HWY_INLINE Two product(Two a, Two b) {
    const V high = hn::Mul(a.high, b.high);
    const V error = hn::MulSub(a.high, b.high, high);
    return fast_two_sum(high, hn::Add(error, hn::MulAdd(a.high, b.low, hn::Mul(a.low, b.high))));
}
HWY_INLINE Two product(Two a, V power) {
    return {hn::Mul(a.high, power), hn::Mul(a.low, power)};
}
HWY_INLINE Two mul_add(Two a, Two b, Two c) {
    return sum(product(a, b), c);
}
HWY_INLINE Two neg_mul_add(Two a, Two b, Two c) {
    return mul_add(Two{hn::Neg(a.high), hn::Neg(a.low)}, b, c);
}
template <class Part, int count>
HWY_INLINE Part part_of(const Words<count>& words, int first) {
    if constexpr (Part::kWords == 1)
        return {words.number(first)};
    else
        return {words.number(first), words.number(first + 1)};
}

// Complex<double>, Complex<DoubleDouble>.
template <class Part>
struct VC {
    Part re, im;
};
template <class Part>
HWY_INLINE VC<Part> select(M mask, VC<Part> yes, VC<Part> no) {
    return {select(mask, yes.re, no.re), select(mask, yes.im, no.im)};
}
template <class Part>
HWY_INLINE VC<Part> zero_complex() {
    const V none = set(0);
    if constexpr (Part::kWords == 1)
        return {{none}, {none}};
    else
        return {{none, none}, {none, none}};
}
template <class Part>
HWY_INLINE VC<Part> add(VC<Part> a, VC<Part> b) {
    return {sum(a.re, b.re), sum(a.im, b.im)};
}
template <class Part>
HWY_INLINE VC<Part> twice(VC<Part> a) {
    return add(a, a);
}
template <class Part>
HWY_INLINE VC<Part> scaled_by(VC<Part> a, V power) {
    return {product(a.re, power), product(a.im, power)};
}
template <class Part>
HWY_INLINE VC<Part> mul(VC<Part> a, VC<Part> b) {
    return {neg_mul_add(a.im, b.im, product(a.re, b.re)), mul_add(a.im, b.re, product(a.re, b.im))};
}
template <class Part>
HWY_INLINE VC<Part> mul_add(VC<Part> a, VC<Part> b, VC<Part> c) {
    return {mul_add(a.re, b.re, neg_mul_add(a.im, b.im, c.re)),
            mul_add(a.re, b.im, mul_add(a.im, b.re, c.im))};
}
template <class Part>
HWY_INLINE V max_norm(VC<Part> a) {
    return hn::Max(hn::Abs(a.re.high), hn::Abs(a.im.high));
}
template <class Part>
HWY_INLINE V octagon(VC<Part> a) {
    const V re = hn::Abs(a.re.high), im = hn::Abs(a.im.high);
    return hn::MulAdd(set(octagon_slope), hn::Min(re, im), hn::Max(re, im));
}
template <class Part>
HWY_INLINE V squared_modulus(VC<Part> a) {
    return hn::MulAdd(a.re.high, a.re.high, hn::Mul(a.im.high, a.im.high));
}
HWY_INLINE V dot(VC<One> a, VC<One> b) {
    return hn::MulAdd(a.re.high, b.re.high, hn::Mul(a.im.high, b.im.high));
}
template <class Part, int stride>
HWY_INLINE VC<Part> parts_at(const double* base, const Entries& entries) {
    if constexpr (Part::kWords == 1) {
        const Two both = pair_at<stride>(base, entries);
        return {{both.high}, {both.low}};
    } else {
        return {pair_at<stride>(base, entries), pair_at<stride>(base + 2, entries)};
    }
}
template <class Part, int count>
HWY_INLINE VC<Part> parts_of(const Words<count>& words) {
    return {part_of<Part>(words, 0), part_of<Part>(words, Part::kWords)};
}
template <class Part>
HWY_INLINE VC<One> rounded(VC<Part> a) {
    return {{a.re.high}, {a.im.high}};
}

// Bounds.
HWY_INLINE V plus(V a, V b) {
    return hn::Add(a, b);
}
HWY_INLINE V negated(V a) {
    return hn::Neg(a);
}
HWY_INLINE M is_positive(V a) {
    return hn::Gt(a, set(0));
}
HWY_INLINE V times(V a, V b) {
    return hn::Mul(a, b);
}
HWY_INLINE M less(V a, V b) {
    return hn::Lt(a, b);
}

// Plain<double>, Plain<DoubleDouble>.
template <class Part>
struct PlainLanes {
    using Number = Plain<std::conditional_t<Part::kWords == 1, double, DoubleDouble> >;
    using C = VC<Part>;
    using S = VC<One>;  // of slopes
    using B = V;
    static constexpr int kComplexWords = 2 * Part::kWords, kSlopeWords = 2, kBoundWords = 1;
    static constexpr int kPointWords = kComplexWords + kBoundWords;
    // Where a Jump has its parts, in words.
    static constexpr int kA = 0, kB = kComplexWords, kD = kB + kComplexWords,
                         kMostA = kD + kComplexWords + kBoundWords, kMostB = kMostA + kBoundWords,
                         kMostD = kMostB + kBoundWords, kStride = kMostD + kBoundWords;

    static HWY_INLINE B bound(double value) { return set(value); }
    static HWY_INLINE B bound_of_each(V value) { return value; }
    static HWY_INLINE C zero() { return zero_complex<Part>(); }
    template <int stride>
    static HWY_INLINE C complex_at(const double* base, const Entries& entries) {
        return parts_at<Part, stride>(base, entries);
    }
    template <int stride>
    static HWY_INLINE B bound_at(const double* base, VI entry) {
        return gather<stride>(base, entry);
    }
    template <int stride>
    static HWY_INLINE void bounds_at(const double* base, const Entries& entries, B& one, B& next) {
        const Two both = pair_at<stride>(base, entries);
        one = both.high;
        next = both.low;
    }
    static HWY_INLINE C complex_of(const Words<kComplexWords>& words) {
        return parts_of<Part>(words);
    }
    static HWY_INLINE S slope_of(const Words<2>& words) { return parts_of<One>(words); }
    static HWY_INLINE B bound_of(const Words<1>& words) { return words.number(0); }
    static HWY_INLINE S to_slope(C a) { return rounded(a); }
    static HWY_INLINE VC<One> to_plain(C a) { return rounded(a); }
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
HWY_INLINE VB negated(VB a) {
    return {hn::Neg(a.mantissa), a.exponent};
}
HWY_INLINE M is_positive(VB a) {
    return is_positive(a.mantissa);
}
HWY_INLINE VB times(VB a, VB b) {
    return scaled_real(hn::Mul(a.mantissa, b.mantissa), hn::Add(a.exponent, b.exponent));
}
HWY_INLINE M less(VB a, VB b) {
    const M same = mask_of(hn::Eq(a.exponent, b.exponent));
    const M lower = mask_of(hn::Lt(a.exponent, b.exponent));
    return hn::Or(lower, hn::And(same, hn::Lt(a.mantissa, b.mantissa)));
}

// Scaled<double>, Scaled<DoubleDouble>.
template <class Part>
struct VS {
    VC<Part> mantissa;
    VI exponent;
};
template <class Part>
HWY_INLINE VS<Part> select(M mask, VS<Part> yes, VS<Part> no) {
    return {select(mask, yes.mantissa, no.mantissa), select(mask, yes.exponent, no.exponent)};
}
template <class Part>
HWY_INLINE VS<Part> normalised(VC<Part> value, VI scale) {
    const VI shift = exponent_of(max_norm(value));
    const M zero = mask_of(hn::Lt(shift, set_index(-1022)));
    const VC<Part> scaled = scaled_by(value, power_of_two(hn::Neg(shift)));
    return {select(zero, zero_complex<Part>(), scaled),
            select(zero, set_index(exponent_of_zero), hn::Add(scale, shift))};
}
template <class Part>
HWY_INLINE VC<Part> aligned(VS<Part> a, VI exponent) {
    return scaled_by(a.mantissa, power_of_two(hn::Sub(a.exponent, exponent)));
}
template <class Part>
HWY_INLINE VS<Part> add(VS<Part> a, VS<Part> b) {
    const VI scale = hn::Max(a.exponent, b.exponent);
    return normalised(add(aligned(a, scale), aligned(b, scale)), scale);
}
template <class Part>
HWY_INLINE VS<Part> twice(VS<Part> a) {
    return {a.mantissa, hn::Add(a.exponent, set_index(1))};
}
template <class Part>
HWY_INLINE VS<Part> mul(VS<Part> a, VS<Part> b) {
    return normalised(mul(a.mantissa, b.mantissa), hn::Add(a.exponent, b.exponent));
}
template <class Part>
HWY_INLINE VS<Part> mul_add(VS<Part> a, VS<Part> b, VS<Part> c) {
    const VI product = hn::Add(a.exponent, b.exponent);
    const VI scale = hn::Max(product, c.exponent);
    return normalised(
        mul_add(a.mantissa, scaled_by(b.mantissa, power_of_two(hn::Sub(product, scale))),
                aligned(c, scale)),
        scale);
}
template <class Part>
HWY_INLINE VB max_norm(VS<Part> a) {
    return scaled_real(max_norm(a.mantissa), a.exponent);
}
HWY_INLINE VB dot(VS<One> a, VS<One> b) {
    return scaled_real(dot(a.mantissa, b.mantissa), hn::Add(a.exponent, b.exponent));
}
template <class Part>
HWY_INLINE VB octagon(VS<Part> a) {
    return scaled_real(octagon(a.mantissa), a.exponent);
}

HWY_INLINE VC<One> plain(VC<One> a) {
    return a;
}
HWY_INLINE VC<One> plain(VS<One> a) {
    return scaled_by(a.mantissa, power_of_two(a.exponent));
}

// Ranged<double>, Ranged<DoubleDouble>.
template <class Part>
struct RangedLanes {
    using Number = Ranged<std::conditional_t<Part::kWords == 1, double, DoubleDouble> >;
    using C = VS<Part>;
    using S = VS<One>;
    using B = VB;
    static constexpr int kComplexWords = 2 * Part::kWords + 1, kSlopeWords = 3, kBoundWords = 2;
    static constexpr int kPointWords = kComplexWords + kBoundWords;
    static constexpr int kA = 0, kB = kComplexWords, kD = kB + kComplexWords,
                         kMostA = kD + kComplexWords + kBoundWords, kMostB = kMostA + kBoundWords,
                         kMostD = kMostB + kBoundWords, kStride = kMostD + kBoundWords;

    static HWY_INLINE B bound(double value) {
        const ScaledReal scaled(value);
        return {set(scaled.mantissa), set_index(scaled.exponent)};
    }
    static HWY_INLINE B bound_of_each(V value) { return scaled_real(value, set_index(0)); }
    static HWY_INLINE C zero() { return {zero_complex<Part>(), set_index(exponent_of_zero)}; }
    template <int stride>
    static HWY_INLINE C complex_at(const double* base, const Entries& entries) {
        return {parts_at<Part, stride>(base, entries),
                gather_index<stride>(base + 2 * Part::kWords, entries.number())};
    }
    template <int stride>
    static HWY_INLINE B bound_at(const double* base, VI entry) {
        return {gather<stride>(base, entry), gather_index<stride>(base + 1, entry)};
    }
    template <int stride>
    static HWY_INLINE void bounds_at(const double* base, const Entries& entries, B& one, B& next) {
        const Two first = pair_at<stride>(base, entries),
                  second = pair_at<stride>(base + 2, entries);
        one = {first.high, hn::BitCast(I(), first.low)};
        next = {second.high, hn::BitCast(I(), second.low)};
    }
    static HWY_INLINE C complex_of(const Words<kComplexWords>& words) {
        return {parts_of<Part>(words), words.index(2 * Part::kWords)};
    }
    static HWY_INLINE S slope_of(const Words<3>& words) {
        return {parts_of<One>(words), words.index(2)};
    }
    static HWY_INLINE B bound_of(const Words<2>& words) {
        return {words.number(0), words.index(1)};
    }
    static HWY_INLINE S to_slope(C a) { return {rounded(a.mantissa), a.exponent}; }
    static HWY_INLINE VC<One> to_plain(C a) {
        return scaled_by(rounded(a.mantissa), power_of_two(a.exponent));
    }
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
