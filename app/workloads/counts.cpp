#include "app/workloads/counts.hpp"

#include <array>
#include <charconv>

namespace mariani::app {

double as_typed(float value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    double typed = value;
    std::from_chars(digits.data(), end, typed);
    return typed;
}

}  // namespace mariani::app
