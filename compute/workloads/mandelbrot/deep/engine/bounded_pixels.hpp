// Pixels that never escape, as is known before their orbits are computed: certificate.md.
#pragma once

#include "compute/workloads/mandelbrot/deep/picture.hpp"

#include <stop_token>
#include <vector>

namespace mariani::deep {

// The pixels of a part that are bounded: all, where one orbit in many digits holds the whole view;
// or those whose points lie on the real axis, in the cardioid or in the disc of period 2.
class BoundedPixels {
  public:
    // The request is valid. None is known after a stop request.
    BoundedPixels(const Request& request, const PixelPoints& points, const std::stop_token& stop);

    bool all() const { return all_; }
    // By a theorem. x and y lie in the request's part.
    bool contains(int x, int y) const;

  private:
    PixelRect part_;
    bool all_;
    PixelRect real_;
    std::vector<double> re_, im_;  // of the part's columns and rows, to 2^-51
};

}  // namespace mariani::deep
