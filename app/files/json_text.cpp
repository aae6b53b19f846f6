#include "app/files/json_text.hpp"

#include "compute/model/text.hpp"

#include <algorithm>

#include <fmt/format.h>
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

std::string lines_of(const nlohmann::ordered_json& json, std::string_view nested,
                     const std::string& indent) {
    using Json = nlohmann::ordered_json;
    const auto flat = [](const Json& value) {
        return value.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    std::string text;
    for (const auto& [name, value] : json.items()) {
        text += (text.empty() ? "{\n  " : ",\n  ") + indent + flat(Json(name)) + ": ";
        if (value.is_object() && name == nested) {
            text += lines_of(value, {}, indent + "  ");
        } else if (value.is_array() && !value.empty() && value[0].is_object()) {
            std::string lines;
            for (const Json& each : value)
                lines += (lines.empty() ? "[\n    " : ",\n    ") + indent + flat(each);
            text += lines + "\n  " + indent + "]";
        } else {
            text += flat(value);
        }
    }
    return text + "\n" + indent + "}";
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

std::string in_lines(const nlohmann::ordered_json& json, std::string_view nested) {
    return lines_of(json, nested, "") + "\n";
}

constexpr std::size_t longest_shown = 60;  // characters of a value

void JsonValue::reject(std::string_view allowed) const {
    const std::string shown = json_->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    throw std::invalid_argument(fmt::format("{} is {}: it must be {}", path_.empty() ? "it" : path_,
                                            printable(shown, longest_shown), allowed));
}

std::string_view JsonValue::name() const {
    return json_->is_string() ? json_->get_ref<const std::string&>() : std::string_view();
}

std::string JsonValue::text() const {
    if (!json_->is_string() || json_->get_ref<const std::string&>().size() > 4096)
        reject("a text of at most 4096 bytes");
    return json_->get<std::string>();
}

bool JsonValue::boolean() const {
    if (!json_->is_boolean()) reject("true or false");
    return json_->get<bool>();
}

std::int64_t JsonValue::whole(IntegerRange range) const {
    const bool too_large =
        json_->is_number_unsigned() && json_->get<std::uint64_t>() > std::uint64_t{INT64_MAX};
    if (!json_->is_number_integer() || too_large || !range.holds(json_->get<std::int64_t>()))
        reject(fmt::format("a whole number from {} to {}", range.min, range.max));
    return json_->get<std::int64_t>();
}

double JsonValue::real(double min, double max) const {
    const bool good =
        json_->is_number() && min <= json_->get<double>() && json_->get<double>() <= max;
    if (!good) reject(fmt::format("a number from {} to {}", to_text(min), to_text(max)));
    return json_->get<double>();
}

ImageSize JsonValue::size(IntegerRange side) const {
    const auto size =
        json_->is_string() ? parse_size(json_->get_ref<const std::string&>()) : std::nullopt;
    if (!size || !side.holds(size->width) || !side.holds(size->height))
        reject(fmt::format("\"WIDTHxHEIGHT\", each from {} to {}", side.min, side.max));
    return *size;
}

std::vector<JsonValue> JsonValue::list() const {
    if (!json_->is_array() || json_->empty()) reject("a list of at least one value");
    std::vector<JsonValue> values;
    for (const nlohmann::json& each : *json_)
        values.emplace_back(each, fmt::format("{}[{}]", path_, values.size()));
    return values;
}

JsonFields::JsonFields(const JsonValue& object) : object_(object) {
    if (!object.json().is_object()) object.reject("an object, {...}");
}

std::string JsonFields::path_of(std::string_view name) const {
    return object_.path().empty() ? std::string(name) : fmt::format("{}.{}", object_.path(), name);
}

JsonValue JsonFields::take(std::string_view name, std::string_view allowed) {
    if (auto value = take_optional(name)) return *value;
    throw std::invalid_argument(
        fmt::format("{} is missing: it must be {}", path_of(name), allowed));
}

std::optional<JsonValue> JsonFields::take_optional(std::string_view name) {
    known_.emplace_back(name);
    const auto found = object_.json().find(std::string(name));
    if (found == object_.json().end()) return std::nullopt;
    return JsonValue(*found, path_of(name));
}

void JsonFields::finish() const {
    for (const auto& [name, value] : object_.json().items())
        if (std::ranges::find(known_, name) == known_.end())
            throw std::invalid_argument(fmt::format("there is no field {}: the fields here are {}",
                                                    printable(path_of(name), longest_quote),
                                                    fmt::join(known_, ", ")));
}

}  // namespace mariani::app
