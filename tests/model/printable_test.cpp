#include "compute/model/text.hpp"

#include <gtest/gtest.h>

namespace mariani {
namespace {

TEST(PrintableTest, TextIsShownAsItIs) {
    for (const char* text :
         {"", "plain text", "back\\slash", "g × g, ½ … 漢字 🙂", "/home/ä/b.png"}) {
        EXPECT_EQ(printable(text), text);
        EXPECT_TRUE(is_printable(text));
    }
}

TEST(PrintableTest, WhatControlsHowTextIsShownIsEscaped) {
    using namespace std::string_view_literals;
    const std::pair<std::string_view, std::string_view> escaped[] = {
        {"a\x1b[31mb"sv, "a\\x1b[31mb"},
        {"\0"sv, "\\x00"},
        {"\a\r"sv, "\\x07\\x0d"},
        {"two\nlines\tx"sv, "two\\nlines\\tx"},
        {"\x7f"sv, "\\x7f"},
        {"\xc2\x9b"sv, "\\u{9b}"},  // CSI as one character
        {"\xc2\x80\xc2\x9f"sv, "\\u{80}\\u{9f}"},
        {"\x9b"sv, "\\x9b"},              // and as one byte
        {"\xe2\x80\xae"sv, "\\u{202e}"},  // right to left from here
        {"\xe2\x81\xa6\xe2\x81\xa9"sv, "\\u{2066}\\u{2069}"},
        {"\xd8\x9c\xe2\x80\x8f"sv, "\\u{61c}\\u{200f}"},
        {"\xe2\x80\xa8"sv, "\\u{2028}"},
    };
    for (const auto& [text, shown] : escaped) {
        EXPECT_EQ(printable(text), shown);
        EXPECT_FALSE(is_printable(text)) << shown;
    }
}

TEST(PrintableTest, BytesThatAreNoUtf8AreEscaped) {
    using namespace std::string_view_literals;
    EXPECT_EQ(printable("\xff\xfe"sv), "\\xff\\xfe");
    EXPECT_EQ(printable("caf\xe9"sv), "caf\\xe9");
    EXPECT_EQ(printable("\xe2\x80"sv), "\\xe2\\x80");           // cut short
    EXPECT_EQ(printable("\xc0\x9b"sv), "\\xc0\\x9b");           // overlong
    EXPECT_EQ(printable("\xe0\x82\x9b"sv), "\\xe0\\x82\\x9b");  // likewise
    EXPECT_EQ(printable("\xed\xa0\x80"sv), "\\xed\\xa0\\x80");  // half of a UTF-16 surrogate pair
    EXPECT_EQ(printable("\xf4\x90\x80\x80"sv), "\\xf4\\x90\\x80\\x80");
}

TEST(PrintableTest, LengthsAreOfCharacters) {
    EXPECT_EQ(printable("äöü", 3), "äöü");
    EXPECT_EQ(printable("äöüß", 3), "äöü…");
    EXPECT_EQ(printable("\x1b\x1b", 1), "\\x1b…");
    EXPECT_EQ(in_quotes("a \x1b"), "\"a \\x1b\"");
    EXPECT_EQ(in_quotes(std::string(1'000'000, 'x')),
              '"' + std::string(longest_quote, 'x') + "…\"");
}

}  // namespace
}  // namespace mariani
