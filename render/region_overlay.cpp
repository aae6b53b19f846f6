#include "render/region_overlay.hpp"

#include "render/draw_state.hpp"
#include "render/gl/check.hpp"
#include "render/overlay_levels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace mariani::render {
namespace {

// A region as the vertex shader takes it.
struct Record {
    std::uint32_t corner;  // x + y * 65536
    std::uint32_t size;    // width - 1 + (height - 1) * 65536
    std::uint32_t kind;    // level * 4 + outcome
};

Record record_of(const Region& region) {
    const auto pair = [](int low, int high) {
        return static_cast<std::uint32_t>(low) | static_cast<std::uint32_t>(high) << 16;
    };
    const PixelRect& rect = region.rect;
    return {pair(rect.x, rect.y), pair(rect.width - 1, rect.height - 1),
            std::min<std::uint32_t>(region.level, overlay_levels - 1) * 4 +
                static_cast<std::uint32_t>(region.outcome)};
}

void set_vec4(const gl::Program& program, const char* array, std::size_t i, Rgb8 colour,
              float opacity) {
    program.set(fmt::format("{}[{}]", array, i).c_str(), colour.r / 255.0f, colour.g / 255.0f,
                colour.b / 255.0f, opacity);
}

}  // namespace

RegionOverlay::RegionOverlay(const std::filesystem::path& shaders)
    : program_(shaders, {"regions.vert", "regions.frag"}),
      layer_over_(shaders, {"whole_viewport.vert", "layer.frag"}) {
    layer_over_.set("layer", 0);
    vertices_.set_instance_attribute(0, records_, 3, sizeof(Record));
}

void RegionOverlay::show(std::span<const Region> regions) {
    count_ = static_cast<std::int64_t>(regions.size());
    sides_ = level_sides(regions);
    begins_.fill(count_);
    drawn_.reset();
    if (regions.empty()) return;
    auto* records = reinterpret_cast<Record*>(records_.map_new(regions.size() * sizeof(Record)));
    // The deepest level first: the coarse grid is drawn on top, and levels that are too fine to
    // see are a stretch at the beginning that is left out.
    std::int64_t place = 0;
    for (std::size_t i = regions.size(); i-- > 0; ++place) {
        records[place] = record_of(regions[i]);
        const auto level = std::min<std::size_t>(regions[i].level, overlay_levels - 1);
        begins_[level] = std::min(begins_[level], place);
    }
    records_.unmap();
    gl::check("upload the regions");
}

std::int64_t RegionOverlay::first_visible(const OverlayStyle& style, double scale) const {
    for (std::size_t level = overlay_levels; level-- > 0;) {
        const bool wanted =
            (style.levels >> level & 1u) != 0 &&
            (style.replay_level < 0 || static_cast<int>(level) <= style.replay_level);
        if (wanted && sides_[level] * scale >= 0.5) return begins_[level];
    }
    return count_;
}

void RegionOverlay::set_style(const OverlayStyle& style, double scale, int line_width) const {
    for (std::size_t level = 0; level < overlay_levels; ++level) {
        if (sides_[level] == 0) continue;
        const auto opacity = line_opacity(style, sides_[level] * scale, line_width);
        set_vec4(program_, "line_colours", level, level_colour(static_cast<int>(level)),
                 opacity.line);
        set_vec4(program_, "casing_colours", level, casing_colour, opacity.casing);
        Region region;
        region.level = static_cast<std::uint8_t>(level);
        for (const Outcome outcome : {Outcome::filled, Outcome::subdivided, Outcome::leaf}) {
            region.outcome = outcome;
            const auto at = level * 4 + static_cast<std::size_t>(outcome);
            program_.set(fmt::format("appearances[{}]", at).c_str(),
                         static_cast<GLuint>(appearance(style, region)));
        }
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(Appearance::hidden); ++i) {
        const Tint tint = tint_of(style, static_cast<Appearance>(i));
        set_vec4(program_, "tints", i, tint.colour, tint.opacity);
    }
    program_.set("line_width", static_cast<float>(line_width));
}

void RegionOverlay::draw_layer(const OverlayStyle& style, const Placement& placement,
                               ImageSize size, int line_width) const {
    const double scale = 1 / placement.scale;
    const std::int64_t first = first_visible(style, scale);
    set_style(style, scale, line_width);
    program_.set("scale", static_cast<float>(scale));
    program_.set("shift", static_cast<float>(-placement.offset_x * scale),
                 static_cast<float>(-placement.offset_y * scale));
    program_.set("viewport_size", static_cast<float>(size.width), static_cast<float>(size.height));
    program_.use();
    const gl::DrawInto target(*layer_);
    prepare_to_draw({0, 0, size.width, size.height}, Blending::premultiplied);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArraysInstancedBaseInstance(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count_ - first),
                                      static_cast<GLuint>(first));
    gl::check("draw the region grid");
}

void RegionOverlay::draw(const OverlayStyle& style, const Placement& placement,
                         const Viewport& viewport, int line_width) {
    if (first_visible(style, 1 / placement.scale) == count_) return;
    const ImageSize size = size_of(viewport);
    if (!layer_ || layer_->size() != size) {
        layer_.emplace(size, gl::Texture::Filtering::nearest);
        drawn_.reset();
    }
    vertices_.bind();
    if (const Drawn wanted{style, placement, line_width}; drawn_ != wanted) {
        draw_layer(style, placement, size, line_width);
        drawn_ = wanted;
    }
    layer_->texture().bind(0);
    layer_over_.set("viewport_corner", viewport.x, viewport.y);
    layer_over_.use();
    prepare_to_draw(viewport, Blending::premultiplied);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
    gl::check("show the region grid");
}

}  // namespace mariani::render
