// The region grid over the picture, drawn in a time independent of the number of regions.
#pragma once

#include "compute/model/region_map.hpp"
#include "render/gl/buffer.hpp"
#include "render/gl/data_texture.hpp"
#include "render/gl/draw_state.hpp"
#include "render/gl/program.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/viewport.hpp"

#include <filesystem>
#include <memory>

namespace mariani::render {

class RegionOverlay {
  public:
    // Throws std::runtime_error if a shader in the folder is missing or does not compile. Shows
    // maps in that device's memory or in host memory; without a device only in host memory.
    explicit RegionOverlay(const std::filesystem::path& shaders,
                           const std::shared_ptr<DeviceTextures>& device = nullptr);

    // Takes the regions of a frame. Throws what DataTexture::show throws.
    void show(std::shared_ptr<const RegionMap> regions);

    // Blends the overlay (regardless of style.shown) over the viewport. line_width is in
    // framebuffer pixels: the display's scale, rounded. Regions smaller than about 3 pixels on
    // screen fade, so that the picture stays visible.
    void draw(const OverlayStyle& style, const Placement& placement, const Viewport& viewport,
              int line_width = 1);

  private:
    gl::Program program_;
    gl::VertexArray nothing_;
    std::shared_ptr<const RegionMap> regions_;
    DataTexture kinds_;
    gl::Buffer axes_;
    gl::Buffer looks_;
};

}  // namespace mariani::render
