// From pixels to points of the plane.
#pragma once

#include "compute/model/view.hpp"
#include "compute/workloads/mandelbrot/formula.hpp"

namespace mariani::mandelbrot {

// How a view's pixels map to c in the working precision T (float or double).
template <typename T>
struct PixelPlane {
    T pitch;
    T origin_re;  // c of pixel (0, 0), the top left
    T origin_im;

    MARIANI_HOST_DEVICE T re(int x) const { return point_re(T(x), pitch, origin_re); }
    MARIANI_HOST_DEVICE T im(int y) const { return point_im(T(y), pitch, origin_im); }
};

template <typename T>
PixelPlane<T> pixel_plane(const View& view, ImageSize image) {
    const double step = pitch(view, image);
    return {static_cast<T>(step),
            static_cast<T>(view.centre.re.nearest() - (0.5 * image.width - 0.5) * step),
            static_cast<T>(view.centre.im.nearest() + (0.5 * image.height - 0.5) * step)};
}

}  // namespace mariani::mandelbrot
