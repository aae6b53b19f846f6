#include "oracle.hpp"

#include <cmath>
#include <random>

namespace mariani::deep {
namespace {

// z + half_pitches * height / (2 H).
void move(mpfr_ptr z, const Request& request, long half_pitches) {
    Number offset(mpfr_get_prec(z), request.place.height);
    mpfr_mul_si(offset, offset, half_pitches, MPFR_RNDN);
    mpfr_div_si(offset, offset, 2L * request.size.height, MPFR_RNDN);
    mpfr_add(z, z, offset, MPFR_RNDN);
}

// z and its derivative by c.
struct DerivedNumbers {
    explicit DerivedNumbers(long bits)
        : re(bits), im(bits), d_re(128), d_im(128), next_re(bits), next_im(bits), part(bits) {}

    void step(mpfr_ptr c_re, mpfr_ptr c_im) {
        next_derivative(d_re, d_im);
        mpfr_sqr(next_re, re, MPFR_RNDN);
        mpfr_sqr(part, im, MPFR_RNDN);
        mpfr_sub(next_re, next_re, part, MPFR_RNDN);
        mpfr_add(next_re, next_re, c_re, MPFR_RNDN);
        mpfr_mul(next_im, re, im, MPFR_RNDN);
        mpfr_mul_ui(next_im, next_im, 2, MPFR_RNDN);
        mpfr_add(im, next_im, c_im, MPFR_RNDN);
        mpfr_set(re, next_re, MPFR_RNDN);
    }
    double norm() {
        mpfr_sqr(next_re, re, MPFR_RNDN);
        mpfr_sqr(part, im, MPFR_RNDN);
        mpfr_add(next_re, next_re, part, MPFR_RNDN);
        return mpfr_get_d(next_re, MPFR_RNDD);  // less than 4 where it is
    }

    Number re, im, d_re, d_im;

  private:
    // d <- 2 z d + 1.
    void next_derivative(mpfr_ptr re_part, mpfr_ptr im_part) {
        Number a(128), b(128);
        mpfr_mul(a, re, re_part, MPFR_RNDN);
        mpfr_mul(b, im, im_part, MPFR_RNDN);
        mpfr_sub(a, a, b, MPFR_RNDN);
        mpfr_mul(b, re, im_part, MPFR_RNDN);
        mpfr_mul(im_part, im, re_part, MPFR_RNDN);
        mpfr_add(im_part, im_part, b, MPFR_RNDN);
        mpfr_mul_ui(im_part, im_part, 2, MPFR_RNDN);
        mpfr_mul_ui(a, a, 2, MPFR_RNDN);
        mpfr_add_ui(re_part, a, 1, MPFR_RNDN);
    }

    Number next_re, next_im, part;
};

OracleEscape escape_of(DerivedNumbers& z, const Request& request, std::uint32_t dwell, int extra) {
    const double modulus = std::sqrt(z.norm());
    Number length(128), angle(128), other(128), pitch(128, request.place.height);
    mpfr_div_si(pitch, pitch, request.size.height, MPFR_RNDN);
    mpfr_hypot(length, z.d_re, z.d_im, MPFR_RNDN);
    mpfr_mul(length, length, pitch, MPFR_RNDN);
    mpfr_d_div(length, modulus * std::log(modulus), length, MPFR_RNDN);
    mpfr_atan2(angle, z.im, z.re, MPFR_RNDN);
    mpfr_atan2(other, z.d_im, z.d_re, MPFR_RNDN);
    mpfr_sub(angle, angle, other, MPFR_RNDN);
    const double turns = mpfr_get_d(angle, MPFR_RNDN) / (2 * std::acos(-1.0));
    return {dwell, 1 - std::log2(std::log2(modulus)) + extra, mpfr_get_d(length, MPFR_RNDN),
            turns - std::floor(turns)};
}

}  // namespace

OracleEscape oracle_escape(const Request& request, int x, int y, long bits) {
    Number c_re(bits, request.place.re), c_im(bits, request.place.im);
    move(c_re, request, 2L * x - (request.size.width - 1));
    move(c_im, request, (request.size.height - 1) - 2L * y);
    DerivedNumbers z(bits);
    mpfr_set(z.re, c_re, MPFR_RNDN);
    mpfr_set(z.im, c_im, MPFR_RNDN);
    mpfr_set_ui(z.d_re, 1, MPFR_RNDN);
    mpfr_set_ui(z.d_im, 0, MPFR_RNDN);
    std::uint32_t dwell = 0;
    for (; z.norm() < 4; ++dwell) {
        if (dwell == request.dwell_limit) return {dwell, 0, 0, 0};
        z.step(c_re, c_im);
    }
    int extra = 0;
    for (; z.norm() < 1e8 && extra < 48; ++extra) z.step(c_re, c_im);
    return escape_of(z, request, dwell, extra);
}

long oracle_bits(const Request& request) {
    Number height(64, request.place.height);
    const long exponent = static_cast<long>(mpfr_get_exp(height));
    return 200 - exponent + 17;  // of a picture with up to 2^16 rows
}

std::uint32_t oracle_dwell(const Request& request, int x, int y, long bits) {
    Number c_re(bits, request.place.re), c_im(bits, request.place.im);
    move(c_re, request, 2L * x - (request.size.width - 1));
    move(c_im, request, (request.size.height - 1) - 2L * y);
    Number re(bits), im(bits), re_re(bits), im_im(bits), norm(bits);
    mpfr_set(re, c_re, MPFR_RNDN);
    mpfr_set(im, c_im, MPFR_RNDN);
    for (std::uint32_t dwell = 0; dwell < request.dwell_limit; ++dwell) {
        mpfr_mul(re_re, re, re, MPFR_RNDN);
        mpfr_mul(im_im, im, im, MPFR_RNDN);
        mpfr_add(norm, re_re, im_im, MPFR_RNDN);
        if (mpfr_cmp_ui(norm, 4) >= 0) return dwell;
        mpfr_mul(im, im, re, MPFR_RNDN);
        mpfr_add(im, im, im, MPFR_RNDN);
        mpfr_add(im, im, c_im, MPFR_RNDN);
        mpfr_sub(re, re_re, im_im, MPFR_RNDN);
        mpfr_add(re, re, c_re, MPFR_RNDN);
    }
    return request.dwell_limit;
}

std::vector<std::string> wrong_pixels(const Request& request, const Picture& picture, int count) {
    std::vector<std::string> wrong;
    std::mt19937 random(7);
    for (int i = 0; i < count; ++i) {
        const int x = static_cast<int>(random() % static_cast<unsigned>(request.size.width));
        const int y = static_cast<int>(random() % static_cast<unsigned>(request.size.height));
        const auto index =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(request.size.width) +
            static_cast<std::size_t>(x);
        const std::uint32_t expected = oracle_dwell(request, x, y, oracle_bits(request));
        if (picture.dwells[index] != expected)
            wrong.push_back("pixel " + std::to_string(x) + "," + std::to_string(y) + " has " +
                            std::to_string(picture.dwells[index]) + ", and should have " +
                            std::to_string(expected));
    }
    return wrong;
}

}  // namespace mariani::deep
