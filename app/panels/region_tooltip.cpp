#include "app/panels/numbers.hpp"
#include "app/panels/overlay_levels.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_area.hpp"
#include "app/panels/widgets.hpp"
#include "render/picture/viewport.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace mariani::app {
namespace {

const ImVec4 outline{1, 1, 1, 1}, outline_edge{0, 0, 0, 0.8f};

std::string dwell_text(const PanelContext& context, std::uint32_t dwell) {
    const auto& frame = context.seen.frame;
    const auto limit = frame ? frame->plan.dwell_limit : context.settings.engine.dwell_limit;
    return dwell >= limit ? "inside" : grouped(dwell);
}

void facts(const PanelContext& context, const Region& region) {
    const auto& rect = region.rect;
    fact_cells(context, "side", fmt::format("{} x {}", rect.width, rect.height));
    fact_cells(context, "at", fmt::format("{}, {}", rect.x, rect.y));
    const auto min = dwell_text(context, region.border_min);
    const auto max = dwell_text(context, region.border_max);
    if (region.outcome == Outcome::filled)
        fact_cells(context, "dwell", min);
    else
        fact_cells(context, "border's dwells", min == max ? min : min + " to " + max);
    const auto iterations = static_cast<double>(region.iterations);
    const auto pixels = static_cast<double>(pixel_count(rect));
    fact_cells(context, "cost",
               grouped(static_cast<std::int64_t>(region.iterations)) + " iterations");
    fact_cells(context, "", significant(pixels > 0 ? iterations / pixels : 0) + " per pixel");
}

// A rectangle on the screen, in ImGui's units.
struct ScreenBox {
    ImVec2 from, to;
};

// Where the region is in the picture, at least one unit wide.
ScreenBox place_of(const PanelContext& context, const PixelRect& rect) {
    const auto& seen = context.seen;
    const auto area = picture_area(context);
    const auto place =
        render::place(seen.frame->plan.view, seen.frame->plan.image, seen.view, seen.picture);
    const float unit = area.width() / static_cast<float>(seen.picture.width);
    const auto on_screen = [&](int x, int y) {
        const glm::vec2 at(place.in_viewport({x, y}));
        return ImVec2{std::clamp(std::round(area.from.x + unit * at.x), area.from.x, area.to.x),
                      std::clamp(std::round(area.from.y + unit * at.y), area.from.y, area.to.y)};
    };
    return {on_screen(rect.x, rect.y), on_screen(rect.x + rect.width, rect.y + rect.height)};
}

// Four bars, for ImGui's rectangles have blurred edges.
void draw_frame(const ScreenBox& outside, float width, ImU32 colour) {
    auto& list = *ImGui::GetBackgroundDrawList();
    const auto& [from, to] = outside;
    list.AddRectFilled(from, {to.x, from.y + width}, colour);
    list.AddRectFilled({from.x, to.y - width}, to, colour);
    list.AddRectFilled({from.x, from.y + width}, {from.x + width, to.y - width}, colour);
    list.AddRectFilled({to.x - width, from.y + width}, {to.x, to.y - width}, colour);
}

// Around the region, so that small ones stay visible, but never outside the picture: light, with a
// dark edge that shows it on light parts.
void draw_outline(const PanelContext& context, const ScreenBox& region) {
    const auto area = picture_area(context);
    const float width = std::max(1.0f, std::round(scaled_length(context, 2)));
    const auto grown = [&](float by) {
        const float inset = 2 * width - by;  // at the picture's edges
        return ScreenBox{{std::max(region.from.x - by, area.from.x + inset),
                          std::max(region.from.y - by, area.from.y + inset)},
                         {std::min(region.to.x + by, area.to.x - inset),
                          std::min(region.to.y + by, area.to.y - inset)}};
    };
    draw_frame(grown(2 * width), width, tone::packed(outline_edge));
    draw_frame(grown(width), width, tone::packed(outline));
}

// Puts the next window beside the region: where there is room to the right, to the left, below or
// above; else into the corner of the picture that is farthest from the mouse. Keeps clear of the
// insets.
void place_beside(const PanelContext& context, const ScreenBox& region, ImVec2 size) {
    auto area = picture_area(context);
    area.to.x -= context.state.insets.width;
    const float gap = scaled_length(context, 10);
    const auto put = [](float x, float y, float pivot_x, float pivot_y) {
        ImGui::SetNextWindowPos({x, y}, ImGuiCond_Always, {pivot_x, pivot_y});
    };
    const float x = std::max(std::min(region.from.x, area.to.x - size.x), area.from.x);
    const float y = std::max(std::min(region.from.y, area.to.y - size.y), area.from.y);
    if (region.to.x + gap + size.x <= area.to.x) return put(region.to.x + gap, y, 0, 0);
    if (region.from.x - gap - size.x >= area.from.x) return put(region.from.x - gap, y, 1, 0);
    if (region.to.y + gap + size.y <= area.to.y) return put(x, region.to.y + gap, 0, 0);
    if (region.from.y - gap - size.y >= area.from.y) return put(x, region.from.y - gap, 0, 1);
    const ImVec2 mouse = ImGui::GetMousePos();
    const bool right = mouse.x < 0.5f * (area.from.x + area.to.x);
    const bool below = mouse.y < 0.5f * (area.from.y + area.to.y);
    put(right ? area.to.x : area.from.x, below ? area.to.y : area.from.y, right ? 1.0f : 0.0f,
        below ? 1.0f : 0.0f);
}

void contents(const PanelContext& context, const Region& region) {
    swatch(context, level_tone(region.level), fmt::format("level {}", region.level).c_str());
    ImGui::SameLine(0, scaled_length(context, 14));
    swatch(context, outcome_tone(region.outcome), name_of(region.outcome).data());
    if (!ImGui::BeginTable("region", 2, ImGuiTableFlags_SizingFixedFit)) return;
    facts(context, region);
    ImGui::EndTable();
}

}  // namespace

void region_tooltip(const PanelContext& context) {
    const auto& seen = context.seen;
    const auto& region = seen.hovered_region;
    if (!region || !seen.frame || seen.picture.width <= 0 || ImGui::GetIO().WantCaptureMouse)
        return;
    const ScreenBox place = place_of(context, region->rect);
    draw_outline(context, place);
    auto& [width, height] = context.state.tooltip_size;
    place_beside(context, place, {width, height});
    ImGui::BeginTooltip();
    contents(context, *region);
    width = ImGui::GetWindowWidth();
    height = ImGui::GetWindowHeight();
    ImGui::EndTooltip();
}

}  // namespace mariani::app
