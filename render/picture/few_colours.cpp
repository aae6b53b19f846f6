#include "render/picture/few_colours.hpp"

#include <stdexcept>

namespace mariani::render {
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
