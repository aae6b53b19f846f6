// Films: frames that are drawn one after another and written as an animated picture or a video.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/model/limits.hpp"
#include "render/picture/image.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

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

// One film being written, which takes its frames one after another. Destroyed without finish() it
// leaves nothing behind.
class FilmSink {
  public:
    virtual ~FilmSink() = default;
    // False if stopped. Throws std::runtime_error.
    virtual bool add(const render::Image& frame) = 0;
    // Puts the file in its place; false if stopped. Throws std::runtime_error.
    virtual bool finish() = 0;
};

std::unique_ptr<FilmSink> webp_sink(const std::filesystem::path& path, const FilmShape& shape,
                                    std::stop_token stop);

// What to say where there is no ffmpeg.
std::string no_ffmpeg(const std::filesystem::path& path);

// Through the program `ffmpeg`, found along PATH, which writes the file next to its place. `stop`
// ends a film whose encoder takes no more frames.
std::unique_ptr<FilmSink> video_sink(const std::filesystem::path& path, const FilmShape& shape,
                                     std::stop_token stop);

}  // namespace mariani::app
