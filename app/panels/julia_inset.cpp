#include "app/panels/inset_contents.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string caption(const PlanePoint& c) {
    return fmt::format("{}, {}", c.re.fixed_text(4), c.im.fixed_text(4));
}

}  // namespace

void julia_inset(const PanelContext& context) {
    const auto& julia = *context.seen.julia;
    const float side = ImGui::GetContentRegionAvail().x;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::Image(ImTextureRef(ImTextureID{julia.texture}), {side, side});
    context.state.insets.julia = PixelRect{static_cast<int>(from.x), static_cast<int>(from.y),
                                           static_cast<int>(side), static_cast<int>(side)};
    ImGui::TextDisabled("Julia set of");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    mono(context, caption(julia.c));
}

}  // namespace mariani::app
