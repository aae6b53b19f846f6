#include "app/explore/coordinates_text.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <cctype>
#include <vector>

namespace mariani::app {
namespace {

// The words, separated by blanks and commas.
std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c != ',' && !std::isspace(static_cast<unsigned char>(c)))
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

}  // namespace

std::string coordinates_text(const View& view) {
    return "--center " + to_text(view.centre) + " --height " + to_text(view.height);
}

std::optional<View> parse_coordinates(std::string_view text, const View& current) {
    constexpr std::size_t longest = 1000;
    if (text.size() > longest) return std::nullopt;
    std::vector<std::string> words = split_words(text);
    std::erase_if(words,
                  [](const std::string& word) { return word == "--center" || word == "--height"; });
    if (words.size() != 2 && words.size() != 3) return std::nullopt;
    const auto re = parse_real(words[0]);
    const auto im = parse_real(words[1]);
    if (!re || !im) return std::nullopt;
    View view{{*re, *im}, current.height};
    if (words.size() == 3) {
        const auto height = parse_real(words[2]);
        if (!height) return std::nullopt;
        view.height = *height;
    }
    if (why_invalid(view)) return std::nullopt;
    return view;
}

}  // namespace mariani::app
