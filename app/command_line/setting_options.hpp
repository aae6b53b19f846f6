// VIEW, ENGINE and colour options: defined here once for every command.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/option_parser.hpp"
#include "app/produce/film.hpp"
#include "compute/model/limits.hpp"

#include <stop_token>
#include <string>
#include <string_view>

namespace mariani::app {

void add_view_options(OptionParser& parser, SettingsEdits& edits);
// Without --engine and --scheme, which `bench` takes as lists.
void add_engine_options(OptionParser& parser, SettingsEdits& edits);
void add_backend_options(OptionParser& parser,
                         SettingsEdits& edits);  // also without g, r, B and block
void add_machine_options(OptionParser& parser,
                         SettingsEdits& edits);  // only those for where it runs
void add_engine_choice(OptionParser& parser, SettingsEdits& edits);
void add_colour_options(OptionParser& parser, SettingsEdits& edits,
                        const std::string& about_smooth = "Colours without bands");
// Parts of these: the palette and how dwells lie on it; the outlines of regions.
void add_palette_options(OptionParser& parser, SettingsEdits& edits);
void add_grid_option(OptionParser& parser, SettingsEdits& edits);

// Option values, checked. These throw a UsageError that names the option.
ImageSize size_of(std::string_view option, const std::string& text, IntegerRange side);
BlockSize block_of(const std::string& text);
double real_of(std::string_view option, const std::string& text);
int integer_of(std::string_view option, const std::string& text, IntegerRange range);
[[noreturn]] void reject_option(std::string_view option, const std::string& text,
                                std::string_view allowed);

// `shows`: what the film is of.
void add_film_options(OptionParser& parser, const std::string& shows, FilmChoice& film);
// Throws UsageError if a film is described and no file is named for it.
void check_film(const OptionParser& parser, const FilmChoice& film);

// Before anything is computed for it; throws what check_encoder throws.
void check_encoder_of(const FilmChoice& film);

FilmShape shape_of(const FilmChoice& film, ImageSize otherwise);

// With a line of progress. False if stopped. Throws what write_film throws.
bool write_film_of(const FilmChoice& film, const FilmShape& shape, const DrawFrame& draw,
                   const std::stop_token& stop);

}  // namespace mariani::app
