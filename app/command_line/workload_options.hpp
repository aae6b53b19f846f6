// What the parsers of workloads beside the Mandelbrot set share: numbers, where it runs, and the
// options of the knobs of a workload's problem.
#pragma once

#include "app/command_line/command_parser.hpp"
#include "app/command_line/commands.hpp"
#include "app/command_line/option_parser.hpp"
#include "app/settings/settings.hpp"
#include "compute/model/choices.hpp"
#include "compute/model/knob.hpp"
#include "compute/model/limits.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {

// Also accepts "auto", which leaves it empty.
void add_integer_or_auto(OptionParser& parser, const std::string& option,
                         const std::string& description, IntegerRange range,
                         std::optional<int>& value);

// A LIST of them. Throws UsageError.
std::vector<int> integers_of(std::string_view option, const std::string& text, IntegerRange range,
                             ListRange listed);

// Where it runs, and --repeat.
void add_measurement(OptionParser& parser, SettingsEdits& edits, const std::string& repeat_help,
                     int& repeat);

// --energy.
void add_energy_option(OptionParser& parser, bool& energy);

// Where a workload is to run, as far as the options say.
struct WorkloadMachine {
    std::optional<Backend> backend;  // none: cuda where it is available
    int device = 0;                  // of cuda: the first that can be used, if none is named
    int threads = 0;                 // of the cpu; 0: all
};
WorkloadMachine machine_of(const SettingsEdits& edits);

template <typename Request>
void place(Request& request, const SettingsEdits& edits) {
    const WorkloadMachine machine = machine_of(edits);
    request.backend = machine.backend;
    request.device = machine.device;
    request.threads = machine.threads;
}

using KnobIds = std::vector<std::string_view>;

// A problem of any workload, which outlives it.
struct AnyProblem {
    const KnobTable* table;
    void* values;

    template <typename Problem>
    static AnyProblem of(Problem& problem) {
        return {&knob_table<Problem>(), &problem};
    }
};

// "--child-block"
std::string option_of(const Knob& knob);
// As its option takes it. Throws UsageError.
KnobValue value_of(const Knob& knob, std::string_view text);
// Its option; `use` takes what is allowed alone.
void add_knob(OptionParser& parser, const Knob& knob, std::string_view help,
              std::function<void(const KnobValue&)> use);

// One for each knob that has one, such as --pool, but those that are left out.
void add_knobs(OptionParser& parser, const AnyProblem& problem, const KnobIds& left_out);
template <typename Problem>
void add_knobs(OptionParser& parser, Problem& problem, const KnobIds& left_out = {}) {
    add_knobs(parser, AnyProblem::of(problem), left_out);
}

// The values of each of some knobs that a command tries in turn; none: that of the problem.
struct KnobList {
    const Knob* knob;
    std::vector<KnobValue> values{};
};
using KnobLists = std::vector<KnobList>;

// One for each of these knobs, which takes a LIST of its values.
void add_knob_lists(OptionParser& parser, const AnyProblem& problem, const KnobIds& ids,
                    KnobLists& lists);

// Throws UsageError where a sweep of the lists has too many cells.
void check_cells_swept(const KnobLists& lists);

// Calls `use` with each combination of values in the problem, the first list's values slowest,
// but for lists that none of the engines uses.
void for_each_combination(const KnobLists& lists, const AnyProblem& problem,
                          const std::function<void()>& use, EngineMask engines = ~EngineMask{0});

template <typename E>
EngineMask mask_of(const std::vector<E>& engines) {
    EngineMask mask = 0;
    for (const E engine : engines) mask |= engine_bit(engine);
    return mask;
}

// Throws UsageError where an option is given that none of the engines uses, but for those that are
// left out.
void refuse_unused(const OptionParser& parser, const KnobTable& table, EngineMask engines,
                   Backend backend, const KnobIds& left_out = {});

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

// For info: under the title, a line for each choice, with its name and what it is.
template <typename E>
std::string choices_text(std::string_view title) {
    std::size_t width = 12;
    for (const auto& each : choices<E>()) width = std::max(width, each.name.size() + 2);
    std::string text = fmt::format("{}\n", title);
    for (const auto& each : choices<E>())
        text += fmt::format("  {:<{}}{}\n", each.name, width, each.description);
    return text;
}

// A line for each number among the knobs that have options: what it may be.
std::string limits_text(const KnobTable& table);

}  // namespace mariani::app
