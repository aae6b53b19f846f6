#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/view.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// From cells of the box to ImGui's units.
class OnScreen {
  public:
    OnScreen(const PanelContext& context, const gasket::BoardView& board)
        : board_(board), area_(drawn_picture(context)) {
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

void light_block(const PanelContext& context, const GasketView& view) {
    const OnScreen screen(context, view.board);
    for (const auto& [corner, side] : view.lit) {
        const double x = corner.x, y = corner.y;
        outline(context, *ImGui::GetBackgroundDrawList(), screen.near(x, y),
                screen.near(x + side, y + side));
    }
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

// The mouse in the item just drawn, in shares of its sides.
std::array<double, 2> pointed_in(ImVec2 from, ImVec2 size) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const auto share = [](float at, float length) {
        return std::clamp(static_cast<double>(at / length), 0.0, 1 - 1e-9);
    };
    return {share(mouse.x - from.x, size.x), share(mouse.y - from.y, size.y)};
}

// Where places of the rectangle are drawn.
struct Places {
    ImVec2 from, size;
    gasket::Cell sides;  // of the rectangle, in places

    ImVec2 corner(std::uint32_t x, std::uint32_t y) const {
        return {from.x + size.x * static_cast<float>(x) / static_cast<float>(sides.x),
                from.y + size.y * static_cast<float>(y) / static_cast<float>(sides.y)};
    }
};

// The borders of blocks that have so many places along their sides.
void draw_borders(const PanelContext& context, const Places& places, gasket::Cell block) {
    const float line = std::max(1.0f, std::round(scaled_length(context, 1)));
    const ImVec2 end = places.corner(places.sides.x, places.sides.y);
    const ImU32 dark = tone::packed(tone::window);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::uint32_t x = block.x; x < places.sides.x; x += block.x) {
        const float at = std::round(places.corner(x, 0).x);
        list.AddRectFilled({at, places.from.y}, {at + line, end.y}, dark);
    }
    for (std::uint32_t y = block.y; y < places.sides.y; y += block.y) {
        const float at = std::round(places.corner(0, y).y);
        list.AddRectFilled({places.from.x, at}, {end.x, at + line}, dark);
    }
}

// The borders of blocks where they can be told apart, and the hovered cell, there with its block.
void mark(const PanelContext& context, const GasketView& view, const Places& places,
          gasket::Cell block) {
    const ImVec2 first = places.corner(block.x, block.y);
    const bool apart =
        std::min(first.x - places.from.x, first.y - places.from.y) >= scaled_length(context, 4);
    if (apart) draw_borders(context, places, block);
    if (!view.hovered || !view.hovered->member) return;
    const auto [x, y] = view.hovered->compact;
    const std::uint32_t left = x - x % block.x, top = y - y % block.y;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (apart)
        list.AddRect(places.corner(left, top), places.corner(left + block.x, top + block.y),
                     tone::packed(tone::accent_bright), 0, scaled_length(context, 2));
    outline(context, list, places.corner(x, y), places.corner(x + 1, y + 1));
}

}  // namespace

void gasket_marks(const PanelContext& context) {
    const GasketView& view = *tab_view<GasketView>(context.seen);
    if (view.tiles) outline_tiles(context, view);
    light_block(context, view);
    if (!view.moment || !view.hovered || ImGui::IsAnyMouseDown()) return;
    mark_in_picture(context, view);
    tooltip_beside_mouse(context, [&] { gasket_cell_facts(context); });
}

void gasket_rectangle_inset(const PanelContext& context) {
    const GasketView& view = *tab_view<GasketView>(context.seen);
    const auto& [width, height] = view.rectangle->size;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float across = ImGui::GetContentRegionAvail().x;
    const ImVec2 size{across, across * static_cast<float>(height) / static_cast<float>(width)};
    context.state.insets.rectangle = PixelRect{static_cast<int>(from.x), static_cast<int>(from.y),
                                               static_cast<int>(size.x), static_cast<int>(size.y)};
    ImGui::Image(ImTextureRef(ImTextureID{view.rectangle->texture}), size);
    if (ImGui::IsItemHovered()) context.state.insets.pointed = pointed_in(from, size);
    const gasket::Cell& sides = view.moment->shape.compact;
    const auto layout =
        cell_layout(view.moment->problem.fractal, view.moment->problem.level,
                    context.settings.gasket->numbers.rho, gasket::BlockOrder::rectangle);
    const gasket::Cell block = layout.block.compact;
    mark(context, view, {from, size, sides}, block);
    ImGui::TextDisabled("Compact");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    value_text(fmt::format("{} x {}", grouped(sides.x), grouped(sides.y)));
    ImGui::TextDisabled("Blocks, \xcf\x81 %u", layout.rho());
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    value_text(fmt::format("{} x {} cells", block.x, block.y));
    // Their lowest digit is then an odd one of the cells'.
    if (block.x != block.y && layout.blocks.cells > 1)
        note("In their own rectangle, x and y are swapped.");
}

}  // namespace mariani::app
