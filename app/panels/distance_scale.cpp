#include "app/panels/distance_scale.hpp"

#include "app/panels/colour_scale.hpp"
#include "render/picture/colour_map.hpp"

namespace mariani::app {

bool shows_distance(const PanelContext& context) {
    const auto& colouring = context.settings.colouring;
    return context.seen.frame && context.seen.frame->exterior &&
           colouring.shown == render::Quantity::dwell &&
           colouring.mapping == render::Mapping::distance;
}

void draw_distance_scale(const PanelContext& context, float width) {
    render::Colouring colouring = context.settings.colouring;
    colouring.shaded = false;
    const PaletteView& palette = context.seen.palette;
    const auto scale = render::distance_scale(context.seen.frame->plan.image.height);
    const render::ColourMap colours(colouring, {palette.name, palette.colours}, 1, {}, scale);
    const auto colour = [&](double place) {
        return colours.colour(0, 0, {static_cast<float>(scale.distance_at(place)), 0});
    };
    const auto place = [&](double distance) { return scale.place_of(distance); };
    draw_colour_scale(context, {colour, place, scale.farthest}, width);
}

}  // namespace mariani::app
