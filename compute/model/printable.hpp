// Text that came from elsewhere (a file, an argument, a device), fit to be shown: it cannot command
// a terminal, start a line, or turn the direction of what follows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mariani {

inline constexpr std::size_t longest_quote = 200;  // characters

// The text with an escape such as \x1b, \n or \u{9b} in the place of each control character (C0,
// DEL, C1), each line or paragraph separator, each control of direction and each byte that is no
// UTF-8. From `most` characters on "…" stands for the rest.
std::string printable(std::string_view text, std::size_t most = std::string_view::npos);

// "text", printable and no longer than longest_quote.
std::string in_quotes(std::string_view text);

// Whether printable() would leave the text as it is.
bool is_printable(std::string_view text);

}  // namespace mariani
