#include "render/picture/image.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::render {

std::string hex_text(Rgb8 colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b);
}

Image::Image(ImageSize size, PixelFormat format) : size_(size), format_(format) {
    if (size.width <= 0 || size.height <= 0)
        throw std::runtime_error(
            fmt::format("cannot make a picture of {}x{} pixels: both must be "
                        "at least 1",
                        size.width, size.height));
    const std::size_t wanted = row_bytes() * static_cast<std::size_t>(size.height);
    try {
        bytes_.resize(wanted);
    } catch (const std::exception&) {  // bad_alloc or length_error
        throw std::runtime_error(
            fmt::format("cannot make a picture of {}x{} pixels: there are no {} MiB of memory left",
                        size.width, size.height, wanted >> 20));
    }
}

std::size_t Image::row_bytes() const {
    return static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(format_);
}

std::span<std::uint8_t> Image::row(int y) {
    return bytes().subspan(static_cast<std::size_t>(y) * row_bytes(), row_bytes());
}

std::span<const std::uint8_t> Image::row(int y) const {
    return bytes().subspan(static_cast<std::size_t>(y) * row_bytes(), row_bytes());
}

Image Image::rows(int first, int count) const {
    Image some({size_.width, count}, format_);
    std::ranges::copy(
        bytes().subspan(static_cast<std::size_t>(first) * row_bytes(), some.bytes_.size()),
        some.bytes_.begin());
    return some;
}

Rgb8 Image::at(int x, int y) const {
    const auto pixel =
        row(y).subspan(static_cast<std::size_t>(x) * static_cast<std::size_t>(format_));
    return {pixel[0], pixel[1], pixel[2]};
}

void Image::set(int x, int y, Rgb8 colour) {
    const auto pixel =
        row(y).subspan(static_cast<std::size_t>(x) * static_cast<std::size_t>(format_));
    pixel[0] = colour.r;
    pixel[1] = colour.g;
    pixel[2] = colour.b;
}

}  // namespace mariani::render
