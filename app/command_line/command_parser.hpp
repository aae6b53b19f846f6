// What the parsers of all commands share: how they are made, and options that several have.
#pragma once

#include "app/command_line/choice_options.hpp"
#include "app/command_line/setting_options.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

inline constexpr const char* energy_help =
    "Also measure the energy of a frame, by repeating each for half a second or longer";

// A parser of the command; an empty command means the window. Without a description and examples,
// with the command's own.
OptionParser new_parser(std::string_view command);
OptionParser new_parser(std::string_view command, std::string_view description,
                        std::string_view examples);

// A text option that stores its value as a path with one of these extensions.
void add_file(OptionParser& parser, const std::string& names, const std::string& value,
              const std::string& description, std::optional<std::filesystem::path>& file,
              std::vector<std::string> extensions);

// The picture whose view and settings are used; checked after parsing.
void add_picture(OptionParser& parser, std::optional<std::filesystem::path>& picture);
void check_picture(const std::optional<std::filesystem::path>& picture);

// Uses the remembered g, r, B and block, in place of the options for them.
void add_tuned(OptionParser& parser, bool& tuned);
void check_tuned(const OptionParser& parser, bool tuned);

void add_gain_files(OptionParser& parser, GainFiles& files);

// `bench` of an experiment, in experiment_parser.cpp. These throw UsageError.
void add_experiment_options(OptionParser& parser, ExperimentCommand& experiment,
                            std::optional<std::filesystem::path>& kept);
bool is_experiment(const std::optional<std::filesystem::path>& file);
void reject_experiment_options(const OptionParser& parser);  // those that need one
ExperimentCommand experiment_command(const OptionParser& parser, const BenchCommand& bench,
                                     ExperimentCommand experiment);

// The laboratory's, in laboratory_parsers.cpp. These throw UsageError.
CommandLine parse_check(std::span<const std::string> arguments);
CommandLine parse_sweep(std::span<const std::string> arguments);
CommandLine parse_race(std::span<const std::string> arguments);
CommandLine parse_model(std::span<const std::string> arguments);

}  // namespace mariani::app
