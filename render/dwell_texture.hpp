// The dwells of a frame in a GL texture, and their colours.
#pragma once

#include "compute/model/dwell_span.hpp"
#include "render/colour_map.hpp"
#include "render/gl/buffer.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/gl/texture.hpp"

#include <array>
#include <optional>

namespace mariani::render {

// The colours that were last drawn of a frame, so that only a change of colours costs anything.
struct PaintedDwells {
    std::optional<gl::Framebuffer> picture;
    std::optional<ColourMap> colours;  // as painted; none when that is to be done
    bool mipmaps = false;              // made since
};

// Needs a current GL 4.5 context in every member, as everything with GL does; main thread only.
class DwellTexture {
  public:
    // The widest and highest picture that the driver can show, in pixels.
    static int greatest_side();

    // Copies the dwells (and fractions, where there are) and returns when the span is no longer
    // read; GL may still be at it. Any size at any time. Throws std::runtime_error, with a message
    // for the user, when the picture is too large or its memory cannot be shown.
    void show(const DwellSpan& span);

    bool empty() const { return mariani::empty(part_); }
    PixelRect part() const { return part_; }  // of the picture: what the texture holds
    bool has_fractions() const { return has_fractions_; }
    void bind(GLuint dwell_unit, GLuint fraction_unit) const;

    PaintedDwells& painted() { return painted_; }  // PictureView's to keep

  private:
    void upload(gl::Texture& texture, const void* values, GLenum format, GLenum type);

    PixelRect part_;
    bool has_fractions_ = false;
    gl::Texture dwells_;
    gl::Texture fractions_;
    std::array<gl::Buffer, 3> staging_;  // used in turn, so that no copy waits for the last
    std::size_t next_ = 0;
    PaintedDwells painted_;
};

}  // namespace mariani::render
