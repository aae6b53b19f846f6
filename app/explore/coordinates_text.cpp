#include "app/explore/coordinates_text.hpp"

#include "app/files/folders.hpp"
#include "app/files/location_file.hpp"
#include "compute/model/decimal.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "render/files/regular_file.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t longest = 1 << 20;  // four numbers of 10^5 digits, with room for blanks

bool is_separator(char c) {
    return std::string_view(" \t\n,;\"'()[]").find(c) != std::string_view::npos;
}

[[noreturn]] void reject_text() {
    throw std::invalid_argument(
        "it must have two numbers in a form such as \"-0.75,0.1\", \"-0.75 + 0.1i\", \"Re: -0.75 "
        "Im: 0.1 Zoom: 400\" or \"--center -0.75,0.1 --height 0.01\"");
}

Coordinate coordinate_of(std::string_view text, std::string_view part) {
    if (const auto value = parse_coordinate(text)) return *value;
    if (text.starts_with('+')) text.remove_prefix(1);
    if (!read_digits(text)) reject_text();
    throw std::invalid_argument(
        fmt::format("the {} part is {}: it must be from {} to {}, with at most {} digits after its "
                    "point",
                    part, in_quotes(text), to_text(-limits::max_coordinate),
                    to_text(limits::max_coordinate), Decimal::most_decimals));
}

PlanePoint point_of(std::string_view re, std::string_view im) {
    return {coordinate_of(re, "real"), coordinate_of(im, "imaginary")};
}

// A number written "RE + IMi" in many spellings; nullopt if it is nothing like that.
std::optional<PlanePoint> complex_number(std::string_view text) {
    const auto parts = complex_parts(text);
    if (!parts) return std::nullopt;
    return point_of((*parts)[0], (*parts)[1]);
}

// Words; ":" and "=" are words of their own, and end the name before them.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words(1);
    const auto end_word = [&] {
        if (!words.back().empty()) words.emplace_back();
    };
    for (const char c : text) {
        const bool assigns = c == ':' || c == '=';
        if (assigns || is_separator(c)) end_word();
        if (assigns) words.back() = ':';
        if (assigns) end_word();
        if (!assigns && !is_separator(c)) words.back() += c;
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

struct Name {
    std::string_view word, meaning;
    std::size_t values;
};
constexpr std::array names{
    Name{"--center", "center", 2},   Name{"center", "center", 2},    Name{"--height", "height", 1},
    Name{"height", "height", 1},     Name{"--julia", "julia", 2},    Name{"re", "re", 1},
    Name{"real", "re", 1},           Name{"location.real", "re", 1}, Name{"im", "im", 1},
    Name{"imag", "im", 1},           Name{"location.imag", "im", 1}, Name{"zoom", "zoom", 1},
    Name{"location.zoom", "zoom", 1}};

// What stands behind names, and words behind none that is known.
struct Read {
    std::map<std::string_view, std::vector<std::string>> named;
    std::vector<std::string> others;

    const std::vector<std::string>* find(std::string_view meaning) const {
        const auto found = named.find(meaning);
        return found == named.end() ? nullptr : &found->second;
    }
};

// The first of each name counts: programs write other things under some of them later on.
Read read_words(const std::vector<std::string>& words) {
    Read read;
    for (std::size_t i = 0; i < words.size();) {
        const auto* name = std::ranges::find(names, lowered(words[i].substr(0, 20)), &Name::word);
        if (name == names.end()) {
            read.others.push_back(words[i++]);
            continue;
        }
        ++i;
        if (i < words.size() && words[i] == ":") ++i;
        std::vector<std::string> values;
        for (; values.size() < name->values && i < words.size(); ++i) values.push_back(words[i]);
        if (values.size() < name->values) reject_text();
        read.named.try_emplace(name->meaning, std::move(values));
    }
    return read;
}

Length height_of(const std::string& text) {
    if (const auto height = parse_length(text)) return *height;
    throw std::invalid_argument(
        fmt::format("the height is {}: it must be a number, such as 1e-5", in_quotes(text)));
}

Length height_of_named_zoom(const std::string& text) {
    const auto height = height_of_zoom(text);
    if (!height || why_invalid(View{{}, *height}))
        throw std::invalid_argument(fmt::format(
            "the zoom is {}: it must be a number above 0, and the height, 4 / zoom, from {} to {}",
            in_quotes(text), to_text(limits::min_height), to_text(limits::max_height)));
    return *height;
}

View named_view(const Read& read, const View& current) {
    View view{{}, current.height};
    const auto *centre = read.find("center"), *re = read.find("re"), *im = read.find("im");
    if (centre != nullptr ? !read.others.empty() : re == nullptr || im == nullptr) reject_text();
    view.centre =
        centre != nullptr ? point_of((*centre)[0], (*centre)[1]) : point_of((*re)[0], (*im)[0]);
    if (const auto* height = read.find("height"))
        view.height = height_of((*height)[0]);
    else if (const auto* zoom = read.find("zoom"))
        view.height = height_of_named_zoom((*zoom)[0]);
    if (const auto* c = read.find("julia")) view.julia = point_of((*c)[0], (*c)[1]);
    return view;
}

View view_of(const std::string& text, const View& current) {
    if (const auto centre = complex_number(text)) return moved(current, *centre, current.height);
    Read read = read_words(words_of(text));
    const bool has_centre = read.find("center") != nullptr || read.find("re") != nullptr;
    if (has_centre) return named_view(read, current);
    // Bare numbers, of which the height or the set may have a name.
    const auto& numbers = read.others;
    if (numbers.size() != 2 && numbers.size() != 3) reject_text();
    View view = moved(current, point_of(numbers[0], numbers[1]), current.height);
    if (numbers.size() == 3) view.height = height_of(numbers[2]);
    if (const auto* height = read.find("height")) view.height = height_of((*height)[0]);
    if (const auto* c = read.find("julia")) view.julia = point_of((*c)[0], (*c)[1]);
    return view;
}

}  // namespace

std::string coordinates_text(const View& view) {
    const std::string part =
        "--center " + to_text(view.centre) + " --height " + to_text(view.height);
    return view.julia ? part + " --julia " + to_text(*view.julia) : part;
}

View parse_coordinates(std::string_view text, const View& current) {
    if (text.size() > longest)
        throw std::invalid_argument(
            fmt::format("it is longer than {}", render::bytes_text(longest)));
    const View view = view_of(with_hyphens(render::plain_lines(text)), current);
    refuse(why_invalid(view));
    return view;
}

}  // namespace mariani::app
