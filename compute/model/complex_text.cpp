#include "compute/model/complex_text.hpp"

#include <algorithm>
#include <utility>

namespace mariani {
namespace {

// Without blanks and brackets, nullopt if that would join two numbers or there are other signs than
// those of a sum of two.
std::optional<std::string> compact_sum(std::string_view text) {
    constexpr std::string_view of_numbers = "0123456789.eE", between_them = "+-i";
    std::string sum;
    bool apart = false;
    for (char c : text) {
        if (c == 'I') c = 'i';
        const bool of_number = of_numbers.find(c) != std::string_view::npos;
        if (of_number && apart && !sum.empty() &&
            of_numbers.find(sum.back()) != std::string_view::npos)
            return std::nullopt;
        const bool kept = of_number || between_them.find(c) != std::string_view::npos;
        if (kept) sum += c;
        if (!kept && std::string_view(" \t\n()*").find(c) == std::string_view::npos)
            return std::nullopt;
        apart = !kept;
    }
    return sum;
}

}  // namespace

std::string with_hyphens(std::string_view text) {
    constexpr std::string_view minus = "\xE2\x88\x92";
    std::string plain;
    for (std::size_t at; (at = text.find(minus)) != text.npos;
         text.remove_prefix(at + minus.size()))
        (plain += text.substr(0, at)) += '-';
    return plain += text;
}

std::optional<std::array<std::string, 2>> complex_parts(std::string_view text) {
    const auto sum = compact_sum(text);
    if (!sum || std::ranges::count(*sum, 'i') != 1) return std::nullopt;
    // The last of the two terms begins with a sign that is no exponent's.
    std::size_t cut = sum->find_last_of("+-");
    while (cut != std::string::npos && cut > 0 &&
           ((*sum)[cut - 1] == 'e' || (*sum)[cut - 1] == 'E'))
        cut = sum->find_last_of("+-", cut - 1);
    if (cut == std::string::npos) cut = 0;
    std::string re = sum->substr(0, cut), im = sum->substr(cut);
    if (re.find('i') != std::string::npos) std::swap(re, im);
    std::erase(im, 'i');
    if (im.empty() || im == "+" || im == "-") im += '1';
    return std::array{re.empty() ? std::string("0") : re, im};
}

}  // namespace mariani
