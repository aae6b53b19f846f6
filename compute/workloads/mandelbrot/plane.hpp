// From pixels to the orbits of their points.
#pragma once

#include "compute/model/view.hpp"
#include "compute/workloads/mandelbrot/formula.hpp"

#include <cstdint>

namespace mariani::mandelbrot {

// Where an orbit begins, and its c.
template <typename T>
struct OrbitStart {
    T z_re, z_im;
    T c_re, c_im;
};

// How a view's pixels map to points in the working precision T (float or double).
template <typename T>
struct PixelGrid {
    T pitch;
    T origin_re;  // the point of the top left pixel of the picture that fixes the pitch
    T origin_im;
    int left;  // where the image's pixel (0, 0) lies there
    int top;

    static PixelGrid of(const View& view, const Piece& piece) {
        const auto& [width, height] = piece.whole;
        const double step = view.height.nearest() / height;
        return {static_cast<T>(step),
                static_cast<T>(view.centre.re.nearest() - (0.5 * width - 0.5) * step),
                static_cast<T>(view.centre.im.nearest() + (0.5 * height - 0.5) * step), piece.x,
                piece.y};
    }

    MARIANI_HOST_DEVICE T re(int x) const { return point_re(T(x + left), pitch, origin_re); }
    MARIANI_HOST_DEVICE T im(int y) const { return point_im(T(y + top), pitch, origin_im); }
};

// And the points to orbits: a point is both the first z and c, or, of a Julia set, the first z
// alone.
template <typename T>
struct PixelPlane : PixelGrid<T> {
    bool julia;
    T julia_re;  // the c of all pixels
    T julia_im;
    // The set of all points of the plane with dwell k or more is connected, without holes, and
    // holds 0, for every k up to this: see find_connected().
    std::uint32_t connected = ~0U;

    static PixelPlane of(const View& view, const Piece& piece) {
        const PlanePoint c = view.julia.value_or(PlanePoint{0, 0});
        return {PixelGrid<T>::of(view, piece), view.julia.has_value(),
                static_cast<T>(c.re.nearest()), static_cast<T>(c.im.nearest())};
    }

    // How much c moves with a pixel's point.
    MARIANI_HOST_DEVICE T c_by_point() const { return julia ? T(0) : T(1); }

    MARIANI_HOST_DEVICE OrbitStart<T> start(int x, int y) const {
        const T z_re = this->re(x), z_im = this->im(y);
        return {z_re, z_im, julia ? julia_re : z_re, julia ? julia_im : z_im};
    }
};

// The same of the Mandelbrot set alone, for kernels: with a PixelPlane those of WPR take 8 to 11 %
// longer (H200, single precision, with shortcuts).
template <typename T>
struct MandelbrotPlane : PixelGrid<T> {
    static constexpr bool julia = false;
    static constexpr std::uint32_t connected = ~0U;

    static MandelbrotPlane of(const View& view, const Piece& piece) {
        return {PixelGrid<T>::of(view, piece)};
    }

    MARIANI_HOST_DEVICE T c_by_point() const { return 1; }

    MARIANI_HOST_DEVICE OrbitStart<T> start(int x, int y) const {
        const T re = this->re(x), im = this->im(y);
        return {re, im, re, im};
    }
};

}  // namespace mariani::mandelbrot
