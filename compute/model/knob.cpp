#include "compute/model/knob.hpp"

#include "compute/model/text.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <stdexcept>

namespace mariani {
namespace {

template <typename Integer>
std::optional<KnobValue> whole_number(std::string_view text) {
    Integer value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<KnobValue> parse_unchecked(const Knob& knob, std::string_view text) {
    if (knob.may_be_automatic && text == automatic_name) return Automatic{};
    switch (knob.kind) {
        case Knob::Kind::boolean:
            if (text == "on" || text == "off") return text == "on";
            return std::nullopt;
        case Knob::Kind::integer:
            return whole_number<std::int64_t>(text);
        case Knob::Kind::seed:
            return whole_number<Seed>(text);
        case Knob::Kind::real:
            if (const auto real = parse_real(text)) return *real;
            return std::nullopt;
        case Knob::Kind::choice:
            for (std::size_t place = 0; place < knob.choices.size(); ++place)
                if (knob.choices.at(place).name == text) return ChoicePlace{place};
            return std::nullopt;
        case Knob::Kind::block:
            if (const auto size = parse_size(text)) return BlockSize{size->width, size->height};
            return std::nullopt;
    }
    return std::nullopt;
}

// Written so that NaN is refused.
bool is_allowed(const Knob& knob, const KnobValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return knob.integers.holds(*integer) && *integer % knob.multiple == 0;
    if (const auto* real = std::get_if<double>(&value)) return knob.reals.holds(*real);
    if (const auto* place = std::get_if<ChoicePlace>(&value))
        return place->number < knob.choices.size();
    if (const auto* block = std::get_if<BlockSize>(&value)) return !why_invalid(*block);
    return knob.may_be_automatic || !std::holds_alternative<Automatic>(value);
}

using Text = ChoiceTexts::Text;

std::string list_of(const ChoiceTexts& texts, EngineMask mask, std::string_view Text::*form,
                    std::string_view before_last) {
    std::vector<std::string_view> listed;
    for (std::size_t place = 0; place < texts.size(); ++place)
        if (const Text text = texts.at(place); (mask >> text.value & 1) != 0)
            listed.push_back(text.*form);
    std::string list;
    for (const std::string_view& each : listed) {
        if (!list.empty()) list += &each == &listed.back() ? before_last : ", ";
        list += each;
    }
    return list;
}

// "1000000", where to_text() has "1e+06".
std::string limit_text(double limit) {
    const auto whole = static_cast<std::int64_t>(limit);
    return static_cast<double>(whole) == limit ? std::to_string(whole) : to_text(limit);
}

std::string allowed_value_text(const Knob& knob) {
    switch (knob.kind) {
        case Knob::Kind::boolean:
            return "on or off";
        case Knob::Kind::integer:
            return "a whole number from " + std::to_string(knob.integers.min) + " to " +
                   std::to_string(knob.integers.max) +
                   (knob.multiple == 1 ? ""
                                       : ", and a multiple of " + std::to_string(knob.multiple));
        case Knob::Kind::seed:
            return "a whole number from 0 to 18446744073709551615";
        case Knob::Kind::real:
            return "a number " + (knob.unit.empty() ? "" : "of " + std::string(knob.unit) + " ") +
                   "from " + limit_text(knob.reals.min) + " to " + limit_text(knob.reals.max);
        case Knob::Kind::choice:
            return "one of " + list_of(knob.choices, ~EngineMask{0}, &Text::name, ", ");
        case Knob::Kind::block:
            return "WxH, each from 1 on, with at most " + std::to_string(limits::block_threads) +
                   " threads";
    }
    return "";
}

}  // namespace

const Knob& KnobTable::operator[](std::string_view id) const {
    for (const Knob& knob : knobs)
        if (knob.id == id) return knob;
    throw std::logic_error("there is no knob " + std::string(id));
}

std::string spelled(const Knob& knob, char between) {
    std::string text(knob.id);
    std::ranges::replace(text, '_', between);
    return text;
}

std::string to_text(const Knob& knob, const KnobValue& value) {
    if (std::holds_alternative<Automatic>(value)) return std::string(automatic_name);
    switch (knob.kind) {
        case Knob::Kind::boolean:
            return std::get<bool>(value) ? "on" : "off";
        case Knob::Kind::integer:
            return std::to_string(std::get<std::int64_t>(value));
        case Knob::Kind::seed:
            return std::to_string(std::get<Seed>(value));
        case Knob::Kind::real:
            return to_text(std::get<double>(value));
        case Knob::Kind::choice:
            return std::string(knob.choices.at(std::get<ChoicePlace>(value).number).name);
        case Knob::Kind::block: {
            const auto& [width, height] = std::get<BlockSize>(value);
            return to_text(ImageSize{width, height});
        }
    }
    return "";
}

std::optional<KnobValue> parse_value(const Knob& knob, std::string_view text) {
    const auto value = parse_unchecked(knob, text);
    return value && is_allowed(knob, *value) ? value : std::nullopt;
}

std::string allowed_text(const Knob& knob) {
    return (knob.may_be_automatic ? "auto, or " : "") + allowed_value_text(knob);
}

std::optional<std::string> why_invalid(const Knob& knob, const KnobValue& value) {
    if (is_allowed(knob, value)) return std::nullopt;
    return spelled(knob, ' ') + " is " + to_text(knob, value) + ": it must be " +
           allowed_text(knob);
}

std::string users_text(const KnobTable& table, const Knob& knob) {
    if (knob.engines == ~EngineMask{0}) return "";
    return list_of(table.engines, knob.engines, &Text::name, " and ");
}

std::optional<std::string> why_unused(const KnobTable& table, const Knob& knob, EngineMask engines,
                                      Backend backend) {
    if (uses(knob, engines, backend)) return std::nullopt;
    const std::string given = spelled(knob, ' ') + " is given, ", noun(table.noun);
    if ((knob.engines & engines) != 0)
        return given + "and the backend is cpu, where " + std::string(knob.idle_on_cpu) +
               ": choose cuda";
    return given + "but only " + users_text(table, knob) +
           (std::has_single_bit(knob.engines) ? " uses it: choose this " + noun
                                              : " use it: choose one of these " + noun + "s");
}

std::optional<std::string> why_idle(const KnobTable& table, const Knob& knob, EngineMask engine,
                                    Backend backend) {
    if (uses(knob, engine, backend)) return std::nullopt;
    if ((knob.engines & engine) != 0)
        return "On the processor " + std::string(knob.idle_on_cpu) + ".";
    return "Used by " + list_of(table.engines, knob.engines, &Text::label, ", ") + ": " +
           std::string(knob.idle) + ".";
}

}  // namespace mariani
