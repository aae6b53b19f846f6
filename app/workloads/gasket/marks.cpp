#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/gasket/view.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace mariani::app {
namespace {

// From cells of the box to ImGui's units.
class OnScreen {
  public:
    OnScreen(const PanelContext& context, const gasket::BoardView& board)
        : board_(board), area_(picture_area(context)) {
        const ImageSize picture = context.seen.picture;
        const double unit = static_cast<double>(area_.width()) / picture.width;
        cell_ = unit / cells_per_pixel(board, picture);
        middle_ = {area_.from.x + static_cast<float>(0.5 * unit * picture.width),
                   area_.from.y + static_cast<float>(0.5 * unit * picture.height)};
    }

    float cell() const { return static_cast<float>(cell_); }
    ImVec2 at(double x, double y) const {
        return {middle_.x + static_cast<float>(cell_ * (x - board_.center_x)),
                middle_.y + static_cast<float>(cell_ * (y - board_.center_y))};
    }
    // Within what is drawn: a line far outside would be lost.
    ImVec2 near(double x, double y) const {
        constexpr float beyond = 4;
        const ImVec2 place = at(x, y);
        return {std::clamp(place.x, area_.from.x - beyond, area_.to.x + beyond),
                std::clamp(place.y, area_.from.y - beyond, area_.to.y + beyond)};
    }

  private:
    gasket::BoardView board_;
    PictureArea area_;
    double cell_ = 1;
    ImVec2 middle_;
};

void mark_in_picture(const PanelContext& context, const GasketView& view) {
    const OnScreen screen(context, view.board);
    const double x = view.hovered->cell.x, y = view.hovered->cell.y;
    outline(context, *ImGui::GetBackgroundDrawList(), screen.at(x, y), screen.at(x + 1, y + 1));
}

// The smallest boxes first: where sides coincide, the largest is seen.
void outline_tiles(const PanelContext& context, const GasketView& view) {
    const OnScreen screen(context, view.board);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float line = std::max(1.0f, std::round(scaled_length(context, 1)));
    auto boxes = view.tiles->boxes;
    std::ranges::stable_sort(boxes, std::greater(), &GasketBox::depth);
    for (const GasketBox& box : boxes) {
        const double x = box.corner.x, y = box.corner.y, side = box.side;
        const ImVec2 from = screen.near(x, y), to = screen.near(x + side, y + side);
        list.AddRect(from, to, tone::packed(tone::with_alpha(tone::window, 0.7f)), 0, 3 * line);
        list.AddRect(from, to, tone::packed(tone_of(render::level_colour(box.depth))), 0, line);
    }
    const float radius = std::clamp(0.2f * screen.cell(), 1.0f, scaled_length(context, 5));
    for (const auto& [x, y] : view.tiles->contacts) {
        const ImVec2 middle = screen.at(x + 0.5, y + 0.5);
        list.AddCircleFilled(middle, radius + line, tone::packed(tone::window));
        list.AddCircleFilled(middle, radius, tone::packed(tone::text));
    }
}

}  // namespace

void gasket_marks(const PanelContext& context) {
    const GasketView& view = *tab_view<GasketView>(context.seen);
    if (view.tiles) outline_tiles(context, view);
    if (!view.moment || !view.hovered || ImGui::IsAnyMouseDown()) return;
    mark_in_picture(context, view);
    tooltip_beside_mouse(context, [&] { gasket_cell_facts(context); });
}

}  // namespace mariani::app
