#include "app/explore/fuzzy_match.hpp"

#include <string>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

int score(std::string_view typed, std::string_view text) {
    const auto match = fuzzy_match(typed, text);
    return match ? match->score : -1;
}

std::string found(std::string_view typed, std::string_view text) {
    std::string letters;
    if (const auto match = fuzzy_match(typed, text))
        for (const std::size_t place : match->places) letters += text[place];
    return letters;
}

TEST(FuzzyMatch, FindsLettersInTheirOrderAndNothingElse) {
    EXPECT_EQ(found("plt", "Palette"), "Plt");
    EXPECT_EQ(found("PAL", "palette"), "pal");
    EXPECT_FALSE(fuzzy_match("tp", "Palette"));
    EXPECT_FALSE(fuzzy_match("palettes", "Palette"));
    EXPECT_FALSE(fuzzy_match("a", ""));
}

TEST(FuzzyMatch, NothingTypedMatchesEverything) {
    for (const char* typed : {"", "  "}) {
        ASSERT_TRUE(fuzzy_match(typed, "Palette"));
        EXPECT_TRUE(fuzzy_match(typed, "Palette")->places.empty());
    }
}

TEST(FuzzyMatch, PrefersWhereWordsBegin) {
    EXPECT_GT(score("sl", "Show the laboratory"), score("sl", "Tessellation"));
    EXPECT_GT(score("gr", "Region grid"), score("gr", "Magnifier"));
    EXPECT_GT(score("pal", "Palette"), score("pal", "Open a lens"));
}

TEST(FuzzyMatch, TakesTheBestOfAllWays) {
    const auto match = fuzzy_match("lab", "Scale of a label");
    ASSERT_TRUE(match);
    EXPECT_EQ(match->places, (std::vector<std::size_t>{11, 12, 13}));
}

TEST(FuzzyMatch, PrefersLettersThatFollowEachOther) {
    EXPECT_GT(score("iod", "Period"), score("iod", "Pixoxd"));
    EXPECT_GT(score("dwell", "Dwell limit"), score("dwell", "Deep zoom, well lit"));
}

TEST(FuzzyMatch, BlanksDoNotMatter) {
    EXPECT_EQ(found("dw li", "Dwell limit"), "Dwli");
}

}  // namespace
}  // namespace mariani::app
