// The kernel's formulas for the vectors of the SIMD target that is being compiled.
#if defined(MARIANI_VECTOR_FORMULA_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_VECTOR_FORMULA_INL
#undef MARIANI_VECTOR_FORMULA_INL
#else
#define MARIANI_VECTOR_FORMULA_INL
#endif

#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mariani::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors stepped together, and groups of them that take turns (lanes-inl.hpp). Measured: with
// AVX-512 and with AVX2 (where some spill) 6 beat 3, 4, 5, 8 and 10, and two groups beat one.
inline constexpr size_t kVectors = 6;
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
#include "compute/kernel/formula.inl"
#undef MARIANI_FORMULA

template <class D>
HWY_INLINE std::uint32_t mask_bits(D d, hn::Mask<D> mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8;
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::cpu
HWY_AFTER_NAMESPACE();

#endif
