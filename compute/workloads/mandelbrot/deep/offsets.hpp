// The c of pixels as seen from a reference: their points less c_0.
#pragma once

#include "compute/workloads/mandelbrot/deep/place.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <cstdint>
#include <vector>

namespace mariani::deep {

class Offsets {
  public:
    Offsets(const PixelPoints& points, ImageSize size, const Reference& reference);

    ExactComplex at(std::uint32_t x, std::uint32_t y) const {
        return exact_complex(columns_[x], rows_[y]);
    }
    ExactReal pitch() const { return pitch_; }
    // c itself, to double.
    Complex<double> point(std::uint32_t x, std::uint32_t y) const { return {re_[x], im_[y]}; }
    // At least the modulus of every offset, with its noise.
    ScaledReal most() const { return most_; }
    // At least what an offset, before it is rounded, and the reference's steps err by.
    ScaledReal noise() const { return noise_; }

  private:
    std::vector<ExactReal> columns_, rows_;
    std::vector<double> re_, im_;  // of them
    ExactReal pitch_;
    ScaledReal noise_;
    ScaledReal most_;
};

}  // namespace mariani::deep
