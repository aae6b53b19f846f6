#include "app/produce/portrait.hpp"

#include "compute/service/dwell_access.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/picture.hpp"

#include <utility>

namespace mariani::app {

namespace {

render::ColourMap colours_of(const HostField<std::uint32_t>& dwells, std::uint32_t limit,
                             const PortraitStyle& style) {
    // A race's frames have dwells alone.
    render::Colouring colouring = render::without_exterior(style.colouring);
    colouring.smooth = false;
    return {colouring, style.palette, limit, summarise(dwells, limit)};
}

}  // namespace

render::Image portrait(const Frame& frame, const PortraitStyle& style) {
    const Field on_host = host_copy(frame.dwells);
    const auto dwells = on_host.host<std::uint32_t>();
    const auto colours = colours_of(dwells, frame.plan.dwell_limit, style);
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

std::shared_ptr<const render::GrowingPicture> growth_of(const Frame& frame,
                                                        const PortraitStyle& style) {
    if (!frame.work) return nullptr;
    const Field dwells_on_host = host_copy(frame.dwells), work_on_host = host_copy(frame.work);
    const auto dwells = dwells_on_host.host<std::uint32_t>();
    auto order = order_of_work(frame.plan, frame.stats, *frame.regions->on_host(),
                               work_on_host.host<std::uint32_t>());
    render::GrowingPicture whole_size{
        render::draw_picture(dwells, {}, colours_of(dwells, frame.plan.dwell_limit, style)),
        std::move(order)};
    return std::make_shared<const render::GrowingPicture>(
        render::no_larger_than(style.growth_side, std::move(whole_size)));
}

}  // namespace mariani::app
