// What the parsers of all commands share: how they are made, run, and report errors in our words.
#pragma once

#include "app/command_line/setting_options.hpp"
#include "app/files/setting_names.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

inline constexpr const char* energy_help =
    "Also measure the energy of a frame, by repeating each for half a second or longer";

// A parser with the command's help; an empty command means the window.
std::unique_ptr<CLI::App> new_parser(std::string_view command);

// Parses, and reports errors in our words. Returns the text to print if one was asked for.
std::optional<PrintText> parse_with(CLI::App& app, std::span<const std::string> arguments);

// A text option that stores its value as a path with one of these extensions.
void add_file(CLI::App& app, const std::string& names, const std::string& value,
              const std::string& description, std::optional<std::filesystem::path>& file,
              std::vector<std::string> extensions);

// The picture whose view and settings are used; checked after parsing.
void add_picture(CLI::App& app, std::optional<std::filesystem::path>& picture);
void check_picture(const std::optional<std::filesystem::path>& picture);

// Uses the remembered g, r, B and block, in place of the options for them.
void add_tuned(CLI::App& app, bool& tuned);
void check_tuned(const CLI::App& app, bool tuned);

void add_gain_files(CLI::App& app, GainFiles& files);

// `bench` of an experiment, in experiment_parser.cpp. These throw UsageError.
void add_experiment_options(CLI::App& app, ExperimentCommand& experiment,
                            std::optional<std::filesystem::path>& kept);
bool is_experiment(const std::optional<std::filesystem::path>& file);
void reject_experiment_options(const CLI::App& app);  // those that need one
ExperimentCommand experiment_command(const CLI::App& app, const BenchCommand& bench,
                                     ExperimentCommand experiment);

// The laboratory's, in laboratory_parsers.cpp. These throw UsageError.
CommandLine parse_check(std::span<const std::string> arguments);
CommandLine parse_sweep(std::span<const std::string> arguments);
CommandLine parse_race(std::span<const std::string> arguments);
CommandLine parse_model(std::span<const std::string> arguments);

// Accepts both "ex,ask" and a repeated option.
template <typename E>
void add_list(CLI::App& app, const std::string& option, const std::string& description,
              std::vector<E>& list, const std::vector<E>& all) {
    app.add_option_function<std::vector<std::string>>(
           option,
           [=, &list](const std::vector<std::string>& texts) {
               for (const auto& text : texts) {
                   const auto value = setting_named<E>(text);
                   const bool known = value && std::ranges::find(all, *value) != all.end();
                   if (text != "all" && !known) {
                       std::string names;
                       for (const E each : all) names += std::string(setting_name(each)) + ", ";
                       reject_option(option, text, "one or more of " + names + "all");
                   }
                   for (const E each : text == "all" ? all : std::vector<E>{*value})
                       if (std::ranges::find(list, each) == list.end()) list.push_back(each);
               }
           },
           description)
        ->type_name("LIST")
        ->delimiter(',')
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace mariani::app
