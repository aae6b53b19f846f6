#include "app/command_line/workload_options.hpp"

#include "app/command_line/setting_options.hpp"
#include "compute/service/engine_registry.hpp"

#include <fmt/format.h>

namespace mariani::app {
namespace {

// "--pool", "-k,--k"
std::string names_of(const Knob& knob) {
    return (knob.short_option ? "-" + std::string(knob.id) + "," : "") + option_of(knob);
}

// "; from 32 to 1024, a multiple of 32"
std::string range_of(const Knob& knob) {
    if (knob.kind == Knob::Kind::real)
        return fmt::format("; from {} to {}", knob.reals.min, knob.reals.max);
    if (knob.kind != Knob::Kind::integer) return "";
    return fmt::format("; from {} to {}", knob.integers.min, knob.integers.max) +
           (knob.multiple == 1 ? "" : fmt::format(", a multiple of {}", knob.multiple));
}

// What it is, which engines use it, its default and its range.
std::string help_of(const KnobTable& table, const Knob& knob, const KnobValue& usual) {
    const std::string users = users_text(table, knob);
    return fmt::format(
        "{} ({}{}: {}{})", knob.help, users.empty() ? "" : fmt::format("for {}; ", users),
        knob.automatic.empty() ? "default" : "auto",
        knob.automatic.empty() ? to_text(knob, usual) : knob.automatic, range_of(knob));
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
    if (knob.kind == Knob::Kind::block) values = "WxH";
    if (knob.kind == Knob::Kind::boolean) values = "on|off";
    if (knob.kind == Knob::Kind::choice)
        values = fmt::format("{}", fmt::join(choice_names(knob), "|"));
    return (knob.may_be_automatic ? "auto|" : "") + values;
}

}  // namespace

void add_integer_or_auto(OptionParser& parser, const std::string& option,
                         const std::string& description, IntegerRange range,
                         std::optional<int>& value) {
    parser.add_text(option, "auto|N", description, [=, &value](const std::string& text) {
        value = text == automatic_name ? std::nullopt
                                       : std::optional<int>(integer_of(option, text, range));
    });
}

std::vector<int> integers_of(std::string_view option, const std::string& text, IntegerRange range,
                             ListRange listed) {
    if (const auto list = parse_integers(text, range, listed)) return *list;
    reject_option(
        option, text,
        fmt::format("whole numbers from {} to {}, such as {}", range.min, range.max,
                    listed == ListRange::each ? "8,10, or 4..9 for each of these"
                                              : "8,16, or 1024..32768 for powers of two"));
}

void add_measurement(OptionParser& parser, SettingsEdits& edits, const std::string& repeat_help,
                     int& repeat) {
    add_machine_options(parser, edits);
    parser.group("Measurement");
    add_integer(parser, "--repeat", repeat_help, runs_measured, repeat);
}

void add_energy_option(OptionParser& parser, bool& energy) {
    parser.add_flag(
        "--energy", energy,
        "Also measure the energy per run, by repeating each for half a second or longer");
}

WorkloadMachine machine_of(const SettingsEdits& edits) {
    Settings settings;
    apply(edits, settings);
    WorkloadMachine machine;
    machine.backend = settings.engine.backend;
    if (const DeviceEntry* first = first_device()) machine.device = first->index;
    machine.device = settings.engine.device.value_or(machine.device);
    machine.threads = settings.engine.threads.value_or(0);
    return machine;
}

std::string option_of(const Knob& knob) {
    return "--" + spelled(knob, '-');
}

KnobValue value_of(const Knob& knob, std::string_view text) {
    const auto value = parse_value(knob, text);
    if (!value) reject_option(option_of(knob), std::string(text), allowed_text(knob));
    return *value;
}

void add_knob(OptionParser& parser, const Knob& knob, std::string_view help,
              std::function<void(const KnobValue&)> use) {
    parser.add_text(names_of(knob), placeholder_of(knob), std::string(help),
                    [&knob, use](const std::string& text) { use(value_of(knob, text)); });
}

void add_knobs(OptionParser& parser, const AnyProblem& problem, const KnobIds& left_out) {
    const KnobTable& table = *problem.table;
    parser.group(std::string(table.title));
    for (const Knob& knob : table.knobs)
        if (knob.has_option && std::ranges::find(left_out, knob.id) == left_out.end())
            add_knob(parser, knob, help_of(table, knob, knob.get(problem.values)),
                     [&knob, values = problem.values](const KnobValue& value) {
                         knob.set(values, value);
                     });
}

void add_knob_lists(OptionParser& parser, const AnyProblem& problem, const KnobIds& ids,
                    KnobLists& lists) {
    for (const std::string_view id : ids) {
        const Knob& knob = (*problem.table)[id];
        const auto add = [&lists, list = lists.size()](const KnobValue& value) {
            auto& values = lists[list].values;
            if (std::ranges::find(values, value) == values.end()) values.push_back(value);
        };
        lists.push_back({&knob});
        const std::string option = names_of(knob),
                          help = help_of(*problem.table, knob, knob.get(problem.values));
        if (knob.kind == Knob::Kind::choice)
            add_name_list(parser, option, help, choice_names(knob),
                          [=](std::size_t place) { add(ChoicePlace{place}); });
        else
            parser.add_text(option, "LIST", help, [=, &knob](const std::string& text) {
                for (const int value : integers_of(option, text, knob.integers, knob.listed))
                    add(value);
            });
    }
}

void check_cells_swept(const KnobLists& lists) {
    constexpr std::size_t most = 1000;
    std::size_t count = 1;
    std::vector<std::string> options;
    for (const auto& [knob, values] : lists) {
        count *= std::max<std::size_t>(values.size(), 1);
        options.push_back(option_of(*knob));
    }
    if (count > most)
        throw UsageError(fmt::format("{} combinations of {}: a sweep measures at most {}", count,
                                     fmt::join(options, ", "), most));
}

void for_each_combination(const KnobLists& lists, const AnyProblem& problem,
                          const std::function<void()>& use, EngineMask engines) {
    if (lists.empty()) return use();
    const auto& [knob, values] = lists.front();
    const KnobLists others(lists.begin() + 1, lists.end());
    const bool tried = !values.empty() && (knob->engines & engines) != 0;
    if (!tried) return for_each_combination(others, problem, use, engines);
    for (const KnobValue& value : values) {
        knob->set(problem.values, value);
        for_each_combination(others, problem, use, engines);
    }
}

void refuse_unused(const OptionParser& parser, const KnobTable& table, EngineMask engines,
                   Backend backend, const KnobIds& left_out) {
    for (const Knob& knob : table.knobs) {
        if (!knob.has_option || std::ranges::find(left_out, knob.id) != left_out.end()) continue;
        const auto why = why_unused(table, knob, engines, backend);
        if (why && parser.given(option_of(knob))) throw UsageError(*why);
    }
}

std::string limits_text(const KnobTable& table) {
    std::size_t width = 12;
    for (const Knob& knob : table.knobs) width = std::max(width, knob.id.size() + 2);
    std::string text;
    for (const Knob& knob : table.knobs) {
        if (!knob.has_option) continue;
        const std::string name = spelled(knob, '-');
        if (knob.kind == Knob::Kind::integer)
            text += fmt::format("  {:<{}}{} to {}\n", name, width, knob.integers.min,
                                knob.integers.max);
        if (knob.kind == Knob::Kind::real)
            text += fmt::format("  {:<{}}{} to {}\n", name, width, knob.reals.min, knob.reals.max);
    }
    return text;
}

}  // namespace mariani::app
