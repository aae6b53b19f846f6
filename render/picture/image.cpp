#include "render/picture/image.hpp"

#include <algorithm>
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

namespace {

std::uint32_t packed(const std::uint8_t* pixel) {
    return pixel[0] | std::uint32_t{pixel[1]} << 8 | std::uint32_t{pixel[2]} << 16;
}

}  // namespace

std::size_t FewColours::slot_of(std::uint32_t packed) const {
    std::size_t slot = (packed * 2654435769u) >> (32 - slot_bits);
    while (slots_[slot].index >= 0 && slots_[slot].packed != packed)
        slot = (slot + 1) % slots_.size();
    return slot;
}

bool FewColours::add(Rgb8 colour) {
    const std::uint32_t key = packed(std::array{colour.r, colour.g, colour.b}.data());
    Slot& slot = slots_[slot_of(key)];
    if (slot.index >= 0) return true;
    if (colours_.size() == max) return false;
    slot = {key, static_cast<std::int32_t>(colours_.size())};
    colours_.push_back(colour);
    return true;
}

std::vector<std::uint8_t> FewColours::indices(const Image& image) const {
    const auto channels = static_cast<std::size_t>(image.format());
    std::vector<std::uint8_t> indices(image.bytes().size() / channels);
    const std::uint8_t* pixel = image.bytes().data();
    Slot last;
    for (auto& index : indices) {
        const std::uint32_t key = packed(pixel);
        if (key != last.packed || last.index < 0) last = slots_[slot_of(key)];
        if (last.index < 0) throw std::logic_error("a pixel has a colour that was not announced");
        index = static_cast<std::uint8_t>(last.index);
        pixel += channels;
    }
    return indices;
}

std::optional<FewColours> few_colours_of(const Image& image) {
    if (image.format() != PixelFormat::rgb) return std::nullopt;
    FewColours colours;
    const auto bytes = image.bytes();
    std::optional<Rgb8> last;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const Rgb8 colour{bytes[i], bytes[i + 1], bytes[i + 2]};
        if (colour == last) continue;
        if (!colours.add(colour)) return std::nullopt;
        last = colour;
    }
    return colours;
}

}  // namespace mariani::render
