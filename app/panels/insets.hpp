// The cards in the picture's upper right corner, one below the other: the column that places them,
// and what the Mandelbrot set's hold. The legend is at the left, and messages are at the bottom.
#pragma once

#include "app/panels/card.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "compute/model/view.hpp"

namespace mariani::app {

// How large they are, at scale 1.
inline constexpr float julia_side = 280;
inline constexpr float minimap_width = 160, minimap_height = 130;

// The whole set with a margin, in the minimap's shape.
inline const View minimap_view{{-0.7, 0.0}, 2.56};

// Whether a view is so small a part of the set that one may have lost one's way.
inline bool minimap_helps(const View& view) {
    if (view.julia) return false;  // it is of the Mandelbrot set
    constexpr double parts = 4;    // magnification of a view of height 2
    return view.height < Length(2 / parts);
}

class InsetColumn {
  public:
    struct Size {
        float width, height;  // of what a card holds, at scale 1
    };

    explicit InsetColumn(const PanelContext& context);

    // Leaves out what the picture has no room for.
    void show(const Card& card, Size size, void (*contents)(const PanelContext&));
    // In any picture: narrower where there is less room.
    void show_always(const Card& card, float width, void (*contents)(const PanelContext&));

    float width() const { return width_; }

  private:
    void draw(const Card& card, float width, void (*contents)(const PanelContext&));

    const PanelContext& context_;
    const PictureArea area_;
    const float margin_;
    float top_;
    float width_ = 0;
};

// What the cards hold, each within a card that insets() has begun.
void orbit_facts(const PanelContext& context);    // of the orbit that is seen
void julia_inset(const PanelContext& context);    // as wide as the card
void minimap_inset(const PanelContext& context);  // a click goes there

}  // namespace mariani::app
