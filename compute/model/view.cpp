#include "compute/model/view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mariani {

double pitch(const View& view, ImageSize image) {
    return view.height.nearest() / image.height;
}

PlanePoint point_at(const View& view, ImageSize image, double x, double y) {
    const double step = pitch(view, image);
    return {view.centre.re + (x - 0.5 * image.width) * step,
            view.centre.im + -(y - 0.5 * image.height) * step};
}

bool double_exhausted(const View& view, ImageSize image) {
    const double step = pitch(view, image);
    const double largest = std::max(std::abs(view.centre.re.nearest()) + 0.5 * image.width * step,
                                    std::abs(view.centre.im.nearest()) + 0.5 * image.height * step);
    return step < 4 * std::numeric_limits<double>::epsilon() * largest;
}

}  // namespace mariani
