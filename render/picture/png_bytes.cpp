// A small PNG in memory.
#include "render/picture/few_colours.hpp"
#include "render/picture/png.hpp"
#include "render/picture/png_band.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <zlib.h>

namespace mariani::render {
namespace {

using ByteList = std::vector<std::uint8_t>;

// Big-endian, as all of a PNG.
void append(ByteList& to, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        to.push_back(static_cast<std::uint8_t>(value >> shift));
}

void append_chunk(ByteList& file, std::string_view name, const ByteList& data) {
    append(file, static_cast<std::uint32_t>(data.size()));
    const std::size_t begin = file.size();
    file.insert(file.end(), name.begin(), name.end());
    file.insert(file.end(), data.begin(), data.end());
    append(file, static_cast<std::uint32_t>(crc32_z(0, file.data() + begin, file.size() - begin)));
}

ByteList header(ImageSize size, bool palette) {
    constexpr std::uint8_t bits = 8, rgb = 2, indexed = 3;
    ByteList data;
    append(data, static_cast<std::uint32_t>(size.width));
    append(data, static_cast<std::uint32_t>(size.height));
    data.insert(data.end(), {bits, palette ? indexed : rgb, 0, 0, 0});
    return data;
}

// A zlib stream: its header, the band, an empty last block, and the checksum.
ByteList pixels(const PngBand& band) {
    ByteList data{0x78, 0x01};
    data.insert(data.end(), band.deflated.begin(), band.deflated.end());
    data.insert(data.end(), {0x03, 0x00});
    append(data, adler_with(1, band));
    return data;
}

}  // namespace

std::vector<std::byte> png_bytes(const Image& image) {
    if (image.format() != PixelFormat::rgb)
        throw std::logic_error("a small PNG in memory has no alpha");
    const auto few = few_colours_of(image);
    ByteList file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    append_chunk(file, "IHDR", header(image.size(), few.has_value()));
    append_chunk(file, "sRGB", {0});
    if (few) {
        ByteList colours;
        for (const Rgb8 colour : few->colours())
            colours.insert(colours.end(), {colour.r, colour.g, colour.b});
        append_chunk(file, "PLTE", colours);
    }
    const auto width = static_cast<std::size_t>(image.size().width);
    append_chunk(file, "IDAT",
                 pixels(few ? compress_rows(few->indices(image), width)
                            : compress_rows(image.bytes(), image.row_bytes())));
    append_chunk(file, "IEND", {});
    const auto bytes = std::as_bytes(std::span(file));
    return {bytes.begin(), bytes.end()};
}

}  // namespace mariani::render
