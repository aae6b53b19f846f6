// The names in text form of the choices that are the display's own.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace mariani::app {

// Specialised beside each of them. The model's choices have names there: compute/model/choices.hpp.
template <typename E>
inline constexpr auto text_names = nullptr;

}  // namespace mariani::app
