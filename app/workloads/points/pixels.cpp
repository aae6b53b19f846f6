#include "app/workloads/points/pixels.hpp"

#include "render/picture/png.hpp"

#include <cstdint>

namespace mariani::app {

std::shared_ptr<const points::Picture> pixels_of(const std::filesystem::path& file) {
    const render::Image image = render::read_png(file, {4096, 4096});
    const auto [width, height] = image.size();
    auto picture = std::make_shared<points::Picture>(points::Picture{width, height, {}});
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const render::Rgb8 colour = image.at(x, y);
            const int brightness = (299 * colour.r + 587 * colour.g + 114 * colour.b + 500) / 1000;
            picture->brightness.push_back(static_cast<std::uint8_t>(brightness));
        }
    return picture;
}

}  // namespace mariani::app
