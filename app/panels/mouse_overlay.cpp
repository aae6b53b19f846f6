// What is drawn over the picture at the mouse: the orbit of its point, and the region that it is
// in.
#include "app/explore/view_navigation.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "render/picture/viewport.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t first_steps = 8;  // numbered, and brighter than the rest
const ImVec4 soft_edge = tone::with_alpha(tone::edge, 0.55f);  // shows the lines on light parts

// The part of a segment that lies in the rectangle from 0 to `extent`, by Liang and Barsky; its
// ends may be farther away than the numbers of a draw list reach.
std::optional<std::pair<glm::dvec2, glm::dvec2>> clipped(glm::dvec2 from, glm::dvec2 to,
                                                         glm::dvec2 extent) {
    const glm::dvec2 along = to - from;
    double enters = 0, leaves = 1;
    const auto cut = [&](double towards, double room) {  // room + t * towards >= 0
        if (towards == 0) return room >= 0;
        if (towards > 0)
            enters = std::max(enters, -room / towards);
        else
            leaves = std::min(leaves, -room / towards);
        return enters <= leaves;
    };
    const bool seen = cut(along.x, from.x) && cut(-along.x, extent.x - from.x) &&
                      cut(along.y, from.y) && cut(-along.y, extent.y - from.y);
    if (!seen) return std::nullopt;
    return std::pair(from + enters * along, from + leaves * along);
}

// The orbit on the screen.
class Drawing {
  public:
    Drawing(const PanelContext& context, const PointOrbit& orbit)
        : context_(context), orbit_(orbit), area_(drawn_picture(context)) {
        unit_ = area_.width() / static_cast<float>(context.seen.picture.width);
    }

    // From the last step to the first, which lie on top.
    void lines(float extra_width, const ImVec4* one_tone) {
        const glm::dvec2 extent = render_extent();
        for (std::size_t i = orbit_.points.size() - 1; i-- > 0;) {
            const auto seen = clipped(pixel(i), pixel(i + 1), extent);
            if (!seen) continue;
            const bool first = i < first_steps;
            const float width = scaled_length(context_, first ? 2.2f : 1.1f) + extra_width;
            const ImVec4& tone = one_tone ? *one_tone : first ? tone::lit : tone::later;
            list_.AddLine(on_screen(seen->first), on_screen(seen->second), tone::packed(tone),
                          width);
        }
    }

    void dots() {
        for (std::size_t i = orbit_.points.size(); i-- > 0;) {
            const bool first = i <= first_steps;
            const glm::dvec2 at = pixel(i);
            if (!render::contains(context_.seen.picture, at)) continue;
            const float radius = scaled_length(context_, i == 0 ? 4.5f : first ? 3.2f : 1.6f);
            list_.AddCircleFilled(on_screen(at), radius + 1, tone::packed(soft_edge));
            list_.AddCircleFilled(on_screen(at), radius,
                                  tone::packed(first ? tone::lit : tone::later));
        }
    }

    void numbers() {
        const float gap = scaled_length(context_, 6);
        for (std::size_t i = 1; i <= std::min(first_steps, orbit_.points.size() - 1); ++i) {
            const glm::dvec2 pixel_at = pixel(i);
            if (!render::contains(context_.seen.picture, pixel_at)) continue;
            const std::string number = std::to_string(i);
            const ImVec2 point = on_screen(pixel_at);
            const ImVec2 at{point.x + gap, point.y - ImGui::GetTextLineHeight()};
            for (const float by : {-1.0f, 1.0f})
                list_.AddText({at.x + by, at.y + 1}, tone::packed(tone::with_alpha(tone::edge, 1)),
                              number.c_str());
            list_.AddText(at, tone::packed(tone::lit), number.c_str());
        }
    }

  private:
    glm::dvec2 render_extent() const { return render::extent_of(context_.seen.picture); }
    glm::dvec2 pixel(std::size_t i) const {
        return pixel_of(context_.seen.view, context_.seen.picture, orbit_.points[i]);
    }
    ImVec2 on_screen(glm::dvec2 pixel) const {
        return {area_.from.x + unit_ * static_cast<float>(pixel.x),
                area_.from.y + unit_ * static_cast<float>(pixel.y)};
    }

    const PanelContext& context_;
    const PointOrbit& orbit_;
    const PictureArea area_;
    float unit_ = 1;
    ImDrawList& list_ = *ImGui::GetBackgroundDrawList();
};

std::string dwell_text(const PanelContext& context, std::uint32_t dwell) {
    const auto& frame = context.seen.frame;
    const auto limit = frame ? frame->plan.dwell_limit : context.settings.engine.dwell_limit;
    return dwell >= limit ? "inside" : grouped(dwell);
}

void facts(const PanelContext& context, const Region& region) {
    const auto& rect = region.rect;
    fact(context, "side", fmt::format("{} x {}", rect.width, rect.height));
    fact(context, "at", fmt::format("{}, {}", rect.x, rect.y));
    const auto min = dwell_text(context, region.border_min);
    const auto max = dwell_text(context, region.border_max);
    if (region.outcome == Outcome::filled)
        fact(context, "dwell", min);
    else
        fact(context, "border dwells", min == max ? min : min + " to " + max);
    const auto iterations = static_cast<double>(region.iterations);
    const auto pixels = static_cast<double>(pixel_count(rect));
    fact(context, "cost", grouped(static_cast<std::int64_t>(region.iterations)) + " iterations");
    fact(context, "", significant(pixels > 0 ? iterations / pixels : 0) + " per pixel");
}

// A rectangle on the screen, in ImGui's units.
struct ScreenBox {
    ImVec2 from, to;
};

// Where the region is in the picture, at least one unit wide.
ScreenBox place_of(const PanelContext& context, const PixelRect& rect) {
    const auto& seen = context.seen;
    const auto area = drawn_picture(context);
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

// Around the region, so that small ones stay visible, but never outside the picture: light, with a
// dark edge that shows it on light parts.
void draw_outline(const PanelContext& context, const ScreenBox& region) {
    const auto area = drawn_picture(context);
    const float width = std::max(1.0f, std::round(scaled_length(context, 2)));
    const auto grown = [&](float by) {
        const float inset = 2 * width - by;  // at the picture's edges
        return ScreenBox{{std::max(region.from.x - by, area.from.x + inset),
                          std::max(region.from.y - by, area.from.y + inset)},
                         {std::min(region.to.x + by, area.to.x - inset),
                          std::min(region.to.y + by, area.to.y - inset)}};
    };
    const auto frame = [&](float by, const ImVec4& colour) {
        const auto [from, to] = grown(by);
        draw_frame(*ImGui::GetBackgroundDrawList(), from, to, width, tone::packed(colour));
    };
    frame(2 * width, tone::edge);
    frame(width, tone::brightest);
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

void orbit_overlay(const PanelContext& context) {
    const auto& orbit = context.seen.orbit;
    if (!orbit || orbit->points.empty() || context.seen.picture.width <= 0) return;
    Drawing drawing(context, *orbit);
    drawing.lines(scaled_length(context, 2), &soft_edge);
    drawing.lines(0, nullptr);
    drawing.dots();
    drawing.numbers();
}

void timeline_mark(const PanelContext& context) {
    const auto& region = context.state.timeline.region;
    if (!region || !context.seen.frame || context.seen.picture.width <= 0) return;
    draw_outline(context, place_of(context, region->rect));
}

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
