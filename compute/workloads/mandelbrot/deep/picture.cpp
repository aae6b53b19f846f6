#include "compute/workloads/mandelbrot/deep/picture.hpp"

#include "compute/model/limits.hpp"

namespace mariani::deep {

std::optional<std::string> why_invalid(const Request& request) {
    using mariani::limits::dwell;
    using mariani::limits::whole_side;
    if (auto why = why_invalid(request.place)) return why;
    if (auto why = mariani::why_invalid("the image's width", request.size.width, whole_side))
        return why;
    if (auto why = mariani::why_invalid("the image's height", request.size.height, whole_side))
        return why;
    const PixelRect part = part_of(request);
    if (empty(part) || part.x < 0 || part.y < 0 || part.width > request.size.width - part.x ||
        part.height > request.size.height - part.y)
        return "the part to compute is not inside the image";
    if (pixel_count(part) > limits::pixels)
        return "the picture has " + std::to_string(pixel_count(part)) + " pixels: it may have " +
               std::to_string(limits::pixels);
    return mariani::why_invalid("the dwell limit", request.dwell_limit, dwell);
}

Picture empty_picture(const PixelRect& part) {
    const auto count = static_cast<std::size_t>(pixel_count(part));
    Picture picture;
    picture.part = part;
    picture.dwells.assign(count, unknown_dwell);
    picture.rungs.assign(count, Rung::none);
    picture.iterations.assign(count, 0);
    return picture;
}

}  // namespace mariani::deep
