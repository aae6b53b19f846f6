// Lossless text forms of the model's values: what is written reads back as the same bits. And
// complex numbers and signs as people and pages write them. And text from elsewhere (a file, an
// argument, a device), made safe to show: it cannot control a terminal, start a new line, or change
// the direction of the text after it.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/model/view.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani {

// The shortest decimal that reads back as the same double.
std::string to_text(double value);
std::string to_text(const Coordinate& value);
std::string to_text(Length value);
std::string to_text(const PlanePoint& point);  // RE,IM
std::string to_text(ImageSize size);           // WxH
std::string to_text(const View& view);  // center RE,IM height H, and julia RE,IM if it is one's

// The double with the fewest digits that is this float: 0.05, not 0.05000000074505806.
double as_typed(float value);

// nullopt unless the whole text is such a value (infinity and NaN are not).
std::optional<double> parse_real(std::string_view text);
std::optional<int> parse_integer(std::string_view text);
// Numbers of any length: at most Decimal::most_decimals digits after the point.
std::optional<Coordinate> parse_coordinate(std::string_view text);
std::optional<Length> parse_length(std::string_view text);
std::optional<PlanePoint> parse_point(std::string_view text);
std::optional<ImageSize> parse_size(std::string_view text);
// A LIST: numbers, and ranges a..b for the powers of two from a to b, or for a, a + 1 and so on,
// separated by commas.
enum class ListRange { powers_of_two, each };
std::optional<std::vector<double>> parse_list(std::string_view text,
                                              ListRange range = ListRange::powers_of_two);

// With the hyphen in place of the minus sign, U+2212, that pages have.
std::string with_hyphens(std::string_view text);

// The real and the imaginary part, as texts, of "RE + IMi" in many spellings; nullopt if it is
// nothing like that. They may still be no numbers.
std::optional<std::array<std::string, 2>> complex_parts(std::string_view text);

inline constexpr std::size_t longest_quote = 200;  // characters

// The text with an escape such as \x1b, \n or \u{9b} in place of each control character (C0, DEL,
// C1), line or paragraph separator, bidirectional control and byte that is not UTF-8. After
// `max_length` characters "…" replaces the rest.
std::string printable(std::string_view text, std::size_t max_length = std::string_view::npos);

// "text", printable and at most longest_quote long.
std::string in_quotes(std::string_view text);

// Whether printable() would leave the text unchanged.
bool is_printable(std::string_view text);

}  // namespace mariani
