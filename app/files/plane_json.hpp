// Numbers of the plane in JSON: texts, which keep all digits. Older files have JSON numbers. And
// rectangles of pixels: left, top, width, height.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/model/text.hpp"

#include <cmath>
#include <concepts>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <nlohmann/json_fwd.hpp>

namespace mariani {

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

// Of measurements, for other programs to read: a number where a double has all its digits.
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

template <typename Json>
void to_json(Json& json, const PixelRect& rect) {
    json = {rect.x, rect.y, rect.width, rect.height};
}

}  // namespace mariani
