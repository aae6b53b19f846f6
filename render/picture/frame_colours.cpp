#include "render/picture/frame_colours.hpp"

namespace mariani::render {

ColourMap frame_colours(Quantity shown, const Colouring& colouring, PaletteLibrary& palettes,
                        const FrameRange& range) {
    switch (shown) {
        case Quantity::work:
            return ColourMap::of_work(palettes.get(work_palette), range.max_work);
        case Quantity::level:
            return ColourMap::of_levels();
        case Quantity::outcome:
            return ColourMap::of_outcomes();
        default:
            return {colouring, palettes.get(colouring.palette), range.dwell_limit, range.dwells,
                    distance_scale(range.height, range.pixel)};
    }
}

}  // namespace mariani::render
