// The region grid over the picture: up to millions of outlines in one draw call, kept as a layer
// until something about them changes.
#pragma once

#include "compute/model/region.hpp"
#include "render/gl/buffer.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/gl/program.hpp"
#include "render/gl/vertex_array.hpp"
#include "render/overlay_levels.hpp"
#include "render/overlay_style.hpp"
#include "render/viewport.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

namespace mariani::render {

class RegionOverlay {
  public:
    // Throws std::runtime_error when a shader of the folder is missing or does not compile.
    explicit RegionOverlay(const std::filesystem::path& shaders);

    // Takes the regions of a frame, by level, in the coordinates of its image. Copies them.
    void show(std::span<const Region> regions);

    // Blends the overlay (whether or not style.shown) over the viewport. line_width is in
    // framebuffer pixels: the display's scale, rounded. Regions that would be smaller than about 3
    // pixels fade, so that the picture stays visible.
    void draw(const OverlayStyle& style, const Placement& placement, const Viewport& viewport,
              int line_width = 1);

    std::int64_t count() const { return count_; }

  private:
    std::int64_t first_visible(const OverlayStyle& style, double scale) const;
    void set_style(const OverlayStyle& style, double scale, int line_width) const;
    void draw_layer(const OverlayStyle& style, const Placement& placement, ImageSize size,
                    int line_width) const;

    // What the layer was drawn for.
    struct Drawn {
        OverlayStyle style;
        Placement placement;
        int line_width;
        bool operator==(const Drawn&) const = default;
    };

    gl::Program program_;     // the regions into the layer
    gl::Program layer_over_;  // the layer over the picture
    gl::VertexArray vertices_;
    gl::Buffer records_;
    std::array<int, overlay_levels> sides_{};
    std::array<std::int64_t, overlay_levels> begins_{};  // in the buffer: the deepest level first
    std::int64_t count_ = 0;
    std::optional<gl::Framebuffer> layer_;
    std::optional<Drawn> drawn_;
};

}  // namespace mariani::render
