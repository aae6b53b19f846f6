// The closed choices a user makes, and the one table of their names (command line, panel, files).
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace mariani {

enum class EngineKind { ex, dp, ask };
enum class Scheme { sbr, mbr, wpr };
enum class Backend { cuda, cpu };
// The last four compute deltas from a reference orbit in many digits, or such orbits themselves:
// deep zoom, at any depth.
enum class Precision { f32, f64, deltas, scaled, double_double, many_digits };
enum class FillRule { uniform, interior, safe };
enum class Quality { proven, preview };  // of deep zoom
// How ASK's threads and blocks insert children into the next level's list (OLT).
enum class Insertion { per_region, per_child, prefix_sum };

constexpr bool is_deep(Precision precision) {
    return precision >= Precision::deltas;
}

template <typename E>
struct Choice {
    E value;
    std::string_view name;         // as typed and logged: "ask"
    std::string_view label;        // as shown: "ASK"
    std::string_view description;  // one sentence
};

// The typed and logged name of an empty optional: the program chooses.
inline constexpr std::string_view automatic_name = "auto";

// What `automatic` chooses, in one sentence.
template <typename E>
std::string_view automatic_description();
template <>
std::string_view automatic_description<EngineKind>();
template <>
std::string_view automatic_description<Scheme>();
template <>
std::string_view automatic_description<Backend>();
template <>
std::string_view automatic_description<Precision>();

// All choices of E, in the order in which they are offered.
template <typename E>
std::span<const Choice<E>> choices();
template <>
std::span<const Choice<EngineKind>> choices<EngineKind>();
template <>
std::span<const Choice<Scheme>> choices<Scheme>();
template <>
std::span<const Choice<Backend>> choices<Backend>();
template <>
std::span<const Choice<Precision>> choices<Precision>();
template <>
std::span<const Choice<FillRule>> choices<FillRule>();
template <>
std::span<const Choice<Quality>> choices<Quality>();
template <>
std::span<const Choice<Insertion>> choices<Insertion>();

template <typename E>
const Choice<E>& choice_of(E value) {
    for (const auto& choice : choices<E>())
        if (choice.value == value) return choice;
    return choices<E>().front();
}

template <typename E>
std::string_view name_of(E value) {
    return choice_of(value).name;
}

template <typename E>
std::string_view name_of(std::optional<E> value) {
    return value ? name_of(*value) : automatic_name;
}

template <typename E>
std::optional<E> choice_named(std::string_view name) {
    for (const auto& choice : choices<E>())
        if (choice.name == name) return choice.value;
    return std::nullopt;
}

}  // namespace mariani
