// The film of a command: its options, and how it is written.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/option_parser.hpp"
#include "app/produce/film.hpp"

#include <stop_token>
#include <string>

namespace mariani::app {

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
