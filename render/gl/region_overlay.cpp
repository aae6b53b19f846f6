#include "render/gl/region_overlay.hpp"

#include "render/gl/check.hpp"

#include <span>
#include <utility>

namespace mariani::render {
namespace {

constexpr GLuint axes_binding = 1;
constexpr GLuint looks_binding = 2;
constexpr GLint kinds_unit = 0;

}  // namespace

RegionOverlay::RegionOverlay(const std::filesystem::path& shaders,
                             const std::shared_ptr<DeviceTextures>& device)
    : program_(shaders, {"whole_viewport.vert", "regions.frag"}), kinds_(device) {
    program_.set("kinds", kinds_unit);
}

void RegionOverlay::show(std::shared_ptr<const RegionMap> regions) {
    regions_.reset();  // if the upload fails, nothing is shown
    if (empty(regions->kinds.extent())) return;
    kinds_.show(regions->kinds);
    regions_ = std::move(regions);
}

void RegionOverlay::draw(const OverlayStyle& style, const Placement& placement,
                         const Viewport& viewport, int line_width) {
    if (!regions_) return;
    const OverlayTables tables =
        overlay_tables(*regions_, style, placement, size_of(viewport), line_width);
    const PixelRect part = tables.covered;
    if (empty(part)) return;
    axes_.set(std::as_bytes(std::span(tables.axes)), GL_STREAM_DRAW);
    looks_.set(std::as_bytes(std::span(tables.looks)), GL_STREAM_DRAW);
    program_.set("levels", tables.levels);
    program_.set("columns", viewport.width);
    program_.set("viewport_corner", top_left(viewport));
    program_.use();
    nothing_.bind();
    kinds_.bind(kinds_unit);
    axes_.bind_storage(axes_binding);
    looks_.bind_storage(looks_binding);
    prepare_to_draw({viewport.x + part.x, viewport.y + viewport.height - part.y - part.height,
                     part.width, part.height},
                    Blending::premultiplied);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
    gl::check("draw the region grid");
}

}  // namespace mariani::render
