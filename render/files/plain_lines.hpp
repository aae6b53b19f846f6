// Text of any system's, as lines.
#pragma once

#include <string>
#include <string_view>

namespace mariani::render {

// Without a byte-order mark of UTF-8, up to the mark with which DOS ends a text (0x1A), and with
// "\n" after each line, where "\r\n" or "\r" may have been.
std::string plain_lines(std::string_view text);

}  // namespace mariani::render
