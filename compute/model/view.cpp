#include "compute/model/view.hpp"

#include "compute/model/suited.hpp"

namespace mariani {

Length pitch(const View& view, ImageSize image) {
    return view.height / image.height;
}

PlanePoint point_at(const View& view, ImageSize image, double x, double y) {
    const Length step = pitch(view, image);
    return {view.centre.re.moved(step * (x - 0.5 * image.width), step),
            view.centre.im.moved(step * -(y - 0.5 * image.height), step)};
}

bool double_exhausted(const View& view, ImageSize image) {
    return view.height < min_height(view.centre, image);
}

}  // namespace mariani
