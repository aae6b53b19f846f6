// JSON from any source, read strictly: every field that is missing, unknown or not allowed is
// refused with its path, "cases[2].g[0]", and what it must be; and numbers of the plane in it.
#pragma once

#include "app/files/setting_names.hpp"
#include "app/files/text_limits.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// Throws std::invalid_argument if the text exceeds the limits or is not JSON: from which line on.
nlohmann::json parse_json(std::string_view text, const TextLimits& limits);

// Passes the elements of a list to `each`, one by one, so that a long list is never in memory as a
// whole. Throws what parse_json throws, if it is not a list, and what `each` throws.
void parse_json_list(std::string_view text, const TextLimits& limits,
                     const std::function<void(const nlohmann::json&)>& each);

// An object as text for readers: a field a line; a list of objects has one of them on each line,
// and the fields of the object called `nested` stand on lines of their own, too. Ends with a
// newline.
std::string in_lines(const nlohmann::ordered_json& json, std::string_view nested = {});

// TOML of texts, numbers, flags and tables of them as JSON; a date is null. Throws as parse_json()
// does, and names the line.
nlohmann::json parse_toml_as_json(std::string_view text, const TextLimits& limits);
// And back; an object. Ends with a newline. Throws std::bad_alloc.
std::string toml_of(const nlohmann::ordered_json& json);

// "auto, cuda, cpu": the values of an optional choice.
template <typename E>
std::string choices_or_automatic() {
    return "one of " + std::string(automatic_name) + ", " + setting_names<E>();
}

// A value and its path. Everything throws std::invalid_argument.
class JsonValue {
  public:
    JsonValue(const nlohmann::json& json, std::string path)
        : json_(&json), path_(std::move(path)) {}

    [[noreturn]] void reject(std::string_view allowed) const;

    std::string text() const;  // at most 4096 bytes
    bool boolean() const;
    std::int64_t whole(IntegerRange range) const;
    double real(double min, double max) const;
    ImageSize size(IntegerRange side) const;
    std::vector<JsonValue> list() const;  // of at least one value
    template <typename E>
    E choice() const {
        const auto named = setting_named<E>(name());
        if (!named) reject("one of " + setting_names<E>());
        return *named;
    }

    template <typename E>
    std::optional<E> choice_or_automatic() const {
        if (name() == automatic_name) return std::nullopt;
        if (const auto named = setting_named<E>(name())) return named;
        reject(choices_or_automatic<E>());
    }

    const std::string& path() const { return path_; }
    const nlohmann::json& json() const { return *json_; }

  private:
    std::string_view name() const;  // empty if it is no text

    const nlohmann::json* json_;
    std::string path_;
};

// The fields of an object, each taken once.
class JsonFields {
  public:
    explicit JsonFields(const JsonValue& object);

    JsonValue take(std::string_view name, std::string_view allowed);  // must be present
    std::optional<JsonValue> take_optional(std::string_view name);
    void finish() const;  // refuses any that were not taken

  private:
    std::string path_of(std::string_view name) const;

    JsonValue object_;
    std::vector<std::string> known_;
};

}  // namespace mariani::app

namespace mariani {

// Numbers of the plane in JSON: texts, which keep all digits. Older files have JSON numbers.
template <typename T>
concept PlaneNumber = std::same_as<T, Coordinate> || std::same_as<T, Length>;

// From a text or a number; nullopt if it is neither, or not finite.
template <PlaneNumber Number, typename Json>
std::optional<Number> plane_number(const Json& json) {
    if (json.is_number()) {
        const auto number = json.template get<double>();
        return std::isfinite(number) ? std::optional<Number>(number) : std::nullopt;
    }
    if (!json.is_string()) return std::nullopt;
    const auto& text = json.template get_ref<const std::string&>();
    if constexpr (std::is_same_v<Number, Length>)
        return parse_length(text);
    else
        return parse_coordinate(text);
}

// A measurement for other programs to read: a number where a double has all its digits.
template <typename Json = nlohmann::json, PlaneNumber Number>
Json measured(const Number& value) {
    if (Number(value.nearest()) == value) return value.nearest();
    return to_text(value);
}

template <typename Json, PlaneNumber Number>
void to_json(Json& json, const Number& value) {
    json = to_text(value);
}

template <typename Json, PlaneNumber Number>
void from_json(const Json& json, Number& value) {
    const auto number = plane_number<Number>(json);
    if (!number) throw std::invalid_argument("it must be a number, or one in quotes");
    value = *number;
}

// Left, top, width, height.
template <typename Json>
void to_json(Json& json, const PixelRect& rect) {
    json = {rect.x, rect.y, rect.width, rect.height};
}

}  // namespace mariani
