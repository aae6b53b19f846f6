// Numbers of a fixed point in a few limbs, as mantissas of Scaled, where two doubles are not
// enough. On the host. certificate.md has the errors of their operations.
#pragma once

#include "compute/workloads/mandelbrot/deep/big_real.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace mariani::deep {

// From -32 to 32, in steps of 2^-fraction. Two's complement, the least significant limb first.
template <int limbs>
struct Fixed {
    static constexpr int limb_bits = 64;
    static constexpr int fraction = limb_bits * limbs - 6;
    __extension__ using Wide = unsigned __int128;

    std::uint64_t limb[limbs] = {};

    Fixed() = default;
    // Rounded toward 0.
    explicit Fixed(double value) {
        int exponent = 0;
        const double mantissa = std::frexp(std::fabs(value), &exponent);
        limb[0] = static_cast<std::uint64_t>(std::ldexp(mantissa, 53));
        *this = shifted(*this, fraction + exponent - 53);
        if (value < 0) *this = -*this;
    }
    explicit Fixed(DoubleDouble value) : Fixed(Fixed(value.high) + Fixed(value.low)) {}

    bool is_negative() const { return limb[limbs - 1] >> (limb_bits - 1) != 0; }
    // All bits set if it is negative, or none.
    std::uint64_t sign() const { return 0 - (limb[limbs - 1] >> (limb_bits - 1)); }

    static Fixed magnitude(const Fixed& a) {
        Fixed result;
        Wide sum = Wide{a.sign() & 1} << limb_bits;
        for (int i = 0; i < limbs; ++i) {
            sum = (sum >> limb_bits) + (a.limb[i] ^ a.sign());
            result.limb[i] = static_cast<std::uint64_t>(sum);
        }
        return result;
    }

    friend Fixed operator-(const Fixed& a) {
        Fixed result;
        Wide sum = Wide{1} << limb_bits;
        for (int i = 0; i < limbs; ++i) {
            sum = (sum >> limb_bits) + ~a.limb[i];
            result.limb[i] = static_cast<std::uint64_t>(sum);
        }
        return result;
    }
    friend Fixed operator+(const Fixed& a, const Fixed& b) {
        Fixed result;
        Wide sum = 0;
        for (int i = 0; i < limbs; ++i) {
            sum = (sum >> limb_bits) + a.limb[i] + b.limb[i];
            result.limb[i] = static_cast<std::uint64_t>(sum);
        }
        return result;
    }
    // Rounded down. Column by column, and without branches on signs, which nobody can foretell: as
    // if both numbers had none, less what that adds to the upper half.
    friend Fixed operator*(const Fixed& a, const Fixed& b) {
        std::uint64_t product[2 * limbs];
        Wide low = 0;
        for (int column = 0; column < 2 * limbs; ++column) {
            std::uint64_t high = 0;
            for (int i = 0; i < limbs; ++i) {
                const int j = column - i;
                if (j < 0 || j >= limbs) continue;
                const Wide term = Wide{a.limb[i]} * b.limb[j];
                low += term;
                high += low < term ? 1 : 0;
            }
            product[column] = static_cast<std::uint64_t>(low);
            low = low >> limb_bits | Wide{high} << limb_bits;
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
    // By a power of two, or 0; rounded down.
    friend Fixed operator*(const Fixed& a, double power) {
        return shifted(a, static_cast<int>(exponent_of(power)));
    }

    // To the left, or to the right where that is negative: rounded down.
    static Fixed shifted(const Fixed& a, int bits) {
        if (bits == 0) return a;
        constexpr int most = limb_bits * limbs;
        bits = std::clamp(bits, -most, most);
        const int left = bits & (limb_bits - 1), whole = (bits - left) / limb_bits;
        // Zeros, the limbs, and what its sign goes on with.
        std::uint64_t wide[3 * limbs + 1] = {};
        for (int i = 0; i < limbs; ++i) {
            wide[limbs + 1 + i] = a.limb[i];
            wide[2 * limbs + 1 + i] = a.sign();
        }
        const std::uint64_t* const from = wide + limbs + 1 - whole;
        Fixed result;
        for (int i = 0; i < limbs; ++i)
            result.limb[i] = from[i] << left | from[i - 1] >> 1 >> (limb_bits - 1 - left);
        return result;
    }

    // The first of its bits that is set, of a number that is not negative; -1: none.
    int top_bit() const {
        for (int i = limbs - 1; i >= 0; --i)
            if (limb[i] != 0) return limb_bits * (i + 1) - 1 - std::countl_zero(limb[i]);
        return -1;
    }
};

template <int limbs>
Fixed<limbs> mul_add(const Fixed<limbs>& a, const Fixed<limbs>& b, const Fixed<limbs>& c) {
    return a * b + c;
}

// To a relative 2^-52.
template <int limbs>
double to_double(const Fixed<limbs>& a) {
    using M = Fixed<limbs>;
    const M size = M::magnitude(a);
    const int top = size.top_bit();
    if (top < 0) return 0;
    // 63 bits, from the first one that is set.
    const int index = top / M::limb_bits, right = top % M::limb_bits;
    const std::uint64_t low = index > 0 ? size.limb[index - 1] : 0;
    const std::uint64_t head =
        size.limb[index] << (M::limb_bits - 1 - right) >> 1 | low >> 1 >> right >> 1;
    const double value = static_cast<double>(static_cast<std::int64_t>(head)) *
                         power_of_two(top - (M::limb_bits - 2) - M::fraction);
    return std::copysign(value, a.is_negative() ? -1.0 : 1.0);
}

template <int limbs>
Scaled<Fixed<limbs>> normalised(const Complex<Fixed<limbs>>& value, std::int64_t scale) {
    using M = Fixed<limbs>;
    const int top = std::max(M::magnitude(value.re).top_bit(), M::magnitude(value.im).top_bit());
    if (top < 0) return {};
    const int shift = top - M::fraction;
    return {{M::shifted(value.re, -shift), M::shifted(value.im, -shift)}, scale + shift};
}

// Of limbs, the least significant first, times 2^exponent: rounded toward 0. im is 0.
template <int limbs>
Scaled<Fixed<limbs>> fixed_real(const mp_limb_t* from, std::int64_t count, std::int64_t exponent,
                                bool negative) {
    while (count > 0 && from[count - 1] == 0) --count;
    if (count == 0) return {};
    // The first bits, one limb more than there is room for.
    Fixed<limbs + 1> head;
    for (int i = 0; i <= limbs; ++i) {
        const std::int64_t index = count - 1 - limbs + i;
        head.limb[i] = index < 0 ? 0 : from[index];
    }
    const int zeros = std::countl_zero(head.limb[limbs]);
    Fixed<limbs> value;
    for (int i = 0; i < limbs; ++i) {
        const std::uint64_t low = head.limb[i], high = head.limb[i + 1];
        value.limb[i] = zeros == 0 ? high : high << zeros | low >> (64 - zeros);
    }
    // Its first bit is set: it stands for 1.
    constexpr int spare = 5;
    for (int i = 0; i < limbs; ++i)
        value.limb[i] =
            value.limb[i] >> spare | (i + 1 < limbs ? value.limb[i + 1] << (64 - spare) : 0);
    return {{negative ? -value : value, {}}, exponent + 64 * count - zeros - 1};
}

// The u of certificate.md, 16 last places.
template <int limbs>
inline constexpr double unit_of<Fixed<limbs>> = unit_of<Fixed<limbs - 1>> / 0x1p64;
template <>
inline constexpr double unit_of<Fixed<1>> = 0x1.01p-54;

// Deltas where two doubles are not enough.
using LongNumber = Ranged<Fixed<3>>;
using LongComplex = LongNumber::Complex;

// Both parts to a relative 2^-185 of the larger one.
LongComplex long_complex(const BigReal& re, const BigReal& im);
LongComplex long_complex(const LongComplex& re, const LongComplex& im);  // of numbers with im 0

}  // namespace mariani::deep
