// A map as a picture: parallel space beside the triangle, and the test's result.
#pragma once

#include "app/settings.hpp"
#include "app/workloads/triangle_panes.hpp"
#include "render/picture/image.hpp"

#include <optional>
#include <stop_token>
#include <string>

namespace mariani::app {

struct TriangleStyle {
    std::string head;     // what is shown, in a line above; ASCII, as all of the picture's texts
    float text_size = 0;  // in pixels; 0: the small font
    BlockColour colour = BlockColour::order;
    bool coverage = false;  // visits in place of the test's values
    // What share of the recorded run has passed, 0 to 1: blocks that begin later are not filled.
    // Nothing: they are shown as after it.
    std::optional<double> played;
    bool operator==(const TriangleStyle&) const = default;
};

// The colours of blocks that are told apart, the same for every way to colour them.
inline constexpr render::Rgb8 useful_block{82, 124, 158}, partial_block{255, 176, 0},
    wasted_block{205, 38, 46};
// While a recorded run is played.
inline constexpr render::Rgb8 running_block{34, 168, 84}, waiting_block{232, 234, 239};

// The height of a line of its text, with the space to the next.
int line_height(const TriangleStyle& style);

// A size in which a pane has as many pixels to a side.
ImageSize triangle_picture_size(int side, const TriangleStyle& style);

// Nothing if stopped. `panes` are those for the size and the style's lines.
std::optional<render::Image> draw_triangle(const TriangleScene& scene, const TrianglePanes& panes,
                                           ImageSize size, const TriangleStyle& style,
                                           const std::stop_token& stop);

}  // namespace mariani::app
