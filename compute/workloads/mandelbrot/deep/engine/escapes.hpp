// What colours need of escaped pixels beside their dwells, from how they escape: the same
// fractions, distances and normals as those of shallow frames.
#pragma once

#include "compute/model/field.hpp"
#include "compute/workloads/mandelbrot/deep/pixel.hpp"

#include <cstddef>
#include <vector>

namespace mariani::deep {

class Escapes {
  public:
    // Neither smooth nor exterior: none are kept. The pitch is to double, and may be 0.
    Escapes(const PixelRect& part, double pitch, bool smooth, bool exterior);

    bool wanted() const { return !fractions_.empty() || !distances_.empty(); }

    // Takes a few more steps with c, to double, from where the pixel escapes; of one that does not
    // all is 0. Any threads, different pixels.
    void take(std::size_t pixel, const Escape& escape, const Complex<double>& c);

    // Those of a pixel of the same part that are known already, which has what is wanted here.
    void keep(std::size_t pixel, const Field& fractions, const ExteriorFields& exterior);

    // The part's, empty where they are not wanted; nothing is left here.
    Field fractions() &&;
    ExteriorFields exterior() &&;

  private:
    PixelRect part_;
    double pitch_;
    std::vector<float> fractions_, distances_, normals_;
};

}  // namespace mariani::deep
