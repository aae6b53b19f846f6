#include "app/panels/inset_column.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>

namespace mariani::app {

InsetColumn::InsetColumn(const PanelContext& context)
    : context_(context),
      area_(picture_area(context)),
      margin_(scaled_length(context, card_margin)),
      top_(area_.from.y + margin_) {}

void InsetColumn::show(const Card& card, Size size, void (*contents)(const PanelContext&)) {
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const float width = scaled_length(context_, size.width);
    const float height = scaled_length(context_, size.height) + 2 * padding.y;
    const float outside = width + 2 * padding.x;
    if (top_ + height > area_.to.y - margin_ || outside > 0.6f * area_.width()) return;
    top_ += draw_inset(card, {area_.to.x - margin_, top_}, width, [&] { contents(context_); }) +
            scaled_length(context_, 8);
    width_ = std::max(width_, outside + margin_);
}

void insets(const PanelContext& context) {
    context.state.insets = {};
    InsetColumn column(context);
    if (const auto draw = shown_tab(context).insets) draw(context, column);
    context.state.insets.width = column.width();
}

}  // namespace mariani::app
