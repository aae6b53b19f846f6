// Complex numbers and signs as people and pages write them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mariani {

// With the hyphen in place of the minus sign, U+2212, that pages have.
std::string with_hyphens(std::string_view text);

// The real and the imaginary part, as texts, of "RE + IMi" in many spellings; nullopt if it is
// nothing like that. They may still be no numbers.
std::optional<std::array<std::string, 2>> complex_parts(std::string_view text);

}  // namespace mariani
