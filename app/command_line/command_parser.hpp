// What the parsers of all commands share: how they are made, options whose values are names (one of
// them, or a LIST of several), and options that several commands have.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/option_parser.hpp"
#include "app/command_line/setting_options.hpp"
#include "app/files/setting_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mariani::app {

// What both kinds do with a name: they take its place among all that there are.
using Names = std::vector<std::string_view>;
using UsePlace = std::function<void(std::size_t place)>;

void add_name(OptionParser& parser, const std::string& option, const std::string& description,
              Names names, UsePlace use);
// Accepts "ex,ask", a repeated option, and "all".
void add_name_list(OptionParser& parser, const std::string& option, const std::string& description,
                   Names names, UsePlace use);

// All that E can be, in the order in which they are offered.
template <typename E>
std::vector<E> all_of() {
    std::vector<E> all;
    for_each_name<E>([&](E value, std::string_view) { all.push_back(value); });
    return all;
}

template <typename E>
Names names_of(const std::vector<E>& values) {
    Names names;
    for (const E value : values) names.push_back(setting_name(value));
    return names;
}

// One of what E can be.
template <typename E>
void add_choice(OptionParser& parser, const std::string& option, const std::string& description,
                std::function<void(E)> use) {
    auto all = all_of<E>();
    auto names = names_of(all);
    add_name(parser, option, description, std::move(names),
             [all = std::move(all), use = std::move(use)](std::size_t place) { use(all[place]); });
}

// Those that are named, each once, in the order in which they are.
template <typename E>
void add_list(OptionParser& parser, const std::string& option, const std::string& description,
              std::vector<E>& list) {
    auto all = all_of<E>();
    auto names = names_of(all);
    add_name_list(parser, option, description, std::move(names),
                  [all = std::move(all), &list](std::size_t place) {
                      if (std::ranges::find(list, all[place]) == list.end())
                          list.push_back(all[place]);
                  });
}

// A whole number.
template <typename Value>
void add_integer(OptionParser& parser, const std::string& option, const std::string& description,
                 IntegerRange range, Value& value) {
    parser.add_text(option, "N", description, [=, &value](const std::string& text) {
        value = integer_of(option, text, range);
    });
}

inline constexpr IntegerRange runs_measured{1, 100'000};  // --repeat

// --size, of a picture of 1024 x 1024 pixels if it is not given.
template <typename Size>
void add_size(OptionParser& parser, IntegerRange sides, Size& size) {
    parser.add_text("--size", "WxH", "In pixels (default: 1024x1024)",
                    [=, &size](const std::string& text) { size = size_of("--size", text, sides); });
}

// The options of the window itself, whatever it shows.
void add_window_options(OptionParser& parser, WindowCommand& command);

inline constexpr const char* energy_help =
    "Also measure the energy per frame, by repeating each for half a second or longer";

// A parser of the command; an empty command means the window. Without a description and examples,
// with the command's own.
OptionParser new_parser(std::string_view command);
OptionParser new_parser(std::string_view command, std::string_view description,
                        std::string_view examples);

// A text option that stores its value as a path with one of these extensions.
void add_file(OptionParser& parser, const std::string& names, const std::string& value,
              const std::string& description, std::optional<std::filesystem::path>& file,
              std::vector<std::string> extensions);

// A picture of measurements: .png, .pdf or .svg.
void add_plot(OptionParser& parser, const std::string& option, const std::string& description,
              std::optional<std::filesystem::path>& file);

// The picture whose view and settings are used; checked after parsing.
void add_picture(OptionParser& parser, std::optional<std::filesystem::path>& picture);
void check_picture(const std::optional<std::filesystem::path>& picture);

// Uses the remembered g, r, B and block, in place of the options for them.
void add_tuned(OptionParser& parser, bool& tuned);
void check_tuned(const OptionParser& parser, bool tuned);

// --trace-json.
void add_trace(OptionParser& parser, std::optional<std::filesystem::path>& trace);

void add_gain_files(OptionParser& parser, GainFiles& files);

// `bench` of an experiment, in laboratory_parsers.cpp. These throw UsageError.
void add_experiment_options(OptionParser& parser, ExperimentCommand& experiment,
                            std::optional<std::filesystem::path>& kept);
bool is_experiment(const std::optional<std::filesystem::path>& file);
void reject_experiment_options(const OptionParser& parser);  // those that need one
ExperimentCommand experiment_command(const OptionParser& parser, const BenchCommand& bench,
                                     ExperimentCommand experiment);

// In poster_parser.cpp. Throws UsageError.
CommandLine parse_poster(std::span<const std::string> arguments);

// The laboratory's, in laboratory_parsers.cpp. These throw UsageError.
CommandLine parse_check(std::span<const std::string> arguments);
CommandLine parse_sweep(std::span<const std::string> arguments);
CommandLine parse_race(std::span<const std::string> arguments);
CommandLine parse_model(std::span<const std::string> arguments);
CommandLine parse_reproduce(std::span<const std::string> arguments,
                            std::span<const MakeWorkloadCommands> workloads);

inline constexpr std::array<std::string_view, 9> command_names{
    "render", "bench", "sweep", "race", "check", "model", "reproduce", "poster", "info"};

std::string version_text();  // "mariani 0.1.0"

// The texts of a command, or of the window if it is empty.
std::string_view description_of(std::string_view command);
std::string_view examples_of(std::string_view command);

}  // namespace mariani::app
