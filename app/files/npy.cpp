#include "app/files/npy.hpp"

#include <bit>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {
namespace {

static_assert(std::endian::native == std::endian::little, "the file says '<'");

// NumPy's format 1.0: magic, version, header length (2 bytes), a dictionary padded to 64 bytes.
std::string npy_header(std::string_view type, const std::string& shape) {
    std::string dictionary =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
    constexpr std::size_t prefix = 10;
    const std::size_t unpadded = prefix + dictionary.size() + 1;
    dictionary.append((64 - unpadded % 64) % 64, ' ');
    dictionary += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(dictionary.size() & 0xff);
    header += static_cast<char>(dictionary.size() >> 8);
    return header + dictionary;
}

std::string_view descriptor_of(ElementType type) {
    switch (type) {
        case ElementType::uint8:
            return "|u1";
        case ElementType::uint16:
            return "<u2";
        case ElementType::float32:
            return "<f4";
        default:
            return "<u4";
    }
}

}  // namespace

NpyWriter::NpyWriter(const std::filesystem::path& path, ImageSize image)
    : file_(path), image_(image) {
    const std::string header = npy_header("<u4", fmt::format("{}, {}", image.height, image.width));
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

NpyArrayWriter::NpyArrayWriter(const std::filesystem::path& path, ElementType type,
                               std::span<const std::uint64_t> shape)
    : file_(path), missing_(bytes_of(type)) {
    std::string sides;
    for (const std::uint64_t side : shape) {
        missing_ *= side;
        sides += fmt::format("{}{},", sides.empty() ? "" : " ", side);
    }
    file_.write(npy_header(descriptor_of(type), sides));
}

void NpyArrayWriter::write(std::span<const std::byte> bytes) {
    if (bytes.size() > missing_) throw std::logic_error("NpyArrayWriter: more than announced");
    file_.write(bytes);
    missing_ -= bytes.size();
}

void NpyArrayWriter::commit() {
    if (missing_ != 0)
        throw std::logic_error("NpyArrayWriter: committed before every element was written");
    file_.commit();
}

}  // namespace mariani::app
