// The cards in the picture's upper right corner, one below the other. The legend is at the left,
// and messages are at the bottom.
#pragma once

#include "app/panels/card.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_area.hpp"

namespace mariani::app {

class InsetColumn {
  public:
    struct Size {
        float width, height;  // of what a card holds, at scale 1
    };

    explicit InsetColumn(const PanelContext& context);

    // Leaves out what the picture has no room for.
    void show(const Card& card, Size size, void (*contents)(const PanelContext&));

    float width() const { return width_; }

  private:
    const PanelContext& context_;
    const PictureArea area_;
    const float margin_;
    float top_;
    float width_ = 0;
};

}  // namespace mariani::app
