#include "app/files/npy.hpp"

#include <bit>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

static_assert(std::endian::native == std::endian::little, "the file says '<u4'");

// NumPy's format 1.0: magic, version, header length (2 bytes), a dictionary padded to 64 bytes.
std::string npy_header(ImageSize image) {
    std::string dictionary =
        fmt::format("{{'descr': '<u4', 'fortran_order': False, 'shape': ({}, {}), }}", image.height,
                    image.width);
    constexpr std::size_t prefix = 10;
    const std::size_t unpadded = prefix + dictionary.size() + 1;
    dictionary.append((64 - unpadded % 64) % 64, ' ');
    dictionary += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(dictionary.size() & 0xff);
    header += static_cast<char>(dictionary.size() >> 8);
    return header + dictionary;
}

}  // namespace

NpyWriter::NpyWriter(const std::filesystem::path& path, ImageSize image)
    : file_(path), image_(image) {
    const std::string header = npy_header(image);
    file_.write(header);
    header_bytes_ = static_cast<std::int64_t>(header.size());
}

void NpyWriter::write(const HostField<std::uint32_t>& part) {
    constexpr std::size_t pixel = sizeof(std::uint32_t);
    pixels_ += pixel_count(part.extent);
    const auto place = [this](int x, int y) {
        return header_bytes_ + (std::int64_t{y} * image_.width + x) * std::int64_t{pixel};
    };
    if (part.extent.width == image_.width) {
        file_.write_at(place(0, part.extent.y), std::as_bytes(part.values));
        return;
    }
    for (int row = 0; row < part.extent.height; ++row)
        file_.write_at(place(part.extent.x, part.extent.y + row),
                       std::as_bytes(part.rows(row, 1).values));
}

void NpyWriter::commit() {
    if (pixels_ != pixel_count(image_))
        throw std::logic_error("NpyWriter: committed before every pixel was written");
    file_.commit();
}

}  // namespace mariani::app
