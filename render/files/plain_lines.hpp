// Text of any system's, as lines.
#pragma once

#include <string>
#include <string_view>

namespace mariani::render {

// By its byte-order mark, or the zeros of its first letters.
bool is_utf16(std::string_view text);

// In UTF-8, also of a text in UTF-16. Without a byte-order mark, up to the mark with which DOS ends
// a text (0x1A), and with "\n" after each line, where "\r\n" or "\r" may have been.
std::string plain_lines(std::string_view text);

}  // namespace mariani::render
