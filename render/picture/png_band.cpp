#include "render/picture/png_band.hpp"

#include "render/picture/image.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>
#include <zlib.h>

namespace mariani::render {
namespace {

using Bytes = std::span<const std::uint8_t>;

enum class Filter : std::uint8_t { none = 0, up = 2 };  // as PNG numbers them

constexpr int level = 3;  // of zlib: a third of the default's time, a tenth more bytes

// The byte of the filter before each row. The first row has none above it.
std::vector<std::uint8_t> filtered(Filter filter, Bytes rows, std::size_t row_bytes) {
    std::vector<std::uint8_t> bytes(rows.size() + rows.size() / row_bytes);
    auto out = bytes.begin();
    for (std::size_t at = 0; at < rows.size(); at += row_bytes) {
        const Bytes row = rows.subspan(at, row_bytes);
        const Filter of_row = at == 0 ? Filter::none : filter;
        *out++ = static_cast<std::uint8_t>(of_row);
        out = of_row == Filter::none
                  ? std::ranges::copy(row, out).out
                  : std::transform(row.begin(), row.end(), row.begin() - std::ssize(row), out,
                                   [](std::uint8_t a, std::uint8_t b) { return a - b; });
    }
    return bytes;
}

// Without zlib's header and checksum, to the end of a byte.
std::vector<std::uint8_t> deflated(Bytes bytes) {
    constexpr int raw_window_bits = -15;
    constexpr int memory_level = 8;
    z_stream stream{};
    if (deflateInit2(&stream, level, Z_DEFLATED, raw_window_bits, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream*)> ended(&stream, deflateEnd);
    const auto room = deflateBound(&stream, static_cast<uLong>(bytes.size())) + 16;  // for the end
    const auto out = std::make_unique_for_overwrite<std::uint8_t[]>(room);
    stream.next_in = const_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = out.get();
    stream.avail_out = static_cast<uInt>(room);
    deflate(&stream, Z_SYNC_FLUSH);
    return {out.get(), stream.next_out};
}

// Bands of equal colours are repeated as they are; of a smooth picture the differences are small.
Filter better_filter(Bytes rows, std::size_t row_bytes) {
    constexpr std::size_t least = 2;
    const std::size_t count = rows.size() / row_bytes;
    const std::size_t tried = std::max(least, count / 16);
    if (count < 4 * least) return Filter::none;
    const Bytes sample = rows.subspan(count / 2 * row_bytes, tried * row_bytes);
    const auto size = [&](Filter filter) {
        return deflated(filtered(filter, sample, row_bytes)).size();
    };
    return size(Filter::up) < size(Filter::none) ? Filter::up : Filter::none;
}

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

PngBand compress_rows(Bytes rows, std::size_t row_bytes) {
    const auto bytes = filtered(better_filter(rows, row_bytes), rows, row_bytes);
    const auto adler = adler32_z(1, bytes.data(), bytes.size());
    return {deflated(bytes), static_cast<std::uint32_t>(adler), std::ssize(bytes)};
}

std::uint32_t adler_with(std::uint32_t adler, const PngBand& band) {
    return static_cast<std::uint32_t>(adler32_combine(adler, band.adler, band.filtered_bytes));
}

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
