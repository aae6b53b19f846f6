#include "render/picture/colouring.hpp"

#include <fmt/format.h>

namespace mariani::render {

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
    for (const float channel : colouring.inside)
        if (!(channel >= 0 && channel <= 1))
            return fmt::format("a channel of the inside's colour is {}: it must be from 0 to 1",
                               channel);
    return std::nullopt;
}

}  // namespace mariani::render
