// Marks over the picture: the part of the window that is the picture's, and what several workloads'
// marks have in common; the colours of the overlay, and strips that tell what the colours of work
// and distance mean.
#pragma once

#include "app/panels/panels.hpp"
#include "compute/model/region.hpp"
#include "render/picture/image.hpp"
#include "render/picture/overlay_style.hpp"

#include <cstdint>
#include <functional>

#include <imgui.h>

namespace mariani::app {

// The part of the window that is the picture's, in ImGui's units, above the timeline.
struct PictureArea {
    ImVec2 from, to;
    float width() const { return to.x - from.x; }
};

inline PictureArea picture_area(const PanelContext& context) {
    const auto& viewport = *ImGui::GetMainViewport();
    const WindowLayout& layout = context.seen.layout;
    const auto& [left, width] = layout.picture;
    return {{viewport.Pos.x + left, viewport.Pos.y},
            {viewport.Pos.x + left + width,
             viewport.Pos.y + viewport.Size.y - layout.status - layout.timeline}};
}

// The picture within it, which is as high and may be narrower.
inline PictureArea drawn_picture(const PanelContext& context) {
    PictureArea area = picture_area(context);
    const auto& [left, width] = context.seen.layout.drawn;
    area.from.x = ImGui::GetMainViewport()->Pos.x + left;
    area.to.x = area.from.x + width;
    return area;
}

// Around a rectangle in ImGui's units, and so large that one sees it: light, with a dark edge that
// shows it on light parts.
void outline(const PanelContext& context, ImDrawList& list, ImVec2 from, ImVec2 to);

// Four bars within these corners, for ImGui's rectangles have blurred edges.
void draw_frame(ImDrawList& list, ImVec2 from, ImVec2 to, float width, ImU32 colour);

// A tooltip beside the mouse, on the side where the picture has more room for it, and whole: inside
// the window as far as there is room for it. It keeps clear of the rectangle among the insets if
// the mouse is in that.
void tooltip_beside_mouse(const PanelContext& context, const std::function<void()>& contents);

// A colour of a picture, for ImGui.
ImVec4 tone_of(render::Rgb8 colour);

ImVec4 level_tone(int level);  // of the level's outlines
ImVec4 outcome_tone(Outcome outcome);
ImVec4 outcome_tone(PixelOutcome outcome);
ImVec4 readable_on(const ImVec4& background);  // black or white

// Shows only this level in the overlay; if it already is the only one, all of them.
void toggle_only_level(render::OverlayStyle& overlay, int level);
bool only_level_shown(const render::OverlayStyle& overlay, int level);

// From one iteration to the most, on a logarithmic scale with ticks below; `width` in ImGui's
// units.
void draw_work_scale(const PanelContext& context, std::uint32_t most, float width);

// Whether the frame on screen is coloured by distance, in a palette that is known.
bool shows_distance(const PanelContext& context);

// From none to the farthest, in pixels and unlit; where shows_distance(). `width` in ImGui's units.
void draw_distance_scale(const PanelContext& context, float width);

}  // namespace mariani::app
