#include "app/explore/fuzzy_match.hpp"

#include "app/files/folders.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <system_error>
#include <utility>

namespace mariani::app {
namespace {

constexpr int per_letter = 1, at_start_of_text = 4, at_start_of_word = 8, next_to_the_last = 9;
constexpr int impossible = -1'000'000;

char lower(char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

// Beyond ASCII all is a letter.
bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
}

bool begins_word(std::string_view text, std::size_t place) {
    return place == 0 || !is_letter(text[place - 1]);
}

int worth(std::string_view text, std::size_t place) {
    if (place == 0) return per_letter + at_start_of_word + at_start_of_text;
    return per_letter + (begins_word(text, place) ? at_start_of_word : 0);
}

std::string lower(std::string_view text) {
    std::string letters(text);
    std::ranges::transform(letters, letters.begin(), [](char c) { return lower(c); });
    return letters;
}

// Where the word is in the text, best where it begins one.
std::size_t place_of(std::string_view word, std::string_view text) {
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1))
        if (begins_word(text, at)) return at;
    return text.find(word);
}

}  // namespace

// Row by row of what was typed: the best score with its last letter at each place of the text, and
// where the letter before it is then.
std::optional<FuzzyMatch> fuzzy_match(std::string_view typed, std::string_view text) {
    std::string letters;
    for (const char c : typed)
        if (c != ' ') letters += lower(c);
    if (letters.empty()) return FuzzyMatch{};
    std::vector<int> last(text.size(), 0), row(text.size());
    std::vector<std::vector<std::size_t>> from(letters.size(),
                                               std::vector<std::size_t>(text.size()));
    for (std::size_t i = 0; i < letters.size(); ++i) {
        int best = i == 0 ? 0 : impossible;  // of the row before, at least a place away
        std::size_t best_at = 0;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (i > 0 && at >= 2 && last[at - 2] > best) best = last[best_at = at - 2];
            const int next = i > 0 && at >= 1 ? last[at - 1] + next_to_the_last : impossible;
            row[at] = lower(text[at]) == letters[i]
                          ? std::max(std::max(best, next) + worth(text, at), impossible)
                          : impossible;
            from[i][at] = next >= best ? at - 1 : best_at;
        }
        last = row;
    }
    const auto end = std::ranges::max_element(last);
    if (end == last.end() || *end <= 0) return std::nullopt;
    FuzzyMatch match{*end, std::vector<std::size_t>(letters.size())};
    auto at = static_cast<std::size_t>(end - last.begin());
    for (std::size_t i = letters.size(); i-- > 0; at = from[i][at]) match.places[i] = at;
    return match;
}

// A word that is typed whole, and one at the text's start, count more.
std::optional<TextMatch> text_match(std::string_view typed, std::string_view text) {
    const std::string sought = lower(typed), letters = lower(text);
    TextMatch match;
    std::istringstream words(sought);
    for (std::string word; words >> word;) {
        const std::size_t at = place_of(word, letters), end = at + word.size();
        if (at == letters.npos) {
            auto scattered = fuzzy_match(typed, text);
            if (!scattered) return std::nullopt;
            return TextMatch{Fit::letters, std::move(*scattered)};
        }
        const bool begins = begins_word(letters, at);
        if (!begins) match.fit = Fit::parts;
        const bool whole = begins && (end == letters.size() || !is_letter(letters[end]));
        match.found.score += whole + (at == 0);
        for (std::size_t place = at; place < end; ++place) match.found.places.push_back(place);
    }
    return match;
}

std::vector<FoundText> found_texts(std::string_view typed, const std::vector<SearchText>& texts) {
    std::vector<FoundText> found;
    for (std::size_t index = 0; index < texts.size(); ++index) {
        const auto& [title, about] = texts[index];
        auto in_title = text_match(typed, title);
        auto in_all = text_match(typed, title + ' ' + about);
        if (in_title && in_title->fit <= in_all->fit)
            found.push_back({index, std::move(*in_title)});
        else if (in_all)
            found.push_back({index, std::move(*in_all), false});
    }
    if (!std::ranges::all_of(found, &FoundText::is_scattered))
        std::erase_if(found, [](const FoundText& each) { return each.is_scattered(); });
    std::ranges::stable_sort(found, {}, &FoundText::rank);
    return found;
}

std::optional<std::filesystem::path> typed_path(const std::string& text) {
    std::filesystem::path path = text;
    if (text.starts_with("~/")) path = home_folder() / text.substr(2);
    std::error_code error;
    if (!path.is_absolute() || !std::filesystem::exists(path, error)) return std::nullopt;
    return path;
}

}  // namespace mariani::app
