#include "app/explore/view_navigation.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_area.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

constexpr std::size_t max_marked = 2000;

}  // namespace

void check_overlay(const PanelContext& context) {
    const auto& check = context.seen.laboratory.check;
    const auto& state = context.state.check;
    const ImageSize picture = context.seen.picture;
    if (!check || !state.marked || !context.seen.laboratory_shown || picture.width <= 0) return;
    const auto area = picture_area(context);
    const float unit = area.width() / static_cast<float>(picture.width);
    auto& list = *ImGui::GetBackgroundDrawList();
    const FramePlan& plan = check->plan;
    list.PushClipRect(area.from, area.to);
    for (std::size_t i = 0; i < std::min(check->wrong.size(), max_marked); ++i) {
        const WrongPixel& wrong = check->wrong[i];
        const auto point = point_at(plan.view, plan.image, wrong.x + 0.5, wrong.y + 0.5);
        const glm::vec2 pixel(pixel_of(context.seen.view, picture, point));
        const ImVec2 at{area.from.x + unit * pixel.x, area.from.y + unit * pixel.y};
        const bool selected = i == state.selected;
        const float radius = scaled_length(context, selected ? 13 : 7);
        const float width = scaled_length(context, selected ? 2.5f : 1.5f);
        list.AddCircle(at, radius, IM_COL32(0, 0, 0, 170), 0, 2.2f * width);
        list.AddCircle(at, radius, tone::packed(selected ? tone::warning : tone::error), 0, width);
    }
    list.PopClipRect();
}

}  // namespace mariani::app
