#include "app/explore/coordinates_text.hpp"

#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
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
    const std::string part =
        "--center " + to_text(view.centre) + " --height " + to_text(view.height);
    return view.julia ? part + " --julia " + to_text(*view.julia) : part;
}

std::optional<View> parse_coordinates(std::string_view text, const View& current) {
    constexpr std::size_t longest = 1 << 20;  // four numbers of 10^5 digits, with room for blanks
    if (text.size() > longest) return std::nullopt;
    std::vector<std::string> words = split_words(text);
    View view = current;
    const auto julia = std::ranges::find(words, "--julia");
    if (julia != words.end()) {
        if (words.end() - julia < 3) return std::nullopt;
        view.julia = parse_point(julia[1] + "," + julia[2]);
        if (!view.julia) return std::nullopt;
        words.erase(julia, julia + 3);
    } else if (std::ranges::find(words, "--center") != words.end()) {
        view.julia.reset();
    }
    std::erase_if(words,
                  [](const std::string& word) { return word == "--center" || word == "--height"; });
    if (words.size() != 2 && words.size() != 3) return std::nullopt;
    const auto centre = parse_point(words[0] + "," + words[1]);
    if (!centre) return std::nullopt;
    view.centre = *centre;
    if (words.size() == 3) {
        const auto height = parse_length(words[2]);
        if (!height) return std::nullopt;
        view.height = *height;
    }
    if (why_invalid(view)) return std::nullopt;
    return view;
}

}  // namespace mariani::app
