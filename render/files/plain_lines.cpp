#include "render/files/plain_lines.hpp"

namespace mariani::render {

std::string plain_lines(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    constexpr char end_of_dos = '\x1A';
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    text = text.substr(0, text.find(end_of_dos));
    std::string lines;
    lines.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool ends_later = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!ends_later) lines += text[i] == '\r' ? '\n' : text[i];
    }
    return lines;
}

}  // namespace mariani::render
