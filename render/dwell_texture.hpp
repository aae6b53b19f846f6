// The dwells of a frame in a GL texture, and their colours.
#pragma once

#include "compute/model/dwell_span.hpp"
#include "render/colour_map.hpp"
#include "render/gl/buffer.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/gl/texture.hpp"
#include "render/interop/bridge.hpp"

#include <array>
#include <memory>
#include <optional>
#include <utility>

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
    // Dwells in the memory of the bridge's device can be shown; without one, of host memory only.
    explicit DwellTexture(std::shared_ptr<interop::Bridge> bridge = nullptr)
        : bridge_(std::move(bridge)) {}

    // The widest and highest picture that the driver can show, in pixels.
    static int greatest_side();

    // Copies the dwells (and fractions, where there are); GL and the device may still be at it when
    // it returns. Host memory is then no longer read, and a device's is kept by its owner until it
    // is not. Any size at any time. Throws std::runtime_error, with a message for the user, when
    // the picture is too large or its memory cannot be shown; interop::Error when the bridge has
    // broken down.
    void show(const DwellSpan& span, std::shared_ptr<const void> owner = nullptr);

    bool empty() const { return mariani::empty(part_); }
    PixelRect part() const { return part_; }  // of the picture: what the texture holds
    bool has_fractions() const { return has_fractions_; }
    void bind(GLuint dwell_unit, GLuint fraction_unit) const;

    PaintedDwells& painted() { return painted_; }  // PictureView's to keep

  private:
    // Textures that the host fills.
    struct Uploaded {
        gl::Texture dwells;
        gl::Texture fractions;
    };
    // Textures that a device fills, by turns: GL may still be drawing from the others.
    struct Shared {
        interop::SharedTexture dwells;
        interop::SharedTexture fractions;
    };

    void upload(const DwellSpan& span);
    void upload(gl::Texture& texture, const void* values, GLenum format, GLenum type);
    void share(const DwellSpan& span, std::shared_ptr<const void> owner);

    std::shared_ptr<interop::Bridge> bridge_;
    PixelRect part_;
    bool has_fractions_ = false;
    MemoryKind memory_ = MemoryKind::host;  // which of the textures are shown
    Uploaded uploaded_;
    std::array<gl::Buffer, 3> staging_;  // used in turn, so that no copy waits for the last
    std::size_t next_ = 0;
    std::array<Shared, 2> shared_;
    std::size_t front_ = 0;
    PaintedDwells painted_;
};

}  // namespace mariani::render
