// What the parsers of workloads beside the Mandelbrot set share.
#pragma once

#include "app/command_line/command_parser.hpp"
#include "app/settings.hpp"
#include "compute/model/choices.hpp"
#include "compute/model/limits.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// The parser of a command, with what its workload has to say of it.
std::unique_ptr<CLI::App> workload_parser(std::string_view command, const char* description,
                                          const char* examples);

void add_integer(CLI::App& app, const std::string& option, const std::string& description,
                 IntegerRange range, std::function<void(int)> use);

// Also accepts "auto", which leaves it empty.
void add_integer_or_auto(CLI::App& app, const std::string& option, const std::string& description,
                         IntegerRange range, std::optional<int>& value);

// A LIST of them.
void add_integers(CLI::App& app, const std::string& option, const std::string& description,
                  IntegerRange range, std::vector<int>& values);

// "bb|ltm|rb", with any separator.
template <typename E>
std::string names_of(std::string_view between) {
    std::string names;
    for (const auto& each : choices<E>())
        names += (names.empty() ? "" : std::string(between)) + std::string(each.name);
    return names;
}

// One of E's choices; unlike add_list it takes no list of them.
template <typename E>
void add_choice(CLI::App& app, const std::string& option, const std::string& description,
                std::function<void(E)> use) {
    add_text_option(app, option, names_of<E>("|"), description, [=](const std::string& text) {
        const auto value = choice_named<E>(text);
        if (!value) reject_option(option, text, "one of " + names_of<E>(", "));
        use(*value);
    });
}

// --colour, by what blocks are coloured.
void add_block_colour(CLI::App& app, const std::string& description,
                      std::function<void(BlockColour)> use);

// The value of --seed. Throws UsageError.
std::uint64_t seed_of(const std::string& text);

// Where it runs, and --repeat.
void add_measurement(CLI::App& app, SettingsEdits& edits, const std::string& repeat_help,
                     int& repeat);

// --energy.
void add_energy_option(CLI::App& app, bool& energy);

// Where a workload is to run, as far as the options say.
struct WorkloadMachine {
    std::optional<Backend> backend;  // none: cuda where it is available
    int device = 0;                  // of cuda: the first that can be used, if none is named
    int threads = 0;                 // of the cpu; 0: all
};
WorkloadMachine machine_of(const SettingsEdits& edits);

}  // namespace mariani::app
