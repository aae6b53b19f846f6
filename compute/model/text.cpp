#include "compute/model/text.hpp"

#include "compute/model/complex_text.hpp"
#include "compute/model/decimal.hpp"

#include <charconv>
#include <cmath>

namespace mariani {
namespace {

// Without blanks around it and without a plus sign.
std::string_view bare(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
    return text;
}

template <typename T>
std::optional<T> parse_number(std::string_view text) {
    text = bare(text);
    T value{};
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || rest != end) return std::nullopt;
    return value;
}

template <typename T>
std::optional<std::array<T, 2>> parse_pair(std::string_view text, char separator,
                                           std::optional<T> (*parse)(std::string_view)) {
    const auto cut = text.find(separator);
    if (cut == std::string_view::npos) return std::nullopt;
    const auto first = parse(text.substr(0, cut));
    const auto second = parse(text.substr(cut + 1));
    if (!first || !second) return std::nullopt;
    return std::array{*first, *second};
}

constexpr std::size_t max_list_length = 1000;

// A number, or those of a range; false if it is neither.
bool append_piece(std::string_view piece, ListRange range, std::vector<double>& values) {
    const auto dots = piece.find("..");
    if (dots == std::string_view::npos) {
        const auto value = parse_real(piece);
        if (value) values.push_back(*value);
        return value.has_value();
    }
    const auto first = parse_real(piece.substr(0, dots));
    const auto last = parse_real(piece.substr(dots + 2));
    const bool each = range == ListRange::each;
    if (!first || !last || (!each && *first <= 0)) return false;
    double value = each ? *first : std::exp2(std::ceil(std::log2(*first)));
    if (value > *last) return false;
    for (; value <= *last && values.size() <= max_list_length; value = each ? value + 1 : 2 * value)
        values.push_back(value);
    return true;
}

// "1.25e-1234"
std::string scientific(const DecimalDigits& number) {
    std::string text = number.negative ? "-" : "";
    text += number.digits;
    if (number.digits.size() > 1) text.insert(number.negative ? 2 : 1, 1, '.');
    return text + 'e' + std::to_string(number.exponent - 1);
}

}  // namespace

std::string to_text(double value) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), error == std::errc{} ? end : digits.data()};
}

std::string to_text(const Coordinate& value) {
    if (Coordinate(value.nearest()) == value) return to_text(value.nearest());
    const DecimalDigits number = value.digits();
    const std::string short_form = scientific(number);
    const std::int64_t decimals = value.decimals();
    const bool with_zeros =
        number.exponent < -4 && decimals + 2 > static_cast<std::int64_t>(short_form.size());
    return with_zeros ? short_form : value.fixed_text(static_cast<int>(decimals));
}

std::string to_text(Length value) {
    return value.is_double() ? to_text(value.nearest()) : scientific(shortest_digits(value));
}

std::string to_text(const PlanePoint& point) {
    return to_text(point.re) + "," + to_text(point.im);
}

std::string to_text(ImageSize size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

std::string to_text(const View& view) {
    const std::string part = "center " + to_text(view.centre) + " height " + to_text(view.height);
    return view.julia ? part + " julia " + to_text(*view.julia) : part;
}

std::optional<double> parse_real(std::string_view text) {
    const auto value = parse_number<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<int> parse_integer(std::string_view text) {
    return parse_number<int>(text);
}

std::optional<Coordinate> parse_coordinate(std::string_view text) {
    const std::string plain = with_hyphens(text);
    const auto digits = read_digits(bare(plain));
    if (!digits) return std::nullopt;
    const auto value = Coordinate::of(*digits);
    return value && std::isfinite(value->nearest()) ? value : std::nullopt;
}

std::optional<Length> parse_length(std::string_view text) {
    const auto digits = read_digits(bare(text));
    if (!digits) return std::nullopt;
    const Length length = Length::of(*digits);
    return std::isfinite(length.nearest()) ? std::optional(length) : std::nullopt;
}

std::optional<PlanePoint> parse_point(std::string_view text) {
    const std::string plain = with_hyphens(text);
    if (const auto pair = parse_pair<Coordinate>(plain, ',', parse_coordinate))
        return PlanePoint{(*pair)[0], (*pair)[1]};
    const auto parts = complex_parts(plain);
    if (!parts) return std::nullopt;
    const auto re = parse_coordinate((*parts)[0]), im = parse_coordinate((*parts)[1]);
    if (!re || !im) return std::nullopt;
    return PlanePoint{*re, *im};
}

std::optional<std::vector<double>> parse_list(std::string_view text, ListRange range) {
    std::vector<double> values;
    for (bool more = true; more;) {
        const auto comma = text.find(',');
        const auto piece = text.substr(0, comma);
        more = comma != std::string_view::npos;
        if (more) text.remove_prefix(comma + 1);
        if (!append_piece(piece, range, values) || values.size() > max_list_length)
            return std::nullopt;
    }
    return values;
}

std::optional<ImageSize> parse_size(std::string_view text) {
    const auto pair = parse_pair<int>(text, 'x', parse_integer);
    if (!pair) return std::nullopt;
    return ImageSize{(*pair)[0], (*pair)[1]};
}

}  // namespace mariani
