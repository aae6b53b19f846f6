#include "render/picture/colouring.hpp"

#include <fmt/core.h>

namespace mariani::render {

Colouring without_exterior(Colouring colouring) {
    if (colouring.mapping == Mapping::distance) colouring.mapping = Mapping::stretched;
    colouring.shaded = false;
    return colouring;
}

std::optional<std::string> why_invalid(const Colouring& colouring) {
    // Written so that NaN is refused too.
    if (!(colouring.period >= 1 && colouring.period <= 1e7))
        return fmt::format("the palette's period is {}: it must be from 1 to 10000000 dwells",
                           colouring.period);
    if (!(colouring.offset >= 0 && colouring.offset < 1))
        return fmt::format("the palette's offset is {}: it must be at least 0 and below 1",
                           colouring.offset);
    if (colouring.samples < 1 || colouring.samples > max_samples)
        return fmt::format("the samples a side are {}: they must be from 1 to {}",
                           colouring.samples, max_samples);
    if (!(colouring.light_angle >= 0 && colouring.light_angle < 360))
        return fmt::format("the light's angle is {}: it must be at least 0 and below 360 degrees",
                           colouring.light_angle);
    if (!(colouring.light_height >= 0 && colouring.light_height <= 90))
        return fmt::format("the light's height is {}: it must be from 0 to 90 degrees",
                           colouring.light_height);
    for (const float channel : colouring.inside)
        if (!(channel >= 0 && channel <= 1))
            return fmt::format("a channel of the inside's colour is {}: it must be from 0 to 1",
                               channel);
    return std::nullopt;
}

}  // namespace mariani::render
