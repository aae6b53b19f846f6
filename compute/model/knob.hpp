// A knob: a value of a problem that a user can set, declared once. Options and their help,
// refusals, stored settings, rows of panels and columns of logs are made from it.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace mariani {

struct RealRange {
    double min;
    double max;
    constexpr bool holds(double value) const { return min <= value && value <= max; }
};

// The texts of the choices of any E, in their order.
struct ChoiceTexts {
    struct Text {
        int value;
        std::string_view name, label, description;
    };
    std::size_t (*size)() = nullptr;
    Text (*at)(std::size_t place) = nullptr;
};

template <typename E>
constexpr ChoiceTexts texts_of_choices{[] { return choices<E>().size(); },
                                       [](std::size_t place) {
                                           const Choice<E>& choice = choices<E>()[place];
                                           return ChoiceTexts::Text{static_cast<int>(choice.value),
                                                                    choice.name, choice.label,
                                                                    choice.description};
                                       }};

// The texts of the first choices.
template <typename E, std::size_t count>
constexpr ChoiceTexts texts_of_first{[] { return count; }, texts_of_choices<E>.at};

struct ChoicePlace {  // in the order of choices
    std::size_t number = 0;
    bool operator==(const ChoicePlace&) const = default;
};
using Seed = std::uint64_t;
struct Automatic {  // the program chooses
    bool operator==(const Automatic&) const = default;
};
using KnobValue = std::variant<bool, std::int64_t, Seed, double, ChoicePlace, BlockSize, Automatic>;

// Engines of a workload, a bit each by their values.
using EngineMask = std::uint32_t;
template <typename E>
constexpr EngineMask engine_bit(E engine) {
    return EngineMask{1} << static_cast<int>(engine);
}
// Those for which this holds.
template <typename E>
constexpr EngineMask engines_where(bool (*holds)(E)) {
    EngineMask mask = 0;
    for (int value = 0; value < 32; ++value)
        if (holds(static_cast<E>(value))) mask |= EngineMask{1} << value;
    return mask;
}

struct Knob {
    enum class Kind { boolean, integer, seed, real, choice, block };

    std::string_view id;     // as typed, stored and logged: "pool", "child_block" for --child-block
    std::string_view label;  // of its row in a panel
    std::string_view help;   // a sentence without a full stop
    IntegerRange integers{0, 0};
    int multiple = 1;                             // the integers are multiples of it
    ListRange listed = ListRange::powers_of_two;  // what 4..16 is in a list of them
    bool stepped = false;                         // its field has buttons for powers of two
    int shown_unit = 1;    // its field shows the integer in this unit: 1 << 20 for MiB
    bool buttons = false;  // its values stand side by side; of numbers those that can be run
    RealRange reals{0, 0};
    bool short_option = false;       // typed with one dash, too: -k
    bool has_option = true;          // of its own
    std::string_view unit{};         // "seconds"
    std::string_view placeholder{};  // of a number in --help, where that is not N
    std::string_view automatic{};    // what is chosen where none is given: "16; of collision 128"
    EngineMask engines = ~EngineMask{0};
    std::string_view idle{};         // why other engines do not use it: "they launch nothing"
    std::string_view idle_on_cpu{};  // why no plan of the processor does; empty if they may
    std::string_view column{};       // its name in logs, where that is not `id`
    ChoiceTexts choices{};           // all, if none are given
    // These are set by knob().
    Kind kind = Kind::integer;
    bool may_be_automatic = false;  // of an optional member
    KnobValue (*get)(const void* problem) = nullptr;
    void (*set)(void* problem, const KnobValue& value) = nullptr;
};

namespace detail {

template <auto first, auto... rest>
auto& member(auto& problem) {
    if constexpr (sizeof...(rest) == 0)
        return problem.*first;
    else
        return member<rest...>(problem.*first);
}

template <typename T>
struct OwnerOf;
template <typename Owner, typename T>
struct OwnerOf<T Owner::*> {
    using type = Owner;
};

template <typename T>
struct Required {
    using type = T;
};
template <typename T>
struct Required<std::optional<T>> {
    using type = T;
};
template <typename T>
inline constexpr bool is_optional = !std::is_same_v<T, typename Required<T>::type>;

template <typename T>
KnobValue as_value(const T& value) {
    if constexpr (is_optional<T>) {
        return value ? as_value(*value) : KnobValue(Automatic{});
    } else if constexpr (std::is_enum_v<T>) {
        for (std::size_t place = 0; const auto& choice : mariani::choices<T>()) {
            if (choice.value == value) return ChoicePlace{place};
            ++place;
        }
        return ChoicePlace{};
    } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, Seed> ||
                         std::is_same_v<T, BlockSize>) {
        return value;
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<std::int64_t>(value);
    } else {
        return static_cast<double>(value);
    }
}

template <typename T>
void assign(T& to, const KnobValue& value) {
    if constexpr (is_optional<T>) {
        to.reset();
        if (!std::holds_alternative<Automatic>(value)) assign(to.emplace(), value);
    } else if constexpr (std::is_enum_v<T>)
        to = mariani::choices<T>()[std::get<ChoicePlace>(value).number].value;
    else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, Seed> ||
                       std::is_same_v<T, BlockSize>)
        to = std::get<T>(value);
    else if constexpr (std::is_integral_v<T>)
        to = static_cast<T>(std::get<std::int64_t>(value));
    else
        to = static_cast<T>(std::get<double>(value));
}

struct AnyField {
    template <typename T>
    operator T() const;
};

}  // namespace detail

// Declares the knob of a member of a problem, or of a member of its member.
template <auto first, auto... rest>
constexpr Knob knob(Knob declared) {
    using Problem = typename detail::OwnerOf<decltype(first)>::type;
    using Member =
        std::remove_cvref_t<decltype(detail::member<first, rest...>(std::declval<Problem&>()))>;
    using T = typename detail::Required<Member>::type;
    using Kind = Knob::Kind;
    declared.kind = std::is_enum_v<T>              ? Kind::choice
                    : std::is_same_v<T, bool>      ? Kind::boolean
                    : std::is_same_v<T, Seed>      ? Kind::seed
                    : std::is_same_v<T, BlockSize> ? Kind::block
                    : std::is_floating_point_v<T>  ? Kind::real
                                                   : Kind::integer;
    declared.may_be_automatic = detail::is_optional<Member>;
    if constexpr (std::is_enum_v<T>)
        if (declared.choices.size == nullptr) declared.choices = texts_of_choices<T>;
    declared.get = [](const void* problem) {
        return detail::as_value(
            detail::member<first, rest...>(*static_cast<const Problem*>(problem)));
    };
    declared.set = [](void* problem, const KnobValue& value) {
        detail::assign(detail::member<first, rest...>(*static_cast<Problem*>(problem)), value);
    };
    return declared;
}

// How many members an aggregate has, for a check that each has a knob.
template <typename Aggregate, typename... Fields>
constexpr std::size_t field_count() {
    if constexpr (requires { Aggregate{Fields{}..., detail::AnyField{}}; })
        return field_count<Aggregate, Fields..., detail::AnyField>();
    else
        return sizeof...(Fields);
}

// A workload's knobs, in the order of their options.
struct KnobTable {
    std::string_view title;  // of their options in --help
    ChoiceTexts engines;
    std::span<const Knob> knobs;
    std::string_view noun = "engine";  // of what uses them

    // Throws std::logic_error where there is none of that name.
    const Knob& operator[](std::string_view id) const;
};

// A workload names its Problem, and has its table.
template <typename Problem>
const KnobTable& knob_table();

// Its id with this between its words: "child block".
std::string spelled(const Knob& knob, char between);
// As typed and logged: "64", "on", "spiral".
std::string to_text(const Knob& knob, const KnobValue& value);
// Nothing unless the text is an allowed value.
std::optional<KnobValue> parse_value(const Knob& knob, std::string_view text);
// "a whole number from 1 to 16", "one of uniform, clumps"
std::string allowed_text(const Knob& knob);
// Why a value is refused: "depth is 17: it must be a whole number from 1 to 16".
std::optional<std::string> why_invalid(const Knob& knob, const KnobValue& value);

// The engines that use a knob, "dp and dp-mbr"; empty if all do.
std::string users_text(const KnobTable& table, const Knob& knob);

// Whether some of the engines uses a knob there.
constexpr bool uses(const Knob& knob, EngineMask engines, Backend backend) {
    return (knob.engines & engines) != 0 && (backend == Backend::cuda || knob.idle_on_cpu.empty());
}
// Why a knob that is given has no effect: none of the engines uses it. Nothing if one does.
std::optional<std::string> why_unused(const KnobTable& table, const Knob& knob, EngineMask engines,
                                      Backend backend);
// The same for a panel: "Used by DP, DP-MBR: the others launch nothing from the device."
std::optional<std::string> why_idle(const KnobTable& table, const Knob& knob, EngineMask engine,
                                    Backend backend);

// Why some value of a problem is refused; nothing if all are allowed.
template <typename Problem>
std::optional<std::string> why_value_invalid(const Problem& problem) {
    for (const Knob& knob : knob_table<Problem>().knobs)
        if (auto why = why_invalid(knob, knob.get(&problem))) return why;
    return std::nullopt;
}

// A problem in which what an engine does not use is as by default, so that plans are equal that are
// run alike.
template <typename Problem>
Problem without_unused(Problem problem, EngineMask engine, Backend backend) {
    const Problem usual;
    for (const Knob& knob : knob_table<Problem>().knobs)
        if (!uses(knob, engine, backend)) knob.set(&problem, knob.get(&usual));
    return problem;
}

}  // namespace mariani
