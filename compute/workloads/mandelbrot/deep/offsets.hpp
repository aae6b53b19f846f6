// The c of pixels as seen from a reference: their points less c_0.
#pragma once

#include "compute/workloads/mandelbrot/deep/place.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <cstdint>
#include <vector>

namespace mariani::deep {

class Offsets {
  public:
    // Of the pixels of a part of the picture.
    Offsets(const PixelPoints& points, ImageSize size, const PixelRect& part,
            const Reference& reference);

    ExactComplex at(PixelPosition pixel) const {
        return exact_complex(columns_[static_cast<std::size_t>(pixel.x - part_.x)],
                             rows_[static_cast<std::size_t>(pixel.y - part_.y)]);
    }
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
