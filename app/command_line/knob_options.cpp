#include "app/command_line/knob_options.hpp"

#include "app/command_line/choice_options.hpp"
#include "app/command_line/command_parser.hpp"
#include "app/command_line/setting_options.hpp"
#include "app/command_line/workload_options.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// "--pool", "-k,--k"
std::string names_of(const Knob& knob) {
    return (knob.short_option ? "-" + std::string(knob.id) + "," : "") + option_of(knob);
}

// What it is, which engines use it, and its default.
std::string help_of(const KnobTable& table, const Knob& knob, const KnobValue& usual) {
    const std::string users = users_text(table, knob);
    return fmt::format("{} ({}{}: {})", knob.help,
                       users.empty() ? "" : fmt::format("for {}; ", users),
                       knob.automatic.empty() ? "default" : "auto",
                       knob.automatic.empty() ? to_text(knob, usual) : knob.automatic);
}

Names choice_names(const Knob& knob) {
    Names names;
    for (std::size_t place = 0; place < knob.choices.size(); ++place)
        names.push_back(knob.choices.at(place).name);
    return names;
}

// "N", "on|off", "auto|packed|tiles"
std::string placeholder_of(const Knob& knob) {
    std::string values(knob.placeholder.empty() ? "N" : knob.placeholder);
    if (knob.kind == Knob::Kind::boolean) values = "on|off";
    if (knob.kind == Knob::Kind::choice)
        values = fmt::format("{}", fmt::join(choice_names(knob), "|"));
    return (knob.may_be_automatic ? "auto|" : "") + values;
}

void add_knob(OptionParser& parser, const KnobTable& table, const Knob& knob, void* problem) {
    const std::string option = names_of(knob);
    parser.add_text(option, placeholder_of(knob), help_of(table, knob, knob.get(problem)),
                    [&knob, problem, option](const std::string& text) {
                        const auto value = parse_value(knob, text);
                        if (!value) reject_option(option, text, allowed_text(knob));
                        knob.set(problem, *value);
                    });
}

}  // namespace

std::string option_of(const Knob& knob) {
    return "--" + spelled(knob, '-');
}

void add_knobs(OptionParser& parser, const KnobTable& table, void* problem,
               std::initializer_list<std::string_view> left_out) {
    parser.group(std::string(table.title));
    for (const Knob& knob : table.knobs)
        if (knob.has_option && std::ranges::find(left_out, knob.id) == left_out.end())
            add_knob(parser, table, knob, problem);
}

void add_knob_list(OptionParser& parser, const KnobTable& table, const Knob& knob,
                   const KnobValue& usual, KnobLists& lists) {
    const auto add = [&lists, list = lists.size()](const KnobValue& value) {
        auto& values = lists[list].values;
        if (std::ranges::find(values, value) == values.end()) values.push_back(value);
    };
    lists.push_back({&knob});
    const std::string option = names_of(knob), help = help_of(table, knob, usual);
    if (knob.kind == Knob::Kind::choice)
        return add_name_list(parser, option, help, choice_names(knob),
                             [=](std::size_t place) { add(ChoicePlace{place}); });
    parser.add_text(option, "LIST", help, [=, &knob](const std::string& text) {
        for (const int value : integers_of(option, text, knob.integers, knob.listed)) add(value);
    });
}

std::size_t combination_count(const KnobLists& lists) {
    std::size_t count = 1;
    for (const KnobList& list : lists) count *= std::max<std::size_t>(list.values.size(), 1);
    return count;
}

void refuse_unused(const OptionParser& parser, const KnobTable& table, EngineMask engines,
                   Backend backend, std::initializer_list<std::string_view> left_out) {
    for (const Knob& knob : table.knobs) {
        if (!knob.has_option || std::ranges::find(left_out, knob.id) != left_out.end()) continue;
        const auto why = why_unused(table, knob, engines, backend);
        if (why && parser.given(option_of(knob))) throw UsageError(*why);
    }
}

}  // namespace mariani::app
