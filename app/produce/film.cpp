#include "app/produce/film.hpp"

#include "app/produce/film_sink.hpp"

#include <algorithm>
#include <cmath>
#include <future>
#include <stdexcept>
#include <string>

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
        if (auto why = why_invalid(name, side, film_sides)) throw std::invalid_argument(*why);
}

}  // namespace

bool is_film(const std::filesystem::path& path) {
    return std::ranges::find(film_extensions, path.extension().string()) !=
           std::end(film_extensions);
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
