#include "app/panels/work_scale.hpp"

#include "app/panels/colour_scale.hpp"
#include "render/picture/frame_colours.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {
namespace {

render::Palette palette_of_work(const PanelContext& context) {
    for (const auto& palette : context.seen.palettes)
        if (palette.name == render::work_palette) return {palette.name, palette.colours};
    return {render::work_palette, {{0, 0, 0}, {255, 255, 255}}};
}

}  // namespace

void draw_work_scale(const PanelContext& context, std::uint32_t most, float width) {
    const std::uint32_t max = std::max(2u, most);
    const auto colours = render::ColourMap::of_work(palette_of_work(context), max);
    const auto colour = [&](double place) {
        return colours.colour(static_cast<std::uint32_t>(std::pow(max, place)));
    };
    const auto place = [&](double work) { return std::log(work) / std::log(max); };
    draw_colour_scale(context, {colour, place, static_cast<double>(max)}, width);
}

}  // namespace mariani::app
