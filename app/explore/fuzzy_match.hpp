// Finds what somebody types: texts by words, or by some of their letters ("rsp" finds "Reset
// palette"); files by their paths.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
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

struct SearchText {
    std::string title, about;
};

struct FoundText {
    std::size_t index = 0;  // among the texts
    TextMatch match;        // in its title
    bool in_title = true;   // or only with what is said about it

    bool is_scattered() const { return match.fit == Fit::letters; }
    auto rank() const { return std::tuple(match.fit, !in_title, -match.found.score); }
};

// Those that are found, the best first. Scattered letters count only where nothing else is found.
std::vector<FoundText> found_texts(std::string_view typed, const std::vector<SearchText>& texts);

// The file or folder that this is the path of, absolute or from ~/ on; none if it is not there.
std::optional<std::filesystem::path> typed_path(const std::string& text);

}  // namespace mariani::app
