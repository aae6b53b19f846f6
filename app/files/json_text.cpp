#include "app/files/json_text.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

nlohmann::json parse(std::string_view text, const TextLimits& limits,
                     const nlohmann::json::parser_callback_t& callback) {
    check_text(text, limits);
    try {
        return nlohmann::json::parse(text, callback);
    } catch (const nlohmann::json::parse_error& error) {
        const auto before = text.substr(0, error.byte);
        throw std::invalid_argument(
            fmt::format("it is not JSON from line {} on", 1 + std::ranges::count(before, '\n')));
    } catch (const nlohmann::json::out_of_range&) {
        throw std::invalid_argument("a number in it is too large");
    }
}

}  // namespace

nlohmann::json parse_json(std::string_view text, const TextLimits& limits) {
    return parse(text, limits, nullptr);
}

void parse_json_list(std::string_view text, const TextLimits& limits,
                     const std::function<void(const nlohmann::json&)>& each) {
    using Event = nlohmann::json::parse_event_t;
    parse(text, limits, [&each](int depth, Event event, const nlohmann::json& parsed) {
        if (depth == 0 && event != Event::array_start && event != Event::array_end)
            throw std::invalid_argument("it is not a JSON array");
        const bool whole =
            event == Event::value || event == Event::object_end || event == Event::array_end;
        if (depth != 1 || !whole) return true;
        each(parsed);
        return false;
    });
}

}  // namespace mariani::app
