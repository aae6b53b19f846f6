#include "app/produce/exports/deep_zoom.hpp"

#include "app/files/folders.hpp"
#include "render/files/regular_file.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <stdexcept>
#include <zlib.h>

#include <fmt/core.h>

extern "C" const std::byte mariani_openseadragon[], mariani_openseadragon_end[];

namespace mariani::app {
namespace {

constexpr std::int64_t max_page_bytes = 1 << 20;

void replace(std::string& text, std::string_view mark, std::string_view by) {
    const auto place = text.find(mark);
    if (place == std::string::npos)
        throw std::runtime_error("assets/pages/poster.html is damaged: it has no " +
                                 std::string(mark));
    text.replace(place, mark.size(), by);
}

// A text in a script of the page, which it cannot end.
std::string in_script(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text)
        if (c == '"' || c == '\\' || c == '<' || static_cast<unsigned char>(c) < 0x20)
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            quoted += c;
    return quoted + '"';
}

}  // namespace

int deep_zoom_levels(ImageSize size) {
    const auto longer = static_cast<unsigned>(std::max(size.width, size.height));
    return std::bit_width(longer - 1) + 1;
}

int first_stored_level(const PyramidShape& shape) {
    return deep_zoom_levels(shape.size) - shape.levels;
}

ImageSize deep_zoom_size(ImageSize size, int level) {
    const int shift = deep_zoom_levels(size) - 1 - level;
    const auto halved = [shift](int side) {
        return static_cast<int>((std::int64_t{side} + (std::int64_t{1} << shift) - 1) >> shift);
    };
    return {halved(size.width), halved(size.height)};
}

GridSize deep_zoom_tiles(ImageSize size, int level) {
    const auto [width, height] = deep_zoom_size(size, level);
    return {(width + chunk_side - 1) / chunk_side, (height + chunk_side - 1) / chunk_side};
}

PixelRect deep_zoom_tile(ImageSize size, int level, int column, int row) {
    const auto [width, height] = deep_zoom_size(size, level);
    const int x = column * chunk_side, y = row * chunk_side;
    return {x, y, std::min(chunk_side, width - x), std::min(chunk_side, height - y)};
}

PictureCut deep_zoom_cut(const PyramidShape& shape, int level, bool smooth) {
    const int stored = deep_zoom_levels(shape.size) - 1 - level;
    if (stored <= shape.coarsest())
        return smooth ? smooth_cut(shape, stored) : plain_cut(shape, stored);
    return {shape.coarsest(), whole(level_size(shape, shape.coarsest())),
            deep_zoom_size(shape.size, level)};
}

std::string deep_zoom_page(const PyramidShape& shape, const DeepZoomPage& page) {
    std::string palettes;
    for (const std::string& name : page.palettes) palettes += in_script(name) + ",";
    const std::string poster =
        fmt::format(R"({{"width":{},"height":{},"minLevel":{},"maxLevel":{},"tiles":{},"live":{},)"
                    R"("palette":{},"palettes":[{}]}})",
                    shape.size.width, shape.size.height, std::max(0, first_stored_level(shape)),
                    deep_zoom_levels(shape.size) - 1, in_script(page.tiles), page.live,
                    in_script(page.palette), palettes);
    std::string text =
        render::read_whole_file(data_file("assets/pages/poster.html"), max_page_bytes);
    replace(text, "/*POSTER*/null", poster);
    replace(text, "<!--TILES-->",
            page.tile_list.empty() ? "" : "<script src=\"" + page.tile_list + "\"></script>");
    return text;
}

std::span<const std::byte> openseadragon_gzip() {
    return {mariani_openseadragon, mariani_openseadragon_end};
}

std::string openseadragon_text() {
    const auto packed = openseadragon_gzip();
    constexpr int gzip_window_bits = 15 + 16;
    z_stream stream{};
    if (inflateInit2(&stream, gzip_window_bits) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream*)> ended(&stream, inflateEnd);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string text;
    int status = Z_OK;
    while (status == Z_OK) {
        constexpr std::size_t step = 1 << 18;
        const std::size_t before = text.size();
        text.resize(before + step);
        stream.next_out = reinterpret_cast<Bytef*>(text.data() + before);
        stream.avail_out = step;
        status = inflate(&stream, Z_NO_FLUSH);
        text.resize(before + step - stream.avail_out);
    }
    if (status != Z_STREAM_END) throw std::runtime_error(std::string(why_no_openseadragon));
    return text;
}

}  // namespace mariani::app
