// What pictures of measurements are drawn on, and texts in other pictures: by Cairo and Pango,
// which need no display. A canvas becomes pixels, or a PDF or SVG file.
#pragma once

#include "compute/model/geometry.hpp"
#include "render/picture/image.hpp"
#include "render/picture/png.hpp"
#include "render/picture/roles.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

namespace role = render::role;
namespace page = render::role::page;

// The more legible of black and white on this colour.
render::Rgb8 ink_on(render::Rgb8 colour);

// Broken at blanks into lines of at most this width, except for longer words.
std::vector<std::string> broken_at_blanks(std::string_view text, double width,
                                          const std::function<double(std::string_view)>& width_of);

// Letters of one size, of the first family of the panels' that is installed. Figures have one
// width. One thread at a time.
class Lettering {
  public:
    // In pixels. Throws std::runtime_error if no font is installed.
    explicit Lettering(double size = 13);
    ~Lettering();

    int width_of(std::string_view text) const;  // UTF-8, one line
    int height() const;
    std::vector<std::string> lines_of(std::string_view text, int width) const;

  private:
    friend class Canvas;
    struct Fonts;
    std::unique_ptr<Fonts> fonts_;
    double size_;
};

// Lengths and places are in pixels, from the upper left corner; pixels' centres are at .5. One
// thread at a time.
class Canvas {
  public:
    Canvas(ImageSize size, render::Rgb8 ground);
    explicit Canvas(const render::Image& picture);  // which is drawn over
    ~Canvas();
    Canvas(Canvas&&) noexcept;
    Canvas& operator=(Canvas&&) noexcept;

    ImageSize size() const { return size_; }

    void fill(PixelRect rect, render::Rgb8 colour);
    void outline(PixelRect rect, int width, render::Rgb8 colour);  // within it
    struct Point {
        double x = 0, y = 0;
    };
    struct Pen {
        render::Rgb8 colour;
        double width = 2;
        double dash = 0;  // its length and that of the gap after it; 0: solid
    };
    void line(PixelRect clip, const std::vector<Point>& points, const Pen& pen);
    void dot(PixelRect clip, Point at, double radius, render::Rgb8 colour);
    void picture(const render::Image& picture, int x, int y);
    // The upper left corner of the letters is at x, y.
    void text(const Lettering& lettering, int x, int y, std::string_view text, render::Rgb8 colour);

    render::Image image() const;  // rgb. Throws std::runtime_error if it is too large for Cairo

    // As its name says, .png, .pdf or .svg; the texts are for the first. Throws std::runtime_error:
    // which file, why.
    void write(const std::filesystem::path& path,
               std::span<const render::PngText> texts = {}) const;

  private:
    struct Surface;
    std::unique_ptr<Surface> surface_;
    ImageSize size_;
};

}  // namespace mariani::app
