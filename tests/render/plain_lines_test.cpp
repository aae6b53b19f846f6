#include "render/files/regular_file.hpp"

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

using namespace std::string_view_literals;

// "Aé€𝄞" and the end of a line, in both orders.
constexpr auto little =
    "\xFF\xFE"
    "A\0\xE9\0\xAC\x20\x34\xD8\x1E\xDD\n\0"sv;
constexpr auto big =
    "\xFE\xFF"
    "\0A\0\xE9\x20\xAC\xD8\x34\xDD\x1E\0\n"sv;
constexpr auto letters = "A\xC3\xA9\xE2\x82\xAC\xF0\x9D\x84\x9E\n"sv;

TEST(PlainLines, OfUtf16AreThoseOfUtf8) {
    EXPECT_EQ(plain_lines(little), letters);
    EXPECT_EQ(plain_lines(big), letters);
    EXPECT_EQ(plain_lines("R\0e\0:\0\r\0\n\0"sv), "Re:\n");
    EXPECT_EQ(plain_lines("\0R\0e\0:\0\r"sv), "Re:\n");
}

TEST(PlainLines, OfHalfALetterHaveTheSignForUnknownOnes) {
    EXPECT_EQ(plain_lines("\xFF\xFE\x34\xD8"
                          "A\0"sv),
              "\xEF\xBF\xBD"
              "A");
    EXPECT_EQ(plain_lines("\xFF\xFE\x1E\xDD"sv), "\xEF\xBF\xBD");
    EXPECT_EQ(plain_lines("\xFF\xFE"
                          "A\0B"sv),
              "A");
    EXPECT_EQ(plain_lines("\xFF\xFE"sv), "");
}

TEST(PlainLines, OfOtherTextsStay) {
    EXPECT_EQ(plain_lines("\xEF\xBB\xBF"
                          "a\r\nb\rc\n\x1A"
                          "d"sv),
              "a\nb\nc\n");
    EXPECT_EQ(plain_lines("\0\0\0\0"sv), "\0\0\0\0"sv);
    EXPECT_EQ(plain_lines("a\0b"sv), "a\0b"sv);
}

}  // namespace
}  // namespace mariani::render
