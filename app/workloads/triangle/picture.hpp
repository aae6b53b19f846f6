// A map as a picture: parallel space beside the triangle, and the test's result.
#pragma once

#include "app/settings/display_choices.hpp"
#include "app/workloads/colours.hpp"
#include "app/workloads/picture_texts.hpp"
#include "app/workloads/triangle/panes.hpp"
#include "render/picture/image.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

struct TriangleStyle {
    std::string head;      // what is shown, in a line above
    float text_size = 13;  // in pixels
    BlockColour colour = BlockColour::order;
    bool coverage = false;  // visits in place of the test's values
    // What share of the recorded run has passed, 0 to 1: blocks that begin later are not filled.
    // Nothing: they are shown as after it.
    std::optional<double> played;
    bool labelled = true;  // with texts and a legend; else these are the interface's to draw
    bool operator==(const TriangleStyle&) const = default;
};

// The head, and what stands above each pane.
std::vector<PictureText> texts_of(const TriangleScene& scene, const TrianglePanes& panes,
                                  ImageSize size, const TriangleStyle& style);

// The colours in the panes.
std::vector<LegendEntry> legend_of(const TriangleScene& scene, const TrianglePanes& panes,
                                   const TriangleStyle& style);

// The height of a line of its text, with the space to the next.
int line_height(const TriangleStyle& style);

// A size in which a pane has as many pixels to a side.
ImageSize triangle_picture_size(int side, const TriangleStyle& style);

// Nothing if stopped. `panes` are those for the size and the style's lines.
std::optional<render::Image> draw_triangle(const TriangleScene& scene, const TrianglePanes& panes,
                                           ImageSize size, const TriangleStyle& style,
                                           const std::stop_token& stop);

// Writes the texts and the legend into a picture that is not labelled.
void label_triangle(render::Image& image, const TriangleScene& scene, const TrianglePanes& panes,
                    const TriangleStyle& style);

// Makes a picture of a scene at one time that of another, with the same panes and style: only the
// values that the test wrote are drawn anew. False if stopped, with a part of them drawn.
bool redraw_values(render::Image& image, const TriangleScene& scene, const TrianglePanes& panes,
                   const TriangleStyle& style, const std::stop_token& stop);

}  // namespace mariani::app
