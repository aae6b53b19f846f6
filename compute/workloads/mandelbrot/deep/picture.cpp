#include "compute/workloads/mandelbrot/deep/picture.hpp"

#include "compute/model/limits.hpp"

namespace mariani::deep {

std::optional<std::string> why_invalid(const Request& request) {
    using mariani::limits::dwell;
    using mariani::limits::side;
    if (auto why = why_invalid(request.place)) return why;
    if (auto why = mariani::why_invalid("the image's width", request.size.width, side)) return why;
    if (auto why = mariani::why_invalid("the image's height", request.size.height, side))
        return why;
    if (pixel_count(request.size) > limits::pixels)
        return "the picture has " + std::to_string(pixel_count(request.size)) +
               " pixels: it may have " + std::to_string(limits::pixels);
    return mariani::why_invalid("the dwell limit", request.dwell_limit, dwell);
}

}  // namespace mariani::deep
