#include "app/files/toml_text.hpp"

#include "app/files/json_text.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <new>
#include <optional>
#include <sstream>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

// toml++ leaves out numbers when it lacks the memory to print them.
bool says(const std::string& text, const toml::table& table) {
    try {
        return toml::parse(text) == table;
    } catch (const toml::parse_error&) {
        return false;
    }
}

PlanePoint point_from(const toml::table& table, const char* name) {
    const auto point = parse_point(table[name].value_or(std::string()));
    if (!point) throw std::invalid_argument(std::string(name) + " must be \"RE,IM\"");
    return *point;
}

// Older files have numbers.
Length height_from(const toml::table& table) {
    const auto number = table["height"].value<double>();
    const auto height = number ? std::optional<Length>(*number)
                               : parse_length(table["height"].value_or(std::string()));
    if (!height) throw std::invalid_argument("height must be a number, or one in quotes");
    return *height;
}

using Json = nlohmann::ordered_json;

toml::table to_toml(const Json& json);

toml::array to_toml(const Json::array_t& list) {
    toml::array array;
    for (const Json& value : list) {
        if (value.is_object())
            array.push_back(to_toml(value));
        else if (value.is_array())
            array.push_back(to_toml(value.get_ref<const Json::array_t&>()));
        else if (value.is_number_integer())
            array.push_back(value.get<std::int64_t>());
        else
            array.push_back(value.get<double>());
    }
    return array;
}

toml::table to_toml(const Json& json) {
    toml::table table;
    for (const auto& [name, value] : json.items()) {
        if (value.is_object())
            table.insert(name, to_toml(value));
        else if (value.is_array())
            table.insert(name, to_toml(value.get_ref<const Json::array_t&>()));
        else if (value.is_boolean())
            table.insert(name, value.get<bool>());
        else if (value.is_number_integer())
            table.insert(name, value.get<std::int64_t>());
        else if (value.is_number())
            table.insert(name, value.get<double>());
        else
            table.insert(name, value.get<std::string>());
    }
    return table;
}

nlohmann::json json_of(const toml::node& node) {
    if (const auto* table = node.as_table()) {
        nlohmann::json object = nlohmann::json::object();
        for (const auto& [name, value] : *table) object[std::string(name)] = json_of(value);
        return object;
    }
    if (const auto* array = node.as_array()) {
        nlohmann::json list = nlohmann::json::array();
        for (const auto& value : *array) list.push_back(json_of(value));
        return list;
    }
    if (const auto* value = node.as_boolean()) return value->get();
    if (const auto* value = node.as_integer()) return value->get();
    if (const auto* value = node.as_floating_point()) return value->get();
    if (const auto* value = node.as_string()) return value->get();
    return nullptr;  // a date: no setting is one
}

}  // namespace

toml::table parse_toml(std::string_view text, const TextLimits& limits) {
    check_text(text, limits);
    try {
        return toml::parse(text);
    } catch (const toml::parse_error&) {
        // toml++ reports a number as damaged when it lacked the memory to read it.
    }
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(fmt::format("line {}: {}", error.source().begin.line,
                                                printable(error.description(), longest_quote)));
    }
}

std::string toml_text(const toml::table& table) {
    std::ostringstream text;
    text.exceptions(std::ios::badbit);
    text << table << '\n';
    if (!says(text.str(), table)) throw std::bad_alloc();
    return text.str();
}

nlohmann::json parse_toml_as_json(std::string_view text, const TextLimits& limits) {
    return json_of(parse_toml(text, limits));
}

std::string toml_of(const nlohmann::ordered_json& json) {
    return toml_text(to_toml(json));
}

toml::table view_table(const View& view, std::uint32_t dwell_limit) {
    toml::table table{{"center", to_text(view.centre)},
                      {"height", to_text(view.height)},
                      {"dwell", std::int64_t{dwell_limit}}};
    if (view.julia) table.insert("julia", to_text(*view.julia));
    return table;
}

View view_from(const toml::table& table) {
    const PlanePoint centre = point_from(table, "center");
    View view{centre, height_from(table)};
    if (table.contains("julia")) view.julia = point_from(table, "julia");
    refuse(why_invalid(view));
    return view;
}

std::uint32_t dwell_limit_from(const toml::table& table) {
    const auto dwell = table["dwell"].value_or(std::int64_t{512});
    refuse(why_invalid("dwell", dwell, limits::dwell));
    return static_cast<std::uint32_t>(dwell);
}

}  // namespace mariani::app
