#include "app/produce/film.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <future>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {
namespace {

std::unique_ptr<FilmSink> sink_of(const std::filesystem::path& path, const FilmShape& shape,
                                  const std::stop_token& stop) {
    if (path.extension() == ".webp") return webp_sink(path, shape, stop);
    return video_sink(path, shape, stop);
}

void check(const std::filesystem::path& path, const FilmShape& shape) {
    if (!is_film(path))
        throw std::invalid_argument(
            fmt::format("{} is not a film: its name must end with one of "
                        "{}",
                        path.string(), fmt::join(film_extensions, ", ")));
    for (const auto& [name, side] : {std::pair("the film's width", shape.size.width),
                                     std::pair("the film's height", shape.size.height)})
        refuse(why_invalid(name, side, film_sides));
}

// As posix_spawnp() looks for programs.
bool is_installed(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "/bin:/usr/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto file = std::filesystem::path(folder.empty() ? "." : folder) / program;
        std::error_code error;
        if (std::filesystem::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0)
            return true;
    }
    return false;
}

}  // namespace

bool is_film(const std::filesystem::path& path) {
    return std::ranges::find(film_extensions, path.extension().string()) !=
           std::end(film_extensions);
}

void check_encoder(const std::filesystem::path& path) {
    if (path.extension() != ".webp" && !is_installed("ffmpeg"))
        throw std::runtime_error(no_ffmpeg(path));
}

int FilmShape::frames() const {
    return std::max(1, static_cast<int>(std::lround(seconds * rate)));
}

// The next frame is drawn while one is encoded.
bool write_film(const std::filesystem::path& path, const FilmShape& shape, const DrawFrame& draw,
                const std::stop_token& stop, std::atomic<double>& progress) {
    check(path, shape);
    const auto sink = sink_of(path, shape, stop);
    const int frames = shape.frames();
    const auto drawn = [&](int number) {
        return std::async(std::launch::async, [&draw, second = double{1} * number / shape.rate] {
            return draw(second);
        });
    };
    auto next = drawn(0);
    for (int number = 0; number < frames; ++number) {
        const render::Image frame = next.get();
        if (number + 1 < frames) next = drawn(number + 1);
        if (stop.stop_requested() || !sink->add(frame)) return false;
        progress = static_cast<double>(number + 1) / frames;
    }
    return sink->finish();
}

}  // namespace mariani::app
