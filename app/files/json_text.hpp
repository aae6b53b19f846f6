// JSON from any source.
#pragma once

#include "app/files/text_limits.hpp"

#include <functional>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// Throws std::invalid_argument if the text exceeds the limits or is not JSON: from which line on.
nlohmann::json parse_json(std::string_view text, const TextLimits& limits);

// Passes the elements of a list to `each`, one by one, so that a long list is never in memory as a
// whole. Throws what parse_json throws, if it is not a list, and what `each` throws.
void parse_json_list(std::string_view text, const TextLimits& limits,
                     const std::function<void(const nlohmann::json&)>& each);

}  // namespace mariani::app
