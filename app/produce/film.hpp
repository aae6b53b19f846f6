// Films: frames that are drawn one after another and written as an animated picture or a video.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/model/limits.hpp"
#include "render/picture/image.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <stop_token>

namespace mariani::app {

inline constexpr IntegerRange film_sides{64, 4096};
inline constexpr IntegerRange film_rates{1, 60};  // frames a second
inline constexpr double min_film_seconds = 1, max_film_seconds = 600;

// The extension decides: .webp, or .mp4, .mkv and .webm, for which the program `ffmpeg` is run.
inline constexpr const char* film_extensions[] = {".webp", ".mp4", ".mkv", ".webm"};
bool is_film(const std::filesystem::path& path);

// Throws std::runtime_error if the film needs a program that is not installed: to be asked before
// anything is computed for it.
void check_encoder(const std::filesystem::path& path);

struct FilmShape {
    ImageSize size;
    double seconds = 6;
    int rate = 25;  // frames a second

    int frames() const;  // at least 1
};

// Draws the frame that is shown from this second on, in rgb and of the film's size.
using DrawFrame = std::function<render::Image(double second)>;

// Writes the film whole or not at all; false if stopped. `progress`, 0 to 1, may be read on another
// thread. Throws std::invalid_argument with another extension, std::runtime_error with a message
// for the user if the film cannot be written, and what `draw` throws.
bool write_film(const std::filesystem::path& path, const FilmShape& shape, const DrawFrame& draw,
                const std::stop_token& stop, std::atomic<double>& progress);

}  // namespace mariani::app
