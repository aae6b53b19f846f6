// Text from elsewhere (a file, an argument, a device), made safe to show: it cannot control a
// terminal, start a new line, or change the direction of the text after it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mariani {

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
