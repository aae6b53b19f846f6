// Numbers of the plane as JSON numbers, written losslessly.
#pragma once

#include "compute/model/coordinate.hpp"

#include <concepts>

#include <nlohmann/json.hpp>

namespace mariani {

template <typename T>
concept PlaneNumber = std::same_as<T, Coordinate> || std::same_as<T, Length>;

template <typename Json, PlaneNumber Number>
void to_json(Json& json, const Number& value) {
    json = value.nearest();
}

template <typename Json, PlaneNumber Number>
void from_json(const Json& json, Number& value) {
    value = json.template get<double>();
}

}  // namespace mariani
