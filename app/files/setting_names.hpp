// The names of every choice in text form: the model's, and those of the display.
#pragma once

#include "app/settings/settings.hpp"
#include "compute/model/choices.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace mariani::app {

template <>
inline constexpr std::array<std::pair<render::Mapping, std::string_view>, 4>
    text_names<render::Mapping>{{{render::Mapping::cyclic, "cyclic"},
                                 {render::Mapping::stretched, "stretched"},
                                 {render::Mapping::equalised, "equalised"},
                                 {render::Mapping::distance, "distance"}}};

template <>
inline constexpr std::array<std::pair<render::Quantity, std::string_view>, 4>
    text_names<render::Quantity>{{{render::Quantity::dwell, "dwell"},
                                  {render::Quantity::work, "work"},
                                  {render::Quantity::level, "level"},
                                  {render::Quantity::outcome, "outcome"}}};

// Calls use(value, name) for every choice of E.
template <typename E, typename Use>
void for_each_name(Use&& use) {
    if constexpr (std::is_null_pointer_v<decltype(text_names<E>)>)
        for (const auto& choice : choices<E>()) use(choice.value, choice.name);
    else
        for (const auto& [value, name] : text_names<E>) use(value, name);
}

template <typename E>
std::string_view setting_name(E value) {
    std::string_view found;
    for_each_name<E>([&](E each, std::string_view name) {
        if (each == value) found = name;
    });
    return found;
}

template <typename E>
std::optional<E> setting_named(std::string_view name) {
    std::optional<E> found;
    for_each_name<E>([&](E each, std::string_view choice_name) {
        if (choice_name == name) found = each;
    });
    return found;
}

// "auto, ex, dp, ask"
template <typename E>
std::string setting_names() {
    std::string names;
    for_each_name<E>([&](E, std::string_view name) {
        names += (names.empty() ? "" : ", ") + std::string(name);
    });
    return names;
}

}  // namespace mariani::app
