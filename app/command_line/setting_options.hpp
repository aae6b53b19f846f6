// VIEW, ENGINE and colour options: defined here once for every command.
#pragma once

#include "app/command_line/commands.hpp"
#include "compute/model/limits.hpp"

#include <functional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace mariani::app {

using UseText = std::function<void(const std::string&)>;

// An option with one value, passed to `use` as typed, which may throw UsageError.
CLI::Option* add_text_option(CLI::App& app, const std::string& names, const std::string& value,
                             const std::string& description, UseText use);

void add_view_options(CLI::App& app, SettingsEdits& edits);
// Without --engine and --scheme, which `bench` takes as lists.
void add_engine_options(CLI::App& app, SettingsEdits& edits);
void add_backend_options(CLI::App& app, SettingsEdits& edits);  // also without g, r, B and block
void add_machine_options(CLI::App& app, SettingsEdits& edits);  // only those for where it runs
void add_engine_choice(CLI::App& app, SettingsEdits& edits);
void add_colour_options(CLI::App& app, SettingsEdits& edits);
// Of these, the palette and how dwells lie on it, and the outlines of regions.
void add_palette_options(CLI::App& app, SettingsEdits& edits);
void add_grid_option(CLI::App& app, SettingsEdits& edits);

// Option values, checked. These throw a UsageError that names the option.
ImageSize size_of(std::string_view option, const std::string& text, IntegerRange side);
BlockSize block_of(const std::string& text);
double real_of(std::string_view option, const std::string& text);
int integer_of(std::string_view option, const std::string& text, IntegerRange range);
[[noreturn]] void reject_option(std::string_view option, const std::string& text,
                                std::string_view allowed);

}  // namespace mariani::app
