#include "compute/model/text.hpp"

#include "compute/model/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

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

// Without blanks and brackets, nullopt if that would join two numbers or there are other signs than
// those of a sum of two.
std::optional<std::string> compact_sum(std::string_view text) {
    constexpr std::string_view of_numbers = "0123456789.eE", between_them = "+-i";
    std::string sum;
    bool apart = false;
    for (char c : text) {
        if (c == 'I') c = 'i';
        const bool of_number = of_numbers.find(c) != std::string_view::npos;
        if (of_number && apart && !sum.empty() &&
            of_numbers.find(sum.back()) != std::string_view::npos)
            return std::nullopt;
        const bool kept = of_number || between_them.find(c) != std::string_view::npos;
        if (kept) sum += c;
        if (!kept && std::string_view(" \t\n()*").find(c) == std::string_view::npos)
            return std::nullopt;
        apart = !kept;
    }
    return sum;
}

struct Character {
    std::uint32_t code;
    std::size_t bytes;
    bool valid;  // if false, one byte that begins no character
};

Character first_of(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    const Character invalid{lead, 1, false};
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return invalid;
    std::uint32_t code = lead & (0xffu >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0u) != 0x80u) return invalid;
        code = code << 6 | (byte(i) & 0x3fu);
    }
    constexpr std::array<std::uint32_t, 5> min_code{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < min_code[bytes] || code > 0x10ffff || surrogate) return invalid;
    return {code, bytes, true};
}

bool is_control(std::uint32_t code) {
    const auto within = [code](std::uint32_t from, std::uint32_t to) {
        return from <= code && code <= to;
    };
    const bool direction =
        code == 0x61c || within(0x200e, 0x200f) || within(0x202a, 0x202e) || within(0x2066, 0x2069);
    return within(0, 0x1f) || within(0x7f, 0x9f) || within(0x2028, 0x2029) || direction;
}

std::string hexadecimal(std::uint32_t value) {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
    return {digits.data(), end};
}

std::string escape_of(const Character& character) {
    if (character.valid && character.code == '\n') return "\\n";
    if (character.valid && character.code == '\t') return "\\t";
    if (character.valid && character.code > 0x7f) return "\\u{" + hexadecimal(character.code) + "}";
    return (character.code < 0x10 ? "\\x0" : "\\x") + hexadecimal(character.code);
}

}  // namespace

std::string to_text(double value) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), error == std::errc{} ? end : digits.data()};
}

double as_typed(float value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    double typed = value;
    std::from_chars(digits.data(), end, typed);
    return typed;
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

std::string with_hyphens(std::string_view text) {
    constexpr std::string_view minus = "\xE2\x88\x92";
    std::string plain;
    for (std::size_t at; (at = text.find(minus)) != text.npos;
         text.remove_prefix(at + minus.size()))
        (plain += text.substr(0, at)) += '-';
    return plain += text;
}

std::optional<std::array<std::string, 2>> complex_parts(std::string_view text) {
    const auto sum = compact_sum(text);
    if (!sum || std::ranges::count(*sum, 'i') != 1) return std::nullopt;
    // The last of the two terms begins with a sign that is no exponent's.
    std::size_t cut = sum->find_last_of("+-");
    while (cut != std::string::npos && cut > 0 &&
           ((*sum)[cut - 1] == 'e' || (*sum)[cut - 1] == 'E'))
        cut = sum->find_last_of("+-", cut - 1);
    if (cut == std::string::npos) cut = 0;
    std::string re = sum->substr(0, cut), im = sum->substr(cut);
    if (re.find('i') != std::string::npos) std::swap(re, im);
    std::erase(im, 'i');
    if (im.empty() || im == "+" || im == "-") im += '1';
    return std::array{re.empty() ? std::string("0") : re, im};
}

std::string printable(std::string_view text, std::size_t max_length) {
    std::string shown;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == max_length) return shown + "…";
        const Character character = first_of(text);
        if (character.valid && !is_control(character.code))
            shown += text.substr(0, character.bytes);
        else
            shown += escape_of(character);
        text.remove_prefix(character.bytes);
    }
    return shown;
}

std::string in_quotes(std::string_view text) {
    return '"' + printable(text, longest_quote) + '"';
}

bool is_printable(std::string_view text) {
    for (; !text.empty(); text.remove_prefix(first_of(text).bytes)) {
        const Character character = first_of(text);
        if (!character.valid || is_control(character.code)) return false;
    }
    return true;
}

}  // namespace mariani
