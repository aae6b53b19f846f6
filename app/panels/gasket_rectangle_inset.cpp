#include "app/panels/gasket_view.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// The mouse in the item just drawn, in shares of its sides.
std::array<double, 2> pointed_in(ImVec2 from, ImVec2 size) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const auto share = [](float at, float length) {
        return std::clamp(static_cast<double>(at / length), 0.0, 1 - 1e-9);
    };
    return {share(mouse.x - from.x, size.x), share(mouse.y - from.y, size.y)};
}

void mark(const PanelContext& context, const GasketView& view, ImVec2 from, ImVec2 size) {
    if (!view.hovered || !view.hovered->member) return;
    const gasket::Shape& shape = view.moment->shape;
    const float width = size.x / static_cast<float>(shape.compact.x);
    const float height = size.y / static_cast<float>(shape.compact.y);
    const ImVec2 corner{from.x + width * static_cast<float>(view.hovered->compact.x),
                        from.y + height * static_cast<float>(view.hovered->compact.y)};
    outline(context, *ImGui::GetWindowDrawList(), corner, {corner.x + width, corner.y + height});
}

}  // namespace

void gasket_rectangle_inset(const PanelContext& context) {
    const GasketView& view = *context.seen.gasket;
    const auto& [width, height] = view.rectangle->size;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float across = ImGui::GetContentRegionAvail().x;
    const ImVec2 size{across, across * static_cast<float>(height) / static_cast<float>(width)};
    context.state.insets.rectangle = PixelRect{static_cast<int>(from.x), static_cast<int>(from.y),
                                               static_cast<int>(size.x), static_cast<int>(size.y)};
    ImGui::Image(ImTextureRef(ImTextureID{view.rectangle->texture}), size);
    if (ImGui::IsItemHovered()) context.state.insets.pointed = pointed_in(from, size);
    mark(context, view, from, size);
    const gasket::Cell& sides = view.moment->shape.compact;
    ImGui::TextDisabled("Compact");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    mono(context, fmt::format("{} x {}", grouped(sides.x), grouped(sides.y)));
}

}  // namespace mariani::app
