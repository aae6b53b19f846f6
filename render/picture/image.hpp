// A picture in memory: 8 bits per channel, row 0 at the top, rows without padding. And the colours
// of one that has at most 256: a byte then stores a pixel.
#pragma once

#include "compute/model/geometry.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mariani::render {

// A colour as shown: sRGB, one byte per channel.
struct Rgb8 {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    bool operator==(const Rgb8&) const = default;
};
std::string hex_text(Rgb8 colour);  // "#0072b2"

enum class PixelFormat : std::uint8_t { rgb = 3, rgba = 4 };  // the value is the bytes per pixel

class Image {
  public:
    Image() = default;
    // Black (and transparent). Throws std::runtime_error if the size is not positive or memory runs
    // out.
    Image(ImageSize size, PixelFormat format);

    ImageSize size() const { return size_; }
    PixelFormat format() const { return format_; }
    std::size_t row_bytes() const;
    std::span<std::uint8_t> row(int y);
    std::span<const std::uint8_t> row(int y) const;
    std::span<std::uint8_t> bytes() { return bytes_; }
    std::span<const std::uint8_t> bytes() const { return bytes_; }

    Image rows(int first, int count) const;  // a copy of some

    Rgb8 at(int x, int y) const;
    void set(int x, int y, Rgb8 colour);  // alpha is kept

    bool operator==(const Image&) const = default;

  private:
    ImageSize size_;
    PixelFormat format_ = PixelFormat::rgb;
    std::vector<std::uint8_t> bytes_;
};

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
