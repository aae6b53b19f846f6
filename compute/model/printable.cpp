#include "compute/model/printable.hpp"

#include <array>
#include <charconv>
#include <cstdint>

namespace mariani {
namespace {

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
