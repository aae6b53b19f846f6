// The dwells of a frame in a GL texture, or what else is shown of it, and the colours.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/region_map.hpp"
#include "render/gl/buffer.hpp"
#include "render/gl/data_texture.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/picture/colour_map.hpp"

#include <memory>
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
    // As DataTexture's.
    explicit DwellTexture(const std::shared_ptr<DeviceTextures>& device = nullptr)
        : dwells_(device), fractions_(device) {}

    // The widest and highest picture that the driver can show, in pixels.
    static int greatest_side();

    // Shows dwells (or work) with their fractions, which may be empty, as DataTexture::show. Throws
    // as it does, and std::runtime_error when the picture is too large.
    void show(const Field& dwells, const Field& fractions);

    // Shows how the pixels came by their dwells: for ColourMap::of_levels or of_outcomes. As above.
    void show(const RegionMap& regions);

    bool empty() const { return mariani::empty(part_); }
    PixelRect part() const { return part_; }  // of the picture: what the texture holds
    bool has_fractions() const { return has_fractions_; }
    void bind(GLuint dwell_unit, GLuint fraction_unit, GLuint lines_binding) const;

    PaintedDwells& painted() { return painted_; }  // PictureView's to keep

  private:
    PixelRect part_;
    bool has_fractions_ = false;
    DataTexture dwells_;  // or the regions' kinds
    DataTexture fractions_;
    gl::Buffer lines_;  // border_lines() of the regions
    PaintedDwells painted_;
};

}  // namespace mariani::render
