#include "app/produce/portrait.hpp"

#include "compute/service/dwell_access.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/picture.hpp"
#include "render/picture/small_picture.hpp"

namespace mariani::app {

render::Image portrait(const Frame& frame, const PortraitStyle& style) {
    render::Colouring colouring = style.colouring;
    colouring.smooth = false;  // a race's frames have no fractions
    const Field on_host = host_copy(frame.dwells);
    const auto dwells = on_host.host<std::uint32_t>();
    const auto limit = frame.plan.dwell_limit;
    const render::ColourMap colours(colouring, style.palette, limit, summarise(dwells, limit));
    const ImageSize size = render::fitted({dwells.extent.width, dwells.extent.height}, style.side);
    render::Image image = render::draw_at_size(dwells, {}, colours, size);
    render::OverlayStyle overlay = style.overlay;
    overlay.replay_level = -1;
    if (frame.regions)
        render::draw_overlay(
            image,
            map_regions(render::at_size(*frame.regions->on_host(), dwells.extent, size), size),
            overlay);
    return image;
}

}  // namespace mariani::app
