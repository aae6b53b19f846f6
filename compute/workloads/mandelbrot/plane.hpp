// From pixels to the orbits of their points.
#pragma once

#include "compute/model/view.hpp"
#include "compute/workloads/mandelbrot/formula.hpp"

namespace mariani::mandelbrot {

// Where an orbit begins, and its c.
template <typename T>
struct OrbitStart {
    T z_re, z_im;
    T c_re, c_im;
};

// How a view's pixels map to points in the working precision T (float or double), and these to
// orbits: a point is both the first z and c, or, of a Julia set, the first z alone.
template <typename T>
struct PixelPlane {
    T pitch;
    T origin_re;  // the point of pixel (0, 0), the top left
    T origin_im;
    bool julia;
    T julia_re;  // the c of all pixels
    T julia_im;

    MARIANI_HOST_DEVICE T re(int x) const { return point_re(T(x), pitch, origin_re); }
    MARIANI_HOST_DEVICE T im(int y) const { return point_im(T(y), pitch, origin_im); }

    // How much c moves with a pixel's point.
    MARIANI_HOST_DEVICE T c_by_point() const { return julia ? T(0) : T(1); }

    MARIANI_HOST_DEVICE OrbitStart<T> start(int x, int y) const {
        const T z_re = re(x), z_im = im(y);
        return {z_re, z_im, julia ? julia_re : z_re, julia ? julia_im : z_im};
    }
};

template <typename T>
PixelPlane<T> pixel_plane(const View& view, ImageSize image) {
    const double step = pitch(view, image);
    const PlanePoint c = view.julia.value_or(PlanePoint{0, 0});
    return {static_cast<T>(step),
            static_cast<T>(view.centre.re.nearest() - (0.5 * image.width - 0.5) * step),
            static_cast<T>(view.centre.im.nearest() + (0.5 * image.height - 0.5) * step),
            view.julia.has_value(),
            static_cast<T>(c.re.nearest()),
            static_cast<T>(c.im.nearest())};
}

}  // namespace mariani::mandelbrot
