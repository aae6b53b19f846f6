#include "compute/workloads/gasket/rule.hpp"

namespace mariani::gasket {
namespace {

std::string digits_of(std::uint32_t counts) {
    std::string digits;
    for (unsigned n = 0; n <= Rule::max_neighbours; ++n)
        if ((counts >> n & 1U) != 0) digits += static_cast<char>('0' + n);
    return digits;
}

std::optional<std::uint32_t> counts_of(std::string_view text, char letter) {
    if (text.empty() || (text.front() != letter && text.front() != letter + ('a' - 'A')))
        return std::nullopt;
    std::uint32_t counts = 0;
    for (const char digit : text.substr(1)) {
        if (digit < '0' || digit > '8') return std::nullopt;
        counts |= 1U << static_cast<unsigned>(digit - '0');
    }
    return counts;
}

}  // namespace

std::string text_of(Rule rule) {
    std::string text = "B";
    text.append(digits_of(rule.born));
    text.append("/S");
    return text.append(digits_of(rule.survives));
}

std::optional<Rule> parse_rule(std::string_view text) {
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const auto born = counts_of(text.substr(0, slash), 'B');
    const auto survives = counts_of(text.substr(slash + 1), 'S');
    if (!born || !survives) return std::nullopt;
    return Rule{*born, *survives};
}

}  // namespace mariani::gasket
