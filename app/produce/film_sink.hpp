// What takes the frames of a film, one after another.
#pragma once

#include "app/produce/film.hpp"

#include <memory>
#include <stop_token>
#include <string>

namespace mariani::app {

// One film being written. Destroyed without finish() it leaves nothing behind.
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
