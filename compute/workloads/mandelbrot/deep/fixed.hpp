// Numbers of a fixed point in a few limbs, as mantissas of Scaled: what all others are rounded
// from, and deltas where two doubles are not enough. On host and device. certificate.md has the
// errors of their operations.
#pragma once

#include "compute/workloads/mandelbrot/deep/scaled.hpp"

#include <bit>
#include <cstdint>

namespace mariani::deep {

// `value` must not be 0. Device code takes std::countl_zero without a complaint, and gets 0.
MARIANI_HOST_DEVICE inline int zeros_before(std::uint64_t value) {
#ifdef __CUDA_ARCH__
    return __clzll(static_cast<long long>(value));
#else
    return std::countl_zero(value);
#endif
}

// From -32 to 32, in steps of 2^-fraction. Two's complement, the least significant limb first.
template <int limbs>
struct Fixed {
    static constexpr int limb_bits = 64;
    static constexpr int fraction = limb_bits * limbs - 6;
    __extension__ using Wide = unsigned __int128;

    std::uint64_t limb[limbs] = {};

    Fixed() = default;
    // Rounded down; what is denormal counts as 0.
    MARIANI_HOST_DEVICE explicit Fixed(double value) {
        constexpr int digits = 52;
        const std::int64_t exponent = exponent_of(value);
        if (exponent < -1022) return;
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        constexpr std::uint64_t leading = std::uint64_t{1} << digits;
        limb[0] = (bits & (leading - 1)) | leading;
        if (value < 0) *this = -*this;
        const std::int64_t shift = fraction - digits + exponent;
        *this =
            shift < 0 ? shifted_right(*this, -shift) : shifted_left(*this, static_cast<int>(shift));
    }
    MARIANI_HOST_DEVICE explicit Fixed(DoubleDouble value)
        : Fixed(Fixed(value.high) + Fixed(value.low)) {}

    // All bits set if it is negative, or none.
    MARIANI_HOST_DEVICE std::uint64_t sign() const {
        return 0 - (limb[limbs - 1] >> (limb_bits - 1));
    }

    MARIANI_HOST_DEVICE friend Fixed operator-(const Fixed& a) {
        Fixed result;
        Wide sum = Wide{1} << limb_bits;
        for (int i = 0; i < limbs; ++i) {
            sum = (sum >> limb_bits) + ~a.limb[i];
            result.limb[i] = static_cast<std::uint64_t>(sum);
        }
        return result;
    }
    MARIANI_HOST_DEVICE friend Fixed operator+(const Fixed& a, const Fixed& b) {
        Fixed result;
        Wide sum = 0;
        for (int i = 0; i < limbs; ++i) {
            sum = (sum >> limb_bits) + a.limb[i] + b.limb[i];
            result.limb[i] = static_cast<std::uint64_t>(sum);
        }
        return result;
    }
    // Rounded down. Without branches on signs, which nobody can foretell: as if both numbers had
    // none, less what that adds to the upper half.
    MARIANI_HOST_DEVICE friend Fixed operator*(const Fixed& a, const Fixed& b) {
        std::uint64_t product[2 * limbs] = {};
        for (int i = 0; i < limbs; ++i) {
            std::uint64_t carry = 0;
            for (int j = 0; j < limbs; ++j) {
                const Wide term = Wide{a.limb[i]} * b.limb[j] + product[i + j] + carry;
                product[i + j] = static_cast<std::uint64_t>(term);
                carry = static_cast<std::uint64_t>(term >> limb_bits);
            }
            product[i + limbs] = carry;
        }
        Wide sum = 0;
        std::uint64_t borrow = 0;
        for (int i = 0; i < limbs; ++i) {
            sum = (sum >> limb_bits) + (a.limb[i] & b.sign()) + (b.limb[i] & a.sign());
            const Wide rest = Wide{product[limbs + i]} - static_cast<std::uint64_t>(sum) - borrow;
            product[limbs + i] = static_cast<std::uint64_t>(rest);
            borrow = static_cast<std::uint64_t>(rest >> limb_bits) & 1;
        }
        constexpr int spare = fraction % limb_bits;
        Fixed result;
        for (int i = 0; i < limbs; ++i)
            result.limb[i] = product[limbs - 1 + i] >> spare | product[limbs + i]
                                                                   << (limb_bits - spare);
        return result;
    }
    // By a power of two that is not above 1, or 0; rounded down.
    MARIANI_HOST_DEVICE friend Fixed operator*(const Fixed& a, double power) {
        return shifted_right(a, -exponent_of(power));
    }

    // By less than all bits.
    MARIANI_HOST_DEVICE static Fixed shifted_left(Fixed a, int bits) {
        for (int whole = 1; whole < limbs; whole *= 2)
            for (int i = limbs - 1; i >= 0; --i)
                if ((bits & whole * limb_bits) != 0) a.limb[i] = i < whole ? 0 : a.limb[i - whole];
        const int rest = bits & (limb_bits - 1);
        for (int i = limbs - 1; i >= 0; --i) {
            const std::uint64_t below = i == 0 ? 0 : a.limb[i - 1];
            a.limb[i] = a.limb[i] << rest | below >> 1 >> (limb_bits - 1 - rest);
        }
        return a;
    }
    // Rounded down.
    MARIANI_HOST_DEVICE static Fixed shifted_right(Fixed a, std::int64_t bits) {
        constexpr int most = limb_bits * limbs - 1;
        const int shift = bits < most ? static_cast<int>(bits) : most;
        const std::uint64_t sign = a.sign();
        for (int whole = 1; whole < limbs; whole *= 2)
            for (int i = 0; i < limbs; ++i)
                if ((shift & whole * limb_bits) != 0)
                    a.limb[i] = i + whole < limbs ? a.limb[i + whole] : sign;
        const int rest = shift & (limb_bits - 1);
        for (int i = 0; i < limbs; ++i) {
            const std::uint64_t above = i + 1 < limbs ? a.limb[i + 1] : sign;
            a.limb[i] = a.limb[i] >> rest | above << 1 << (limb_bits - 1 - rest);
        }
        return a;
    }
};

template <int limbs>
MARIANI_HOST_DEVICE Fixed<limbs> mul_add(const Fixed<limbs>& a, const Fixed<limbs>& b,
                                         const Fixed<limbs>& c) {
    return a * b + c;
}

// By less than 2^-58, and a relative 2^-53, from its value: of the larger part of a mantissa, to a
// relative 2^-52.
template <int limbs>
MARIANI_HOST_DEVICE double to_double(const Fixed<limbs>& a) {
    return static_cast<double>(static_cast<std::int64_t>(a.limb[limbs - 1])) * 0x1p-58;
}

// The first of all bits that is set in neither part's sign: at most 1 below that of a modulus.
template <int limbs>
MARIANI_HOST_DEVICE int top_bit(const Complex<Fixed<limbs>>& value) {
    const std::uint64_t re = value.re.sign(), im = value.im.sign();
    for (int i = limbs - 1; i >= 0; --i) {
        const std::uint64_t both = (value.re.limb[i] ^ re) | (value.im.limb[i] ^ im);
        if (both != 0) return 64 * i + 63 - zeros_before(both);
    }
    return -1;
}

template <int limbs>
MARIANI_HOST_DEVICE Scaled<Fixed<limbs>> normalised(const Complex<Fixed<limbs>>& value,
                                                    std::int64_t scale) {
    using M = Fixed<limbs>;
    const int top = top_bit(value);
    if (top < 0) return {};
    // To the first bit behind the sign, and from there to the one that stands for 1.
    constexpr int highest = M::limb_bits * limbs - 2;
    const auto moved = [&](const M& part) {
        return M::shifted_right(M::shifted_left(part, highest - top), highest - M::fraction);
    };
    return {{moved(value.re), moved(value.im)}, scale + top - M::fraction};
}

// What add() of scaled.hpp gives: shifts take longer than choosing the number that needs none.
template <int limbs>
MARIANI_HOST_DEVICE Scaled<Fixed<limbs>> add(const Scaled<Fixed<limbs>>& a,
                                             const Scaled<Fixed<limbs>>& b) {
    Scaled<Fixed<limbs>> large = a, small = b;
    if (a.exponent < b.exponent) {
        large = b;
        small = a;
    }
    return normalised(add(large.mantissa, aligned(small, large.exponent)), large.exponent);
}

// The nearest double, and what it lacks: to 2^-105 of the larger part of a mantissa.
template <int limbs>
MARIANI_HOST_DEVICE DoubleDouble to_double_double(const Fixed<limbs>& a) {
    static_assert(limbs > 1);
    const auto first = static_cast<std::int64_t>(a.limb[limbs - 1]);
    const auto second = static_cast<std::int64_t>(a.limb[limbs - 2] >> 1);
    const auto high = static_cast<double>(first);
    const double low = static_cast<double>(first - static_cast<std::int64_t>(high)) +
                       static_cast<double>(second) * 0x1p-63;
    return fast_two_sum(high, low) * 0x1p-58;
}

}  // namespace mariani::deep
