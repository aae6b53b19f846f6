#include "app/explore/view_navigation.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_area.hpp"
#include "app/panels/widgets.hpp"
#include "render/picture/viewport.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mariani::app {
namespace {

constexpr std::size_t first_steps = 8;  // numbered, and brighter than the rest
const ImVec4 first_tone{1.0f, 0.86f, 0.45f, 1};
const ImVec4 later_tone{0.86f, 0.90f, 1.0f, 0.62f};
const ImVec4 edge_tone{0, 0, 0, 0.55f};  // shows the lines on light parts

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
        : context_(context), orbit_(orbit), area_(picture_area(context)) {
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
            const ImVec4& tone = one_tone ? *one_tone : first ? first_tone : later_tone;
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
            list_.AddCircleFilled(on_screen(at), radius + 1, tone::packed(edge_tone));
            list_.AddCircleFilled(on_screen(at), radius,
                                  tone::packed(first ? first_tone : later_tone));
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
                list_.AddText({at.x + by, at.y + 1}, IM_COL32_BLACK, number.c_str());
            list_.AddText(at, tone::packed(first_tone), number.c_str());
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

}  // namespace

void orbit_overlay(const PanelContext& context) {
    const auto& orbit = context.seen.orbit;
    if (!orbit || orbit->points.empty() || context.seen.picture.width <= 0) return;
    Drawing drawing(context, *orbit);
    drawing.lines(scaled_length(context, 2), &edge_tone);
    drawing.lines(0, nullptr);
    drawing.dots();
    drawing.numbers();
}

}  // namespace mariani::app
