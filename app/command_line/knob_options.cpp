#include "app/command_line/knob_options.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/command_line/setting_options.hpp"
#include "app/command_line/workload_options.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// What it is, which engines use it, and its default.
std::string help_of(const KnobTable& table, const Knob& knob, const KnobValue& usual) {
    const std::string users = users_text(table, knob);
    return fmt::format("{} ({}{}: {})", knob.help,
                       users.empty() ? "" : fmt::format("for {}; ", users),
                       knob.automatic.empty() ? "default" : "auto",
                       knob.automatic.empty() ? to_text(knob, usual) : knob.automatic);
}

// "N", "on|off", "auto|packed|tiles"
std::string placeholder_of(const Knob& knob) {
    std::string values(knob.placeholder.empty() ? "N" : knob.placeholder);
    if (knob.kind == Knob::Kind::boolean) values = "on|off";
    if (knob.kind == Knob::Kind::choice) {
        values = knob.choices.at(0).name;
        for (std::size_t place = 1; place < knob.choices.size(); ++place)
            values.append("|").append(knob.choices.at(place).name);
    }
    return (knob.may_be_automatic ? "auto|" : "") + values;
}

void add_knob(OptionParser& parser, const KnobTable& table, const Knob& knob, void* problem) {
    const std::string option = option_of(knob);
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
        if (std::ranges::find(left_out, knob.id) == left_out.end())
            add_knob(parser, table, knob, problem);
}

void add_knob_values(OptionParser& parser, const KnobTable& table, const Knob& knob,
                     const KnobValue& usual, std::vector<int>& values) {
    add_integers(parser, option_of(knob), help_of(table, knob, usual), knob.integers, values);
}

void refuse_unused(const OptionParser& parser, const KnobTable& table, EngineMask engines,
                   Backend backend, std::initializer_list<std::string_view> left_out) {
    for (const Knob& knob : table.knobs)
        if (parser.given(option_of(knob)) && std::ranges::find(left_out, knob.id) == left_out.end())
            if (auto why = why_unused(table, knob, engines, backend)) throw UsageError(*why);
}

}  // namespace mariani::app
