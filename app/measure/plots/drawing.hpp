// Drawing functions and short texts for the pictures of measurements, which need no display.
#pragma once

#include "compute/model/geometry.hpp"
#include "render/picture/image.hpp"
#include "render/picture/roles.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

namespace role = render::role;
namespace page = render::role::page;

// The more legible of black and white on this colour.
render::Rgb8 ink_on(render::Rgb8 colour);

// Within the image.
void fill(render::Image& image, PixelRect rect, render::Rgb8 colour);
void outline(render::Image& image, PixelRect rect, int width, render::Rgb8 colour);

// Points are in pixels, whose centres are at .5. Everything is clipped.
struct PlotPoint {
    double x = 0, y = 0;
};
struct Pen {
    render::Rgb8 colour;
    double width = 2;
    double dash = 0;  // its length and that of the gap after it; 0: solid
};
void line(render::Image& image, PixelRect clip, PlotPoint from, PlotPoint to, const Pen& pen);
// A pixel wide, of two pixels that share its colour, in an rgba image. Without what lies at its
// end, where another one may begin.
void hairline(render::Image& image, PixelRect clip, PlotPoint from, PlotPoint to,
              render::Rgb8 colour);
void dot(render::Image& image, PixelRect clip, PlotPoint at, double radius, render::Rgb8 colour);

// Broken at blanks into lines of at most this width, except for longer words.
std::vector<std::string> broken_at_blanks(std::string_view text, double width,
                                          const std::function<double(std::string_view)>& width_of);

// Dear ImGui's own fonts, ASCII only. Every letter is as wide as every other.
class TextStamp {
  public:
    TextStamp();                     // the small one, made of pixels
    explicit TextStamp(float size);  // the one made of curves, in pixels
    ~TextStamp();

    int width_of(std::string_view text) const;
    int height() const;

    // See broken_at_blanks().
    std::vector<std::string> lines_of(std::string_view text, int width) const;

    // The text's upper left corner is at x, y; text is clipped to the image.
    void draw(render::Image& image, int x, int y, std::string_view text, render::Rgb8 colour) const;

  private:
    struct Font;
    std::unique_ptr<Font> font_;
};

// From here on ImGui has a reserve for when memory runs out, and where that is not enough the
// program ends by std::terminate(); by default it would write to address 0. To be called before
// anything in ImGui allocates, any number of times, on any thread. Throws std::bad_alloc.
void secure_imgui_memory();

// Throws std::bad_alloc if the reserve has been used since the last call, having filled it again if
// there is memory. On one thread.
void check_imgui_memory();

}  // namespace mariani::app
