// Options of the knobs of a workload's problem.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/option_parser.hpp"
#include "compute/model/knob.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mariani::app {

// "--child-block"
std::string option_of(const Knob& knob);

// One for each knob that has one, such as --pool, but those that are left out.
void add_knobs(OptionParser& parser, const KnobTable& table, void* problem,
               std::initializer_list<std::string_view> left_out);
template <typename Problem>
void add_knobs(OptionParser& parser, Problem& problem,
               std::initializer_list<std::string_view> left_out = {}) {
    add_knobs(parser, knob_table<Problem>(), &problem, left_out);
}

// The values of each of some knobs that a command tries in turn; none: that of the problem.
struct KnobList {
    const Knob* knob;
    std::vector<KnobValue> values{};
};
using KnobLists = std::vector<KnobList>;

// One that takes a LIST of a knob's values, among the lists.
void add_knob_list(OptionParser& parser, const KnobTable& table, const Knob& knob,
                   const KnobValue& usual, KnobLists& lists);
template <typename Problem>
void add_knob_lists(OptionParser& parser, std::initializer_list<std::string_view> ids,
                    KnobLists& lists) {
    const KnobTable& table = knob_table<Problem>();
    const Problem usual;
    for (const std::string_view id : ids)
        add_knob_list(parser, table, table[id], table[id].get(&usual), lists);
}

// How many problems the lists make.
std::size_t combination_count(const KnobLists& lists);

// Those, the first list's values slowest, without lists that none of the engines uses.
template <typename Problem>
std::vector<Problem> combinations(const Problem& problem, const KnobLists& lists,
                                  EngineMask engines = ~EngineMask{0}) {
    std::vector<Problem> all{problem};
    for (const auto& [knob, values] : lists) {
        if (values.empty() || (knob->engines & engines) == 0) continue;
        std::vector<Problem> longer;
        for (const Problem& each : all)
            for (const KnobValue& value : values) knob->set(&longer.emplace_back(each), value);
        all = std::move(longer);
    }
    return all;
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
        if (knob.has_option && parser.given(option_of(knob)))
            edits.push_back([&knob, to, value = knob.get(&given)](Settings& settings) {
                knob.set(&to(settings), value);
            });
}

}  // namespace mariani::app
