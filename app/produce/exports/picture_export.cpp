#include "app/produce/exports/picture_export.hpp"

#include "render/picture/parallel_for.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <stdexcept>

namespace mariani::app {
namespace {

constexpr int block_columns = 512;  // drawn by one thread
constexpr std::int64_t band_bytes = 128 << 20;

// A row of chunks, or a part of it where the picture is very wide.
int rows_of_a_band(int width) {
    int rows = chunk_side;
    while (rows > 1 && std::int64_t{3} * width * rows > band_bytes) rows /= 2;
    return rows;
}

void copy_into(render::Image& band, const render::Image& block, int x) {
    for (int y = 0; y < block.size().height; ++y)
        std::ranges::copy(block.row(y), band.row(y).begin() + 3 * std::ptrdiff_t{x});
}

}  // namespace

bool draw_bands(const PictureExport& picture, PyramidColours& poster,
                const render::ColourMap& colours, const std::stop_token& stop,
                std::atomic<double>& progress,
                const std::function<bool(const render::Image&)>& use) {
    const PixelRect& window = picture.window;
    if (const auto why = why_unfinished(poster, picture.cut.level, source_of(picture.cut, window)))
        throw std::runtime_error(*why);
    const int rows = rows_of_a_band(window.width);
    for (int first = 0; first < window.height; first += rows) {
        const int height = std::min(rows, window.height - first);
        render::Image band({window.width, height}, render::PixelFormat::rgb);
        render::parallel_for((window.width + block_columns - 1) / block_columns, [&](int i) {
            if (stop.stop_requested()) return;
            const int x = i * block_columns;
            const PixelRect block{window.x + x, window.y + first,
                                  std::min(block_columns, window.width - x), height};
            render::Image drawn = poster.draw(picture.cut, block, colours);
            picture.profile->convert(drawn);
            copy_into(band, drawn, x);
        });
        if (stop.stop_requested() || !use(band)) return false;
        progress = static_cast<double>(first + height) / window.height;
    }
    return true;
}

bool export_png(const std::filesystem::path& file, const PictureExport& picture,
                PyramidColours& poster, const render::ColourMap& colours,
                const std::stop_token& stop, std::atomic<double>& progress) {
    render::PngWriter png(file, {picture.window.width, picture.window.height},
                          render::PixelFormat::rgb);
    if (picture.pixels_per_inch) png.set_resolution(*picture.pixels_per_inch);
    if (!picture.profile->is_srgb())
        png.set_profile(picture.profile->name(), picture.profile->bytes());
    const bool own_colours =
        picture.cut.size == ImageSize{picture.cut.rect.width, picture.cut.rect.height} &&
        picture.profile->is_srgb();
    if (auto few = own_colours ? colours.few_colours() : std::nullopt)
        png.use_palette(std::move(*few));
    if (!draw_bands(picture, poster, colours, stop, progress, [&](const render::Image& band) {
            png.write(band);
            return true;
        }))
        return false;
    png.finish();
    return true;
}

}  // namespace mariani::app
