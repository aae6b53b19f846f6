// The region grid over the picture, in a time that does not depend on how many regions there are.
#pragma once

#include "compute/model/region_map.hpp"
#include "render/gl/buffer.hpp"
#include "render/gl/data_texture.hpp"
#include "render/gl/program.hpp"
#include "render/gl/vertex_array.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/viewport.hpp"

#include <filesystem>
#include <memory>

namespace mariani::render {

class RegionOverlay {
  public:
    // Throws std::runtime_error when a shader of the folder is missing or does not compile.
    // Maps in the memory of that device can be shown; without one, of host memory only.
    explicit RegionOverlay(const std::filesystem::path& shaders,
                           const std::shared_ptr<DeviceTextures>& device = nullptr);

    // Takes the regions of a frame. Throws as DataTexture::show.
    void show(std::shared_ptr<const RegionMap> regions);

    // Blends the overlay (whether or not style.shown) over the viewport. line_width is in
    // framebuffer pixels: the display's scale, rounded. Regions that would be smaller than about 3
    // pixels fade, so that the picture stays visible.
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
