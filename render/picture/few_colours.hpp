// The colours of a picture that has at most 256: a byte then stores a pixel.
#pragma once

#include "render/picture/image.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mariani::render {

// Different colours, in the order in which they were added.
class FewColours {
  public:
    static constexpr std::size_t max = 256;

    // False, and nothing is added, if there are max others already.
    bool add(Rgb8 colour);

    std::span<const Rgb8> colours() const { return colours_; }
    // The position of each pixel's colour. Throws std::logic_error if a colour was not added.
    std::vector<std::uint8_t> indices(const Image& image) const;

  private:
    struct Slot {
        std::uint32_t packed = 0;  // r, g, b
        std::int32_t index = -1;
    };
    static constexpr std::uint32_t slot_bits = 10;
    std::size_t slot_of(std::uint32_t packed) const;  // that of the colour, or a free one

    std::vector<Rgb8> colours_;
    std::array<Slot, 1u << slot_bits> slots_{};
};

// The colours of a picture; nullopt if they are too many, or it has alpha.
std::optional<FewColours> few_colours_of(const Image& image);

}  // namespace mariani::render
