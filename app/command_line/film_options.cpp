#include "app/command_line/film_options.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/command_line/progress_line.hpp"

#include <atomic>

#include <fmt/core.h>

namespace mariani::app {

void add_film_options(OptionParser& parser, const std::string& shows, FilmChoice& film) {
    parser.group("Film");
    add_file(parser, "--film", "FILE",
             fmt::format("Write {} as an animated picture (.webp) or, with ffmpeg, as a video "
                         "(.mp4, .mkv or .webm)",
                         shows),
             film.file, {std::begin(film_extensions), std::end(film_extensions)});
    parser.add_text(
        "--film-size", "WxH", "In pixels (default: suits the content)",
        [&film](const std::string& text) { film.size = size_of("--film-size", text, film_sides); });
    parser.add_text(
        "--film-seconds", "S", "Length in seconds (default: 6)", [&film](const std::string& text) {
            film.seconds = real_of("--film-seconds", text);
            if (film.seconds < min_film_seconds || film.seconds > max_film_seconds)
                reject_option(
                    "--film-seconds", text,
                    fmt::format("a number from {} to {}", min_film_seconds, max_film_seconds));
        });
    add_integer(parser, "--film-rate", "Frames per second (default: 25)", film_rates, film.rate);
}

void check_film(const OptionParser& parser, const FilmChoice& film) {
    for (const char* option : {"--film-size", "--film-seconds", "--film-rate"})
        if (!film.file && parser.given(option))
            throw UsageError(fmt::format(
                "{} describes a film: name its file too, as in --film film.webp", option));
}

void check_encoder_of(const FilmChoice& film) {
    if (film.file) check_encoder(*film.file);
}

FilmShape shape_of(const FilmChoice& film, ImageSize otherwise) {
    return {film.size.value_or(otherwise), film.seconds, film.rate};
}

bool write_film_of(const FilmChoice& film, const FilmShape& shape, const DrawFrame& draw,
                   const std::stop_token& stop) {
    std::atomic<double> progress{0};
    const ProgressLine line(
        [&] { return fmt::format("{}: {:.0f} %", film.file->string(), 100 * progress.load()); });
    return write_film(*film.file, shape, draw, stop, progress);
}

}  // namespace mariani::app
