#include "app/produce/portrait.hpp"

#include "compute/service/dwell_access.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/picture.hpp"
#include "render/picture/small_picture.hpp"

namespace mariani::app {

render::Image portrait(const Frame& frame, const PortraitStyle& style) {
    render::Colouring colouring = style.colouring;
    colouring.smooth = false;  // a race's frames have no fractions
    const auto dwells = host_copy(frame.dwells);
    const DwellSpan span = dwells->span();
    const auto limit = frame.plan.dwell_limit;
    const render::ColourMap colours(colouring, style.palette, limit, summarise(*dwells, limit));
    const ImageSize size = render::fitted({span.part.width, span.part.height}, style.side);
    render::Image image = render::draw_at_size(span, colours, size);
    render::OverlayStyle overlay = style.overlay;
    overlay.replay_level = -1;
    if (frame.regions)
        render::draw_overlay(
            image, map_regions(render::at_size(*frame.regions->on_host(), span.part, size), size),
            overlay);
    return image;
}

}  // namespace mariani::app
