// Options of the knobs of a workload's problem.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/option_parser.hpp"
#include "compute/model/knob.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

std::string option_of(const Knob& knob);  // "--child-block"

// One for each knob, such as --pool, but those that are left out.
void add_knobs(OptionParser& parser, const KnobTable& table, void* problem,
               std::initializer_list<std::string_view> left_out);
template <typename Problem>
void add_knobs(OptionParser& parser, Problem& problem,
               std::initializer_list<std::string_view> left_out = {}) {
    add_knobs(parser, knob_table<Problem>(), &problem, left_out);
}

// One that takes a LIST of a knob's values.
void add_knob_values(OptionParser& parser, const KnobTable& table, const Knob& knob,
                     const KnobValue& usual, std::vector<int>& values);
template <typename Problem>
void add_knob_values(OptionParser& parser, std::string_view id, std::vector<int>& values) {
    const KnobTable& table = knob_table<Problem>();
    const Problem usual;
    add_knob_values(parser, table, table[id], table[id].get(&usual), values);
}

template <typename E>
EngineMask mask_of(const std::vector<E>& engines) {
    EngineMask mask = 0;
    for (const E engine : engines) mask |= engine_bit(engine);
    return mask;
}

// Throws UsageError where an option is given that none of the engines uses, but for those that are
// left out.
void refuse_unused(const OptionParser& parser, const KnobTable& table, EngineMask engines,
                   Backend backend, std::initializer_list<std::string_view> left_out = {});

// Sets the knobs that are given: `to` finds the problem in the settings.
template <typename Problem>
void add_edits(SettingsEdits& edits, const OptionParser& parser, const Problem& given,
               Problem& (*to)(Settings&)) {
    for (const Knob& knob : knob_table<Problem>().knobs)
        if (parser.given(option_of(knob)))
            edits.push_back([&knob, to, value = knob.get(&given)](Settings& settings) {
                knob.set(&to(settings), value);
            });
}

}  // namespace mariani::app
