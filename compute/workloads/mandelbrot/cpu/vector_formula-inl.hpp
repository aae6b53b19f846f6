// The formulas of formula.inl and trapping.inl for the vectors of the SIMD target that is being
// compiled.
#if defined(MARIANI_VECTOR_FORMULA_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_VECTOR_FORMULA_INL
#undef MARIANI_VECTOR_FORMULA_INL
#else
#define MARIANI_VECTOR_FORMULA_INL
#endif

#include "compute/workloads/mandelbrot/cpu/compress_table.hpp"
#include "compute/workloads/mandelbrot/point.hpp"

#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors stepped together, and groups of them that take turns (lanes-inl.hpp). Measured: with
// AVX-512 8 beat 6, with AVX2 (where some spill) 6 beat 3, 4, 5, 8 and 10; two groups beat one.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
inline constexpr size_t kVectors = 8;
#else
inline constexpr size_t kVectors = 6;
#endif
inline constexpr size_t kGroups = 2;

template <class V>
HWY_INLINE V mul_add(V a, V b, V c) {
    return hn::MulAdd(a, b, c);
}
template <class V>
HWY_INLINE V neg_mul_add(V a, V b, V c) {
    return hn::NegMulAdd(a, b, c);
}
template <class V>
HWY_INLINE V add(V a, V b) {
    return hn::Add(a, b);
}
template <class V>
HWY_INLINE V sub(V a, V b) {
    return hn::Sub(a, b);
}
template <class V>
HWY_INLINE V mul(V a, V b) {
    return hn::Mul(a, b);
}
template <class V>
HWY_INLINE auto less(V a, V b) {
    return hn::Lt(a, b);
}

#define MARIANI_FORMULA HWY_INLINE
#include "compute/workloads/mandelbrot/formula.inl"
#undef MARIANI_FORMULA

// As mandelbrot::modulus.
template <class V>
HWY_INLINE V modulus(V re, V im) {
    const hn::DFromV<V> d;
    if constexpr (sizeof(hn::TFromD<hn::DFromV<V>>) == 8) {
        const hn::Rebind<float, hn::DFromV<V>> singles;
        const V root = hn::PromoteTo(d, hn::Sqrt(hn::DemoteTo(singles, norm(re, im))));
        return mul_add(root, hn::Set(d, mandelbrot::root_excess), root);
    } else {
        return hn::Sqrt(norm(re, im));
    }
}
template <class M>
HWY_INLINE M both(M a, M b) {
    return hn::And(a, b);
}

#define MARIANI_FORMULA HWY_INLINE
#include "compute/workloads/mandelbrot/trapping.inl"
#undef MARIANI_FORMULA

template <class D>
HWY_INLINE std::uint32_t mask_bits(D d, hn::Mask<D> mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8;
}

// hn::Compress. That of Highway 1.0 copies its tables to the stack at every use.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
HWY_INLINE hn::Vec512<double> compressed(hn::Vec512<double> v, hn::Mask512<double> mask) {
    return hn::Vec512<double>{_mm512_maskz_compress_pd(mask.raw, v.raw)};
}
HWY_INLINE hn::Vec512<float> compressed(hn::Vec512<float> v, hn::Mask512<float> mask) {
    return hn::Vec512<float>{_mm512_maskz_compress_ps(mask.raw, v.raw)};
}
HWY_INLINE auto compressed(hn::Vec512<std::uint64_t> v, hn::Mask512<std::uint64_t> mask) {
    return hn::Vec512<std::uint64_t>{_mm512_maskz_compress_epi64(mask.raw, v.raw)};
}
HWY_INLINE auto compressed(hn::Vec512<std::uint32_t> v, hn::Mask512<std::uint32_t> mask) {
    return hn::Vec512<std::uint32_t>{_mm512_maskz_compress_epi32(mask.raw, v.raw)};
}
#elif HWY_TARGET == HWY_AVX2
template <class V, class M>
HWY_INLINE V compressed(V v, M mask) {
    const hn::DFromV<V> d;
    const hn::Repartition<std::uint32_t, decltype(d)> d32;
    const hn::Rebind<std::uint8_t, decltype(d32)> d8;
    const std::uint32_t bits = mask_bits(d, mask);
    const auto& row = hn::Lanes(d) == 4 ? compress_pairs[bits] : compress_singles[bits];
    const auto order = hn::IndicesFromVec(d32, hn::PromoteTo(d32, hn::LoadU(d8, row.data())));
    return hn::BitCast(d, hn::TableLookupLanes(hn::BitCast(d32, v), order));
}
#else
template <class V, class M>
HWY_INLINE V compressed(V v, M mask) {
    return hn::Compress(v, mask);
}
#endif

// Steps of kVectors vectors.
template <std::uint32_t kSteps, class V, typename T>
HWY_INLINE void step_block(V (&re)[kVectors], V (&im)[kVectors], const T* c_re, const T* c_im) {
    const hn::ScalableTag<T> d;
    for (std::uint32_t i = 0; i < kSteps; ++i)
        for (size_t u = 0; u < kVectors; ++u)
            step(re[u], im[u], hn::Load(d, c_re + u * hn::Lanes(d)),
                 hn::Load(d, c_im + u * hn::Lanes(d)));
}

// A block from the states at re and im, of which those steps are counted that are taken within
// |z| < 2. Its first half tells which half an escape is in; only that one is tested step by step.
// What is in to_re and to_im then is the state after the block where it has not escaped.
template <class V, typename T>
HWY_INLINE void count_block(const T* re, const T* im, const T* c_re, const T* c_im,
                            V (&to_re)[kVectors], V (&to_im)[kVectors], V (&steps)[kVectors]) {
    constexpr std::uint32_t half = mandelbrot::block_steps / 2;
    const hn::ScalableTag<T> d;
    const V four = hn::Set(d, T(4)), one = hn::Set(d, T(1));
    for (size_t u = 0; u < kVectors; ++u) {
        to_re[u] = hn::Load(d, re + u * hn::Lanes(d));
        to_im[u] = hn::Load(d, im + u * hn::Lanes(d));
    }
    step_block<half>(to_re, to_im, c_re, c_im);
    for (size_t u = 0; u < kVectors; ++u) {
        const auto late = less(norm(to_re[u], to_im[u]), four);
        to_re[u] = hn::IfThenElse(late, to_re[u], hn::Load(d, re + u * hn::Lanes(d)));
        to_im[u] = hn::IfThenElse(late, to_im[u], hn::Load(d, im + u * hn::Lanes(d)));
        steps[u] = hn::IfThenElseZero(late, hn::Set(d, T(half)));
    }
    for (std::uint32_t i = 0; i < half; ++i)
        for (size_t u = 0; u < kVectors; ++u) {
            const auto bounded = less(norm(to_re[u], to_im[u]), four);
            steps[u] = hn::IfThenElse(bounded, hn::Add(steps[u], one), steps[u]);
            step(to_re[u], to_im[u], hn::Load(d, c_re + u * hn::Lanes(d)),
                 hn::Load(d, c_im + u * hn::Lanes(d)));
        }
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
