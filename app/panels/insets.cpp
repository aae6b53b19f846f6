#include "app/panels/insets.hpp"

#include "app/panels/card.hpp"
#include "app/panels/inset_contents.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_area.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/gasket/view.hpp"

#include <algorithm>

namespace mariani::app {
namespace {

constexpr float orbit_width = 190, orbit_height = 112;
constexpr float caption_height = 24;

struct Size {
    float width, height;  // of what a card holds, at scale 1
};

// The cards in the picture's upper right corner, one below the other. The legend is at the left,
// and messages are at the bottom.
class InsetColumn {
  public:
    explicit InsetColumn(const PanelContext& context)
        : context_(context), area_(picture_area(context)), top_(area_.from.y + margin()) {}

    // Leaves out what the picture has no room for.
    void show(const Card& card, Size size, void (*contents)(const PanelContext&)) {
        const ImVec2 padding = ImGui::GetStyle().WindowPadding;
        const float width = scaled_length(context_, size.width);
        const float height = scaled_length(context_, size.height) + 2 * padding.y;
        const float outside = width + 2 * padding.x;
        if (top_ + height > area_.to.y - margin() || outside > 0.6f * area_.width()) return;
        top_ +=
            draw_inset(card, {area_.to.x - margin(), top_}, width, [&] { contents(context_); }) +
            scaled_length(context_, 8);
        width_ = std::max(width_, outside + margin());
    }

    float width() const { return width_; }

  private:
    float margin() const { return scaled_length(context_, card_margin); }

    const PanelContext& context_;
    const PictureArea area_;
    float top_;
    float width_ = 0;
};

void show_of_mandelbrot(const Observations& seen, InsetColumn& column) {
    if (seen.julia) column.show({"julia"}, {julia_side, julia_side + caption_height}, julia_inset);
    if (seen.minimap)
        column.show({"minimap", 1, true}, {minimap_width, minimap_height}, minimap_inset);
    if (seen.orbit) column.show({"orbit"}, {orbit_width, orbit_height}, orbit_facts);
}

void show_of_gasket(const GasketView& view, InsetColumn& column) {
    if (!view.rectangle) return;
    const auto& [width, height] = view.rectangle->size;
    const float high =
        gasket_rectangle_width * static_cast<float>(height) / static_cast<float>(width);
    column.show({"rectangle", 1, true}, {gasket_rectangle_width, high + 2 * caption_height},
                gasket_rectangle_inset);
}

}  // namespace

void insets(const PanelContext& context) {
    const auto& seen = context.seen;
    context.state.insets = {};
    InsetColumn column(context);
    if (seen.gasket)
        show_of_gasket(*seen.gasket, column);
    else
        show_of_mandelbrot(seen, column);
    context.state.insets.width = column.width();
}

}  // namespace mariani::app
