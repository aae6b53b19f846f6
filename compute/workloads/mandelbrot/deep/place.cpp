#include "compute/workloads/mandelbrot/deep/place.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace mariani::deep {
namespace {

// More than any coordinate needs before its point, and for the few operations of a pixel's part.
constexpr std::int64_t spare_bits = 40;

bool is_digit(char character) {
    return '0' <= character && character <= '9';
}

// What is left after the digits at the beginning.
std::string_view without_digits(std::string_view text) {
    while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
    return text;
}
std::string_view without_sign(std::string_view text) {
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
    return text;
}

bool is_allowed_exponent(std::string_view text) {
    text = without_sign(text);
    while (text.size() > 1 && text.front() == '0') text.remove_prefix(1);
    constexpr std::size_t enough = 7;  // digits of the limit
    if (text.empty() || text.size() > enough || !without_digits(text).empty()) return false;
    std::int64_t value = 0;
    for (const char digit : text) value = 10 * value + (digit - '0');
    return value <= limits::exponent;
}

bool is_decimal(std::string_view text) {
    const std::string_view begin = without_sign(text);
    std::string_view rest = without_digits(begin);
    std::size_t digits = begin.size() - rest.size();
    if (!rest.empty() && rest.front() == '.') {
        const std::string_view fraction = rest.substr(1);
        rest = without_digits(fraction);
        digits += fraction.size() - rest.size();
    }
    if (digits == 0) return false;
    return rest.empty() ||
           ((rest.front() == 'e' || rest.front() == 'E') && is_allowed_exponent(rest.substr(1)));
}

std::string shown(const std::string& text) {
    constexpr std::size_t enough = 40;
    return text.size() <= enough ? text : text.substr(0, enough) + "...";
}

std::optional<std::string> why_no_decimal(const std::string& name, const std::string& text) {
    if (text.size() > limits::characters)
        return name + " has " + std::to_string(text.size()) + " characters: it may have " +
               std::to_string(limits::characters);
    if (is_decimal(text)) return std::nullopt;
    return name + " is \"" + shown(text) +
           "\": it must be a decimal number, such as -0.75 or 1.5e-300, with an exponent of at "
           "most " +
           std::to_string(limits::exponent);
}

std::optional<std::string> why_no_coordinate(const std::string& name, const std::string& text) {
    if (auto why = why_no_decimal(name, text)) return why;
    if (std::abs(mpfr_get_d(from_decimal(text, 64).get(), MPFR_RNDN)) <= limits::max_coordinate)
        return std::nullopt;
    return name + " is " + shown(text) + ": it must be from -1e6 to 1e6";
}

}  // namespace

std::optional<std::string> why_invalid(const Place& place) {
    if (auto why = why_no_coordinate("the centre's real part", place.re)) return why;
    if (auto why = why_no_coordinate("the centre's imaginary part", place.im)) return why;
    if (auto why = why_no_decimal("the view's height", place.height)) return why;
    const BigReal height = from_decimal(place.height, 64);
    if (mpfr_cmp(height.get(), from_decimal(limits::min_height, 64).get()) >= 0 &&
        mpfr_cmp(height.get(), from_decimal(limits::max_height, 64).get()) <= 0)
        return std::nullopt;
    return "the view's height is " + shown(place.height) + ": it must be from " +
           limits::min_height + " to " + limits::max_height;
}

BigReal from_decimal(const std::string& text, std::int64_t bits) {
    BigReal value(bits);
    mpfr_set_str(value.get(), text.c_str(), 10, MPFR_RNDN);
    return value;
}

std::int64_t pitch_bits(const Place& place, ImageSize size) {
    BigReal pitch = from_decimal(place.height, 64);
    mpfr_div_si(pitch.get(), pitch.get(), size.height, MPFR_RNDD);
    // 2^(e - 1) <= pitch < 2^e
    return std::max<std::int64_t>(0, 1 - mpfr_get_exp(pitch.get()));
}

PixelPoints::PixelPoints(const Place& place, ImageSize size, std::int64_t fraction_bits)
    : size_(size),
      fraction_bits_(fraction_bits),
      re_{BigReal(fraction_bits + spare_bits)},
      im_{BigReal(fraction_bits + spare_bits)},
      half_pitch_{BigReal(fraction_bits + spare_bits)} {
    const auto read = [](PixelPart& part, const std::string& text) {
        // mpfr_strtofr() tells exactness, mpfr_set_str() does not.
        part.exact = mpfr_strtofr(part.value.get(), text.c_str(), nullptr, 10, MPFR_RNDN) == 0;
    };
    read(re_, place.re);
    read(im_, place.im);
    read(half_pitch_, place.height);
    half_pitch_.exact &= mpfr_div_si(half_pitch_.value.get(), half_pitch_.value.get(),
                                     2L * size.height, MPFR_RNDN) == 0;
}

PixelPart PixelPoints::moved(const PixelPart& from, std::int64_t half_pitches) const {
    PixelPart part{BigReal(from.value.bits()), from.exact};
    const int product = mpfr_mul_si(part.value.get(), half_pitch_.value.get(),
                                    static_cast<long>(half_pitches), MPFR_RNDN);
    const int sum = mpfr_add(part.value.get(), part.value.get(), from.value.get(), MPFR_RNDN);
    const bool offset_is_exact = half_pitches == 0 || (half_pitch_.exact && product == 0);
    part.exact = from.exact && offset_is_exact && sum == 0;
    return part;
}

ExactReal PixelPoints::pitch() const {
    return twice(exact_real(half_pitch_.value));
}

PixelPart PixelPoints::re(int column) const {
    return moved(re_, 2 * std::int64_t{column} - (size_.width - 1));
}
PixelPart PixelPoints::im(int row) const {
    return moved(im_, (size_.height - 1) - 2 * std::int64_t{row});
}

}  // namespace mariani::deep
