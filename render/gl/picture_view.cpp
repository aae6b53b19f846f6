#include "render/gl/picture_view.hpp"

#include "render/gl/check.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <glm/vec3.hpp>

namespace mariani::render {

void set_colours(const gl::Program& program, const ColourMap::Uniforms& uniforms) {
    program.set("mapped", uniforms.mapped);
    program.set("step_high", uniforms.step_high);
    program.set("step_low", uniforms.step_low);
    program.set("offset", uniforms.offset);
    program.set("intervals", uniforms.intervals);
    program.set("min_dwell", uniforms.min_dwell);
    program.set("first", uniforms.first);
    program.set("count", uniforms.count);
    program.set("inside", uniforms.inside);
    if (program.uses("smooth_dwells"))  // not where no dwell has a fraction
        program.set("smooth_dwells", uniforms.smooth);
    program.set("by_distance", uniforms.by_distance);
    program.set("lights", uniforms.lights);
}

namespace {

constexpr GLuint lines_binding = 1;
constexpr DwellTexture::Units units{.dwells = 0, .fractions = 1, .distances = 2, .normals = 3};

bool near_integer(glm::dvec2 value) {
    return glm::all(glm::lessThan(glm::abs(value - glm::round(value)), glm::dvec2(1e-3)));
}

// Where the viewport lies in the texture of a part of a frame.
struct Place {
    glm::dvec2 offset;
    double scale;
    bool pixel_for_pixel;
};

Place place_in(const PixelRect& part, const Placement& placement, const Viewport& viewport) {
    const glm::dvec2 offset = placement.offset - glm::dvec2(part.x, part.y);
    // Rounding in the views must not blur a picture that is shown as computed.
    const bool aligned =
        std::abs(placement.scale - 1) * std::max(viewport.width, viewport.height) < 1e-3 &&
        near_integer(offset);
    return aligned ? Place{glm::round(offset), 1, true} : Place{offset, placement.scale, false};
}

bool has_each_pixel(const PixelRect& part, const Place& place, const Viewport& viewport) {
    const glm::dvec2 end = place.offset + glm::dvec2(viewport.width, viewport.height);
    return place.pixel_for_pixel && place.offset.x >= 0 && place.offset.y >= 0 &&
           end.x <= part.width && end.y <= part.height;
}

}  // namespace

PictureView::PictureView(const std::filesystem::path& shaders)
    : paint_(shaders, {"colour.glsl", "whole_viewport.vert", "paint.frag"}),
      picture_(shaders, {"whole_viewport.vert", "picture.frag"}),
      each_(shaders, {"whole_viewport.vert", "image.frag"}) {
    paint_.set("dwell_texture", static_cast<GLint>(units.dwells));
    paint_.set("fraction_texture", static_cast<GLint>(units.fractions));
    paint_.set("distance_texture", static_cast<GLint>(units.distances));
    paint_.set("normal_texture", static_cast<GLint>(units.normals));
    picture_.set("picture", gl::picture_unit);
    picture_.set("outside", glm::vec4(glm::vec3(outside.r, outside.g, outside.b) / 255.0f, 1.0f));
    each_.set("picture", gl::picture_unit);
    each_.set("texture_scale", glm::vec2(1));
}

void PictureView::paint(DwellTexture& dwells, const ColourMap& colours, Blending blending) {
    PaintedDwells& painted = dwells.painted();
    if (painted.colours == colours) return;
    nothing_.bind();
    const ImageSize size{dwells.part().width, dwells.part().height};
    if (!painted.picture || painted.picture->size() != size)
        painted.picture.emplace(size, gl::Texture::Filtering::mipmapped);
    table_.set(std::as_bytes(std::span(colours.table())));
    set_colours(paint_, colours.uniforms());
    paint_.set("has_fractions", dwells.has_fractions() ? 1u : 0u);
    paint_.set("has_exterior", dwells.has_exterior() ? 1u : 0u);
    paint_.set("columns", size.width);
    paint_.set("blended", blending == Blending::none ? 0u : 1u);
    dwells.bind(units, lines_binding);
    table_.bind_storage(table_binding);
    paint_.use();
    const gl::DrawInto target(*painted.picture);
    prepare_to_draw({0, 0, size.width, size.height}, Blending::none);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl::check("colour the dwells");
    painted.colours = colours;
    painted.mipmaps = false;
}

void PictureView::draw(DwellTexture& dwells, const ColourMap& colours, const Placement& placement,
                       const Viewport& viewport, Blending blending) {
    nothing_.bind();
    if (!dwells.empty()) {
        paint(dwells, colours, blending);
        PaintedDwells& painted = dwells.painted();
        if (placement.scale > 1 && !painted.mipmaps) {
            painted.picture->texture().make_mipmaps();
            painted.mipmaps = true;
        }
        painted.picture->texture().bind(gl::picture_unit);
    }
    const PixelRect part = dwells.part();
    const Place place = place_in(part, placement, viewport);
    const gl::Program& program = has_each_pixel(part, place, viewport) ? each_ : picture_;
    program.set("texture_offset", glm::vec2(place.offset));
    program.set("viewport_corner", glm::vec2(top_left(viewport)));
    picture_.set("pixel_for_pixel", place.pixel_for_pixel ? 1u : 0u);
    picture_.set("texture_scale", static_cast<float>(place.scale));
    picture_.set("texture_size", glm::ivec2(part.width, part.height));
    program.use();
    prepare_to_draw(viewport, blending);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl::check("draw the picture");
}

}  // namespace mariani::render
