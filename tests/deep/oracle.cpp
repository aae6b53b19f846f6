#include "oracle.hpp"

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

}  // namespace

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
