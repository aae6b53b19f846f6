#include "app/files/text_limits.hpp"

#include "render/files/regular_file.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// The end of the string that begins here: one of JSON's, or of TOML's four kinds.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const auto run_at = [&](std::size_t from) {
        return std::min(text.find_first_not_of(quote, from), text.size()) - from;
    };
    const std::size_t opening = run_at(at);
    if (opening == 2) return at + 2;
    const bool multiline = opening >= 3;
    for (at += multiline ? 3 : 1; at < text.size();) {
        if (text[at] == quote) {
            // A multi-line string may end in up to two quotes before the three that close it.
            const std::size_t run = run_at(at);
            if (!multiline) return at + 1;
            if (run >= 3) return at + std::min<std::size_t>(run, 5);
            at += run;
        } else {
            at += text[at] == '\\' && quote == '"' ? 2 : 1;
        }
    }
    return text.size();
}

}  // namespace

// Never counts less than a parser has read before giving up: JSON is treated like TOML's lists and
// inline tables, and where it differs (comments, other quotes) a JSON parser reports an error.
void check_text(std::string_view text, const TextLimits& limits) {
    if (static_cast<std::int64_t>(text.size()) > limits.bytes)
        throw std::invalid_argument(
            fmt::format("it is larger than {}", render::bytes_text(limits.bytes)));
    if (render::is_utf16(text)) throw std::invalid_argument("it is in UTF-16: save it in UTF-8");
    std::int64_t values = 0;
    int depth = 0, dots = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const bool opens = c == '[' || c == '{', closes = c == ']' || c == '}';
        if (c == '"' || c == '\'') at = end_of_string(text, at) - 1;
        if (c == '#') at = std::min(text.find('\n', at), text.size());
        if (c == '.') ++dots;
        if (opens) ++depth;
        if (closes) depth = std::max(depth - 1, 0);
        if (opens || c == ',' || c == '=') ++values;
        if (opens || closes || c == ',' || c == '=' || c == ':' || c == '\n' || c == '#') dots = 0;
        if (std::max(depth, dots) > limits.depth)
            throw std::invalid_argument(
                fmt::format("it is nested deeper than {} levels", limits.depth));
        if (values > limits.values)
            throw std::invalid_argument(fmt::format("it has more than {} values", limits.values));
    }
}

}  // namespace mariani::app
