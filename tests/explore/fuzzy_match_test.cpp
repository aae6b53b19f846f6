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

Fit fit(std::string_view typed, std::string_view text) {
    const auto match = text_match(typed, text);
    return match ? match->fit : Fit::letters;
}

TEST(TextMatch, TellsWordsFromPartsAndLetters) {
    EXPECT_EQ(fit("spi", "My mini spider"), Fit::words);
    EXPECT_EQ(fit("SPI my", "My mini spider"), Fit::words) << "in any order";
    EXPECT_EQ(fit("pid", "My mini spider"), Fit::parts);
    EXPECT_EQ(fit("my pid", "My mini spider"), Fit::parts) << "each must begin a word";
    EXPECT_EQ(fit("lab", "A slab and a label"), Fit::words) << "the best of all places";
    EXPECT_EQ(text_match("spi", "Show the picture")->fit, Fit::letters);
    EXPECT_FALSE(text_match("spix", "Show the picture"));
    EXPECT_EQ(fit("", "Palette"), Fit::words);
}

TEST(TextMatch, FindsThePlacesOfAllWords) {
    EXPECT_EQ(text_match("set sh", "Show the set")->found.places,
              (std::vector<std::size_t>{9, 10, 11, 0, 1}));
}

TEST(TextMatch, PrefersWholeWordsAndTheStart) {
    const auto score = [](std::string_view typed, std::string_view text) {
        return text_match(typed, text)->found.score;
    };
    EXPECT_GT(score("grid", "The grid"), score("grid", "The gridded"));
    EXPECT_GT(score("open", "Open a file"), score("open", "A file to open"));
}

TEST(FoundTexts, TheBestComesFirstAndScatteredLettersOnlyWhereNothingElseIsFound) {
    const std::vector<SearchText> texts{{"Show or hide the orbit at the cursor", "O"},
                                        {"Detour", ""},
                                        {"This help", "tour"},
                                        {"Take the tour", "T"}};
    const auto found = [&](std::string_view typed) {
        std::vector<std::size_t> indices;
        for (const FoundText& each : found_texts(typed, texts)) indices.push_back(each.index);
        return indices;
    };
    EXPECT_EQ(found("tour"), (std::vector<std::size_t>{3, 2, 1}));
    EXPECT_EQ(found("torcur"), (std::vector<std::size_t>{0}));
    EXPECT_EQ(found(""), (std::vector<std::size_t>{0, 1, 2, 3}));
    EXPECT_TRUE(found("xyz").empty());
}

}  // namespace
}  // namespace mariani::app
