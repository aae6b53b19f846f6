#include "compute/workloads/mandelbrot/deep/engine/bounded_pixels.hpp"

#include "compute/workloads/mandelbrot/deep/direct.hpp"
#include "compute/workloads/mandelbrot/deep/place.hpp"

#include <algorithm>
#include <cmath>
#include <gmp.h>
#include <numeric>
#include <optional>
#include <string_view>

namespace mariani::deep {
namespace {

class Integer {
  public:
    Integer() { mpz_init(value_); }
    Integer(const Integer&) = delete;
    Integer& operator=(const Integer&) = delete;
    ~Integer() { mpz_clear(value_); }
    operator mpz_ptr() { return value_; }

  private:
    mpz_t value_;
};

// What a valid decimal text says, exactly: digits * 10^exponent.
struct ExactDecimal {
    Integer digits;
    std::int64_t exponent = 0;

    explicit ExactDecimal(std::string_view text) {
        const auto mark = std::min(text.find_first_of("eE"), text.size());
        if (mark < text.size()) exponent = std::stoll(std::string(text.substr(mark + 1)));
        std::string number(text.substr(0, mark));
        if (number.front() == '+') number.erase(0, 1);
        if (const auto point = number.find('.'); point != std::string::npos) {
            exponent -= static_cast<std::int64_t>(number.size() - point - 1);
            number.erase(point, 1);
        }
        mpz_set_str(digits, number.c_str(), 10);
    }
};

// Adds factor * 10^(value.exponent - exponent) times a value's digits.
void add_scaled(Integer& sum, ExactDecimal& value, std::int64_t factor, std::int64_t exponent) {
    if (factor == 0 || mpz_sgn(static_cast<mpz_ptr>(value.digits)) == 0) return;
    Integer term;
    mpz_ui_pow_ui(term, 10, static_cast<unsigned long>(value.exponent - exponent));
    mpz_mul(term, term, value.digits);
    mpz_mul_si(term, term, static_cast<long>(factor));
    mpz_add(sum, sum, term);
}

// The sign of 2 H (a + n height / (2 H)) - 2 H b.
int exact_sign(const std::string& a, std::int64_t n, const Place& place, ImageSize size,
               const char* b) {
    ExactDecimal from(a), height(place.height), to(b);
    const std::int64_t exponent = std::min({from.exponent, height.exponent, to.exponent});
    const std::int64_t rows = 2 * std::int64_t{size.height};
    Integer sum;
    add_scaled(sum, from, rows, exponent);
    add_scaled(sum, height, n, exponent);
    add_scaled(sum, to, -rows, exponent);
    return mpz_sgn(static_cast<mpz_ptr>(sum));
}

// The only row whose points may be real, if it is in the picture.
std::optional<int> nearest_row(const Place& place, ImageSize size) {
    constexpr std::int64_t enough_bits = 64;
    BigReal rows = from_decimal(place.im, enough_bits);
    const BigReal height = from_decimal(place.height, enough_bits);
    mpfr_mul_si(rows.get(), rows.get(), size.height, MPFR_RNDN);
    mpfr_div(rows.get(), rows.get(), height.get(), MPFR_RNDN);  // below the centre
    const double row = std::round(mpfr_get_d(rows.get(), MPFR_RNDN) + 0.5 * (size.height - 1));
    if (!(0 <= row && row < size.height)) return std::nullopt;
    return static_cast<int>(row);
}

// The pixels of a part whose points are exactly real, above -2 and at most 1/4: a piece of one row,
// or nothing. None of them ever escapes: certificate.md. The place is valid.
PixelRect bounded_real_pixels(const Place& place, ImageSize size, const PixelPoints& points,
                              const PixelRect& part) {
    const auto row = nearest_row(place, size);
    if (!row || *row < part.y || *row >= part.y + part.height) return {};
    if (exact_sign(place.im, (size.height - 1) - 2 * std::int64_t{*row}, place, size, "0") != 0)
        return {};
    const auto sign_of = [&](int column, const char* end) {
        BigReal distance = points.re(column).value;
        mpfr_sub(distance.get(), distance.get(), from_decimal(end, 64).get(), MPFR_RNDN);
        const ScaledReal error = points.error() * ScaledReal(4);
        const int sign = mpfr_sgn(distance.get());
        if (sign != 0 && error < ScaledReal(1, mpfr_get_exp(distance.get()) - 1)) return sign;
        return exact_sign(place.re, 2 * std::int64_t{column} - (size.width - 1), place, size, end);
    };
    // The first column of the part, or its end, that lies right of `end`: the real parts grow from
    // left to right.
    const auto first_right_of = [&](const char* end) {
        int left = part.x, right = part.x + part.width;
        while (left < right) {
            const int middle = std::midpoint(left, right);
            if (sign_of(middle, end) > 0)
                right = middle;
            else
                left = middle + 1;
        }
        return left;
    };
    const int first = first_right_of("-2");
    return {first, *row, first_right_of("0.25") - first, 1};
}

bool are_all_bounded(const Request& request, const PixelPoints& points,
                     const std::stop_token& stop) {
    const double half_sides = 0.5 * (request.size.width + request.size.height);
    const ScaledReal radius = scaled_real(points.pitch()) * ScaledReal(half_sides * rounded_up);
    return is_bounded_around(points.centre_re_part(), points.centre_im_part(), radius,
                             request.dwell_limit, stop);
}

// Farther inside than the roundings of c and of these formulas reach.
bool is_in_cardioid_or_disc(double re, double im) {
    constexpr double margin = 0x1p-40;
    const double from_cusp = re - 0.25, im_squared = im * im;
    const double q = from_cusp * from_cusp + im_squared;
    if (q * (q + from_cusp) < 0.25 * im_squared - margin) return true;
    return (re + 1) * (re + 1) + im_squared < 0.0625 - margin;
}

}  // namespace

BoundedPixels::BoundedPixels(const Request& request, const PixelPoints& points,
                             const std::stop_token& stop)
    : part_(part_of(request)), all_(are_all_bounded(request, points, stop)) {
    if (all_) return;
    real_ = bounded_real_pixels(request.place, request.size, points, part_);
    for (int x = part_.x; x < part_.x + part_.width; ++x)
        re_.push_back(mpfr_get_d(points.re(x).value.get(), MPFR_RNDN));
    for (int y = part_.y; y < part_.y + part_.height; ++y)
        im_.push_back(mpfr_get_d(points.im(y).value.get(), MPFR_RNDN));
}

bool BoundedPixels::contains(int x, int y) const {
    return mariani::contains(real_, x, y) ||
           is_in_cardioid_or_disc(re_[static_cast<std::size_t>(x - part_.x)],
                                  im_[static_cast<std::size_t>(y - part_.y)]);
}

}  // namespace mariani::deep
