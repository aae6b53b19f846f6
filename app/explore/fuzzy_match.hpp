// Finds texts by words, or by some of their letters: "rsp" finds "Reset palette".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace mariani::app {

struct FuzzyMatch {
    int score = 0;                    // the higher, the better
    std::vector<std::size_t> places;  // of the letters in the text
};

// Whether the text has these letters in this order, whatever lies between them; letters that begin
// words and those that follow each other count most. Case and blanks do not matter. The best of all
// ways to find them; nothing typed matches everything.
std::optional<FuzzyMatch> fuzzy_match(std::string_view typed, std::string_view text);

// How what was typed is found, the best first: each of its words begins one of the text, each is
// somewhere in it, or only its letters are.
enum class Fit { words, parts, letters };

struct TextMatch {
    Fit fit = Fit::words;
    FuzzyMatch found;  // scores are comparable within a fit
};
std::optional<TextMatch> text_match(std::string_view typed, std::string_view text);

}  // namespace mariani::app
