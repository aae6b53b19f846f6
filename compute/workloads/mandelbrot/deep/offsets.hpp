// The c of pixels as seen from a reference: their points less c_0.
#pragma once

#include "compute/workloads/mandelbrot/deep/pixel_run.hpp"
#include "compute/workloads/mandelbrot/deep/place.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mariani::deep {

class Offsets {
  public:
    // The offsets of the pixels of a part of the picture.
    Offsets(const PixelPoints& points, ImageSize size, const PixelRect& part,
            const Reference& reference);

    // By their indices in the part.
    PixelOffsets of_pixels() const {
        return {columns_.data(), rows_.data(), static_cast<std::uint32_t>(columns_.size())};
    }
    std::span<const ExactReal> columns() const { return columns_; }
    std::span<const ExactReal> rows() const { return rows_; }
    ExactReal pitch() const { return pitch_; }
    // c itself, to double.
    Complex<double> point(PixelPosition pixel) const {
        return {re_[static_cast<std::size_t>(pixel.x - part_.x)],
                im_[static_cast<std::size_t>(pixel.y - part_.y)]};
    }
    // At least the modulus of every offset of the whole picture, with its noise.
    ScaledReal most() const { return most_; }
    // At least what an offset, before it is rounded, and the reference's steps err by.
    ScaledReal noise() const { return noise_; }

  private:
    PixelRect part_;
    std::vector<ExactReal> columns_, rows_;
    std::vector<double> re_, im_;  // of them
    ExactReal pitch_;
    ScaledReal noise_;
    ScaledReal most_;
};

}  // namespace mariani::deep
