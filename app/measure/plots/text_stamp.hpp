// Short texts in pictures drawn without a display.
#pragma once

#include "render/picture/image.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// Dear ImGui's own fonts, ASCII only. Every letter is as wide as every other.
class TextStamp {
  public:
    TextStamp();                     // the small one, made of pixels
    explicit TextStamp(float size);  // the one made of curves, in pixels
    ~TextStamp();

    int width_of(std::string_view text) const;
    int height() const;

    // Broken at blanks into lines of at most `width` pixels, except for longer words.
    std::vector<std::string> lines_of(std::string_view text, int width) const;

    // The text's upper left corner is at x, y; text is clipped to the image.
    void draw(render::Image& image, int x, int y, std::string_view text, render::Rgb8 colour) const;

  private:
    struct Font;
    std::unique_ptr<Font> font_;
};

}  // namespace mariani::app
