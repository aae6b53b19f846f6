#include "compute/workloads/mandelbrot/deep/nucleus.hpp"

#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <algorithm>

namespace mariani::deep {
namespace {

using Wide = Scaled<double>;
constexpr std::int64_t start_bits = 64;  // beyond the radius
constexpr std::int64_t final_bits = 80;  // beyond the size

Wide one() {
    return Ranged<double>::one();
}
Wide inverse(const Wide& a) {
    const double squared = squared_modulus(a.mantissa);
    return normalised(Complex<double>{a.mantissa.re / squared, -a.mantissa.im / squared},
                      -a.exponent);
}

// Ceil(log2(1 / value)).
std::int64_t bits_of(const ScaledReal& value) {
    return std::max<std::int64_t>(0, -value.exponent);
}

// z and its derivative by c, in many digits each.
class NewtonOrbit {
  public:
    NewtonOrbit(std::int64_t bits)
        : z_{BigReal(bits), BigReal(bits)},
          d_{BigReal(bits / 2 + start_bits), BigReal(bits / 2 + start_bits)},
          t_{BigReal(bits), BigReal(bits)},
          u_{BigReal(bits / 2 + start_bits), BigReal(bits / 2 + start_bits)} {}

    // c becomes c - z_p / d_p. The modulus of what was subtracted; nothing if stopped.
    std::optional<ScaledReal> improve(BigReal& re, BigReal& im, std::uint32_t period,
                                      const std::stop_token& stop) {
        for (BigReal* part : {&z_[0], &z_[1], &d_[0], &d_[1]}) mpfr_set_zero(part->get(), 1);
        for (std::uint32_t n = 0; n < period; ++n) {
            if (n % steps_between_looks(re.bits()) == 0 && stop.stop_requested())
                return std::nullopt;
            differentiate();
            square();
            mpfr_add(z_[0].get(), z_[0].get(), re.get(), MPFR_RNDN);
            mpfr_add(z_[1].get(), z_[1].get(), im.get(), MPFR_RNDN);
        }
        divide();
        mpfr_sub(re.get(), re.get(), t_[0].get(), MPFR_RNDN);
        mpfr_sub(im.get(), im.get(), t_[1].get(), MPFR_RNDN);
        return octagon(Ranged<double>::from(exact_complex(t_[0], t_[1])));
    }

  private:
    // d becomes 2 z d + 1.
    void differentiate() {
        mpfr_fmms(u_[0].get(), z_[0].get(), d_[0].get(), z_[1].get(), d_[1].get(), MPFR_RNDN);
        mpfr_fmma(u_[1].get(), z_[0].get(), d_[1].get(), z_[1].get(), d_[0].get(), MPFR_RNDN);
        mpfr_mul_2ui(d_[0].get(), u_[0].get(), 1, MPFR_RNDN);
        mpfr_mul_2ui(d_[1].get(), u_[1].get(), 1, MPFR_RNDN);
        mpfr_add_ui(d_[0].get(), d_[0].get(), 1, MPFR_RNDN);
    }
    void square() {
        mpfr_fmms(t_[0].get(), z_[0].get(), z_[0].get(), z_[1].get(), z_[1].get(), MPFR_RNDN);
        mpfr_mul(z_[1].get(), z_[0].get(), z_[1].get(), MPFR_RNDN);
        mpfr_mul_2ui(z_[1].get(), z_[1].get(), 1, MPFR_RNDN);
        mpfr_swap(z_[0].get(), t_[0].get());
    }
    // t becomes z / d.
    void divide() {
        mpfr_fmma(t_[0].get(), z_[0].get(), d_[0].get(), z_[1].get(), d_[1].get(), MPFR_RNDN);
        mpfr_fmms(t_[1].get(), z_[1].get(), d_[0].get(), z_[0].get(), d_[1].get(), MPFR_RNDN);
        mpfr_fmma(u_[0].get(), d_[0].get(), d_[0].get(), d_[1].get(), d_[1].get(), MPFR_RNDN);
        mpfr_div(t_[0].get(), t_[0].get(), u_[0].get(), MPFR_RNDN);
        mpfr_div(t_[1].get(), t_[1].get(), u_[0].get(), MPFR_RNDN);
    }

    BigReal z_[2], d_[2];
    BigReal t_[2], u_[2];
};

struct Measures {
    ScaledReal size;
    std::optional<ScaledReal> domain;
    bool disc = false;
};

// The derivatives of z_k (c, z), of which z_p (c, 0) = 0, that tell a cardioid from a disc.
struct Shape {
    Wide d = one(), product = one();  // by c, and by z at z_1
    Wide by_c_twice, by_c_and_z;

    void advance(const Wide& z) {
        by_c_and_z = twice(add(mul(z, by_c_and_z), mul(d, product)));
        by_c_twice = twice(add(mul(z, by_c_twice), mul(d, d)));
        product = twice(mul(z, product));
        d = add(twice(mul(z, d)), one());
    }
    // -(d_cc / (2 d_c) + d_cz / d_z) / (d_c d_z) is near 0 for a cardioid and near 1 for a disc:
    // C. Heiland-Allen, after A. Dolotin and A. Morozov, "Universal Mandelbrot Set".
    bool is_disc() const {
        const Wide half = mul(by_c_twice, inverse(twice(d)));
        const Wide sum = add(half, mul(by_c_and_z, inverse(product)));
        const auto shape = Ranged<double>::to_plain(mul(sum, inverse(mul(d, product))));
        return shape.re < -0.5;
    }
};

// The size is 1 / |b l^2| with l = product of 2 z_k and b = 1 + sum of 1 / (product of the first k
// of these), k < p: R. Munafo, Mu-Ency, "Size". The radius of the atom domain is about |z_q / d_p|,
// with the least |z_q|, q < p, and d_p = dz_p / dc: C. Heiland-Allen, "Atom domain size
// estimation". Nothing if stopped.
std::optional<Measures> measures_of(const BigReal& re, const BigReal& im, std::uint32_t period,
                                    std::int64_t bits, const std::stop_token& stop) {
    const auto orbit = make_orbit(re, im, bits);
    Wide sum = one();
    Shape shape;
    std::optional<ScaledReal> least;
    for (std::uint32_t k = 1; k < period; ++k) {
        if (k % steps_between_looks(bits) == 0 && stop.stop_requested()) return std::nullopt;
        const Wide z = Ranged<double>::from(orbit->next().z);
        shape.advance(z);
        sum = add(sum, inverse(shape.product));
        const ScaledReal modulus = Ranged<double>::modulus(z);
        if (!least || modulus < *least) least = modulus;
    }
    const Wide squared = mul(shape.product, shape.product);
    Measures found{ScaledReal(1) / Ranged<double>::modulus(mul(sum, squared)), {}, shape.is_disc()};
    if (least) found.domain = *least / Ranged<double>::modulus(shape.d);
    return found;
}

BigReal with_bits(const BigReal& value, std::int64_t bits) {
    BigReal result(bits);
    mpfr_set(result.get(), value.get(), MPFR_RNDN);
    return result;
}

}  // namespace

std::optional<std::uint32_t> period_in_disc(const BigReal& re, const BigReal& im,
                                            const ScaledReal& radius, std::uint32_t limit,
                                            const std::stop_token& stop, std::uint32_t after) {
    const std::int64_t bits = bits_of(radius) + start_bits;
    const auto orbit = make_orbit(re, im, bits);
    Wide z, d;
    for (std::uint32_t n = 1; n <= limit; ++n) {
        if (n % steps_between_looks(bits) == 0 && stop.stop_requested()) return std::nullopt;
        d = add(mul(twice(z), d), one());
        z = Ranged<double>::from(orbit->next().z);
        if (n > after && !(radius * octagon(d) < max_norm(z))) return n;
        if (!(squared_modulus(Ranged<double>::to_plain(z)) < 4)) return std::nullopt;
    }
    return std::nullopt;
}

std::optional<Nucleus> nucleus_near(const BigReal& re, const BigReal& im, const ScaledReal& radius,
                                    std::uint32_t period, const std::stop_token& stop) {
    std::int64_t bits = 2 * bits_of(radius) + 2 * start_bits;
    Nucleus nucleus{with_bits(re, bits), with_bits(im, bits), period, {}, {}};
    ScaledReal moved = radius;
    for (int step = 0; step < 64; ++step) {
        nucleus.re = with_bits(nucleus.re, bits);
        nucleus.im = with_bits(nucleus.im, bits);
        const auto by = NewtonOrbit(bits).improve(nucleus.re, nucleus.im, period, stop);
        if (!by || radius * ScaledReal(16) < *by) return std::nullopt;
        const bool converges = *by * ScaledReal(1024) < moved || by->mantissa == 0;
        moved = *by;
        if (!converges && step > 8) return std::nullopt;
        if (!converges) continue;
        const auto found = measures_of(nucleus.re, nucleus.im, period, bits, stop);
        // Larger than the whole set: no minibrot's.
        if (!found || ScaledReal(2) < found->size) return std::nullopt;
        const ScaledReal size = found->size;
        // The next error is about the square of this one over the size.
        const std::int64_t needed = bits_of(size) + final_bits;
        if (bits >= needed + start_bits &&
            moved * moved < size * size * ScaledReal(1, -final_bits)) {
            nucleus.size = size;
            nucleus.domain = found->domain;
            nucleus.disc = found->disc;
            return nucleus;
        }
        bits = std::min(std::max(bits, 2 * bits_of(moved) + start_bits), needed + 2 * start_bits);
    }
    return std::nullopt;
}

std::string to_decimal(const BigReal& value, std::int64_t fraction_digits) {
    char* text = nullptr;
    mpfr_asprintf(&text, "%.*RNf", static_cast<int>(fraction_digits), value.get());
    std::string result(text);
    mpfr_free_str(text);
    return result;
}

}  // namespace mariani::deep
