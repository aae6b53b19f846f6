// The dwells of a frame, or another quantity to show, in a GL texture, with their colours.
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

// The colours last painted for a frame, so that only a change of colours costs time.
struct PaintedDwells {
    std::optional<gl::Framebuffer> picture;
    std::optional<ColourMap> colours;  // as painted; empty if they need to be painted
    bool mipmaps = false;              // generated since then
};

// Like all GL code, needs a current GL 4.5 context in every member; main thread only.
class DwellTexture {
  public:
    // See DataTexture.
    explicit DwellTexture(const std::shared_ptr<DeviceTextures>& device = nullptr)
        : dwells_(device), fractions_(device), distances_(device), normals_(device) {}

    // The largest width and height that the driver can show, in pixels.
    static int greatest_side();

    // Shows dwells (or work) with their fractions and their exterior, which may be empty. Throws
    // what DataTexture::show throws, and std::runtime_error if the picture is too large.
    void show(const Field& dwells, const Field& fractions, const ExteriorFields& exterior = {});

    // Shows how the pixels got their dwells: for ColourMap::of_levels or of_outcomes. As above.
    void show(const RegionMap& regions);

    bool empty() const { return mariani::empty(part_); }
    PixelRect part() const { return part_; }  // of the picture: what the texture holds
    bool has_fractions() const { return has_fractions_; }
    bool has_exterior() const { return has_exterior_; }

    struct Units {
        GLuint dwells, fractions, distances, normals;
    };
    void bind(const Units& units, GLuint lines_binding) const;

    PaintedDwells& painted() { return painted_; }  // managed by PictureView

  private:
    PixelRect part_;
    bool has_fractions_ = false;
    bool has_exterior_ = false;
    DataTexture dwells_;  // or the regions' kinds
    DataTexture fractions_;
    DataTexture distances_;
    DataTexture normals_;
    gl::Buffer lines_;  // border_lines() of the regions
    PaintedDwells painted_;
};

}  // namespace mariani::render
