// Hand-made PNG files that no library would write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <zlib.h>

namespace mariani::test {

inline std::string times(std::size_t count, std::string_view text) {
    std::string all;
    all.reserve(count * text.size());
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
}

inline std::string big_endian(std::uint32_t number) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
    return bytes;
}

// A chunk of a PNG, with a wrong length if one is given.
inline std::string png_chunk(const std::string& name, const std::string& data,
                             std::optional<std::uint32_t> stated = {}) {
    const std::string body = name + data;
    const auto sum =
        crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
    return big_endian(stated.value_or(static_cast<std::uint32_t>(data.size()))) + body +
           big_endian(static_cast<std::uint32_t>(sum));
}

inline std::string png_start(std::uint32_t width, std::uint32_t height) {
    return "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", big_endian(width) + big_endian(height) +
                                                       std::string("\x08\x02\0\0\0", 5));
}

inline std::string compressed_text(std::size_t size) {
    const std::string text(size, 'a');
    std::string packed(compressBound(size), '\0');
    uLongf length = packed.size();
    compress2(reinterpret_cast<Bytef*>(packed.data()), &length,
              reinterpret_cast<const Bytef*>(text.data()), size, 9);
    packed.resize(length);
    return png_chunk("zTXt", std::string("mariani:settings\0\0", 18) + packed);
}

// 46 bytes.
inline std::string png_with_a_text_of_two_gigabytes() {
    return png_start(1, 1) + png_chunk("tEXt", "k", 0x7ffffff0).substr(0, 13);
}

// 1 MB that unpacks to 960.
inline std::string png_of_growing_texts() {
    return png_start(1, 1) + times(16, compressed_text(60'000'000)) + png_chunk("IDAT", "") +
           png_chunk("IEND", "");
}

}  // namespace mariani::test
