// Where a deep picture lies: decimal text, and its pixels' points to any precision.
#pragma once

#include "compute/model/geometry.hpp"
#include "compute/workloads/mandelbrot/deep/big_real.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace mariani::deep {

// Decimal numbers: the centre of a view and its height.
struct Place {
    std::string re, im, height;
    bool operator==(const Place&) const = default;
};

namespace limits {
inline constexpr std::size_t characters = 1'000'000;  // of a number
inline constexpr std::int64_t exponent = 1'000'000;   // the largest e of 1e5 and of 1e-5
inline constexpr const char* min_height = "1e-100000";
inline constexpr const char* max_height = "1e6";
inline constexpr double max_coordinate = 1e6;
}  // namespace limits

// Why a place is refused, in words a user can act on; nullopt if it is not.
std::optional<std::string> why_invalid(const Place& place);

// The number nearest to a valid decimal text of so many bits.
BigReal from_decimal(const std::string& text, std::int64_t bits);

// ceil(log2(1 / pitch)); 0 where pixels are larger than 1. The place is valid.
std::int64_t pitch_bits(const Place& place, ImageSize size);

// From the upper left corner of a picture.
struct PixelPosition {
    int x = 0, y = 0;
};

// One part of the point of a pixel, and whether it is exact.
struct PixelPart {
    BigReal value;
    bool exact = false;
};

// The points of a valid place's pixels: those of column x lie (2 x - (W - 1)) / 2 pitches to the
// right of the centre, those of row y (2 y - (H - 1)) / 2 pitches below it. To 2^-fraction_bits.
class PixelPoints {
  public:
    PixelPoints(const Place& place, ImageSize size, std::int64_t fraction_bits);

    const BigReal& centre_re() const { return re_.value; }
    const BigReal& centre_im() const { return im_.value; }
    const PixelPart& centre_re_part() const { return re_; }
    const PixelPart& centre_im_part() const { return im_; }
    // How far a part may be from the exact one, at most.
    ScaledReal error() const { return {1, -fraction_bits_}; }
    // The distance of neighbours.
    ExactReal pitch() const;
    PixelPart re(int column) const;
    PixelPart im(int row) const;

  private:
    PixelPart moved(const PixelPart& from, std::int64_t half_pitches) const;

    ImageSize size_;
    std::int64_t fraction_bits_;
    PixelPart re_, im_;
    PixelPart half_pitch_;
};

}  // namespace mariani::deep
