// A card over the picture, and the cards in its upper right corner, one below the other.
#pragma once

#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "compute/model/view.hpp"

#include <algorithm>
#include <functional>

#include <imgui.h>

namespace mariani::app {

inline constexpr float card_margin = 16;  // to the picture's edges, at scale 1
inline constexpr float card_space = 8;    // between two, likewise
inline constexpr double card_fade = 1;    // s that it takes to go

// The opacity of a card that is gone at that time of the window's clock, in s.
inline float opacity_before(double gone, double now) {
    return static_cast<float>(std::clamp((gone - now) / card_fade, 0.0, 1.0));
}

struct Card {
    const char* name;
    float opacity = 1;
    bool has_buttons = false;  // if not, the mouse reaches the picture through it
};

// With its bottom centre at the given height, in ImGui's units; returns its height.
float draw_card(const PanelContext& context, const Card& card, float bottom,
                const std::function<void()>& contents);

// Where the lowest of these stands: above the card in the corner if it would touch that.
float bottom_of_cards(const PanelContext& context);

// In the picture's lower left corner and as large as its contents, which have this width; beneath
// all other windows.
void draw_corner_card(const PanelContext& context, const Card& card, float width,
                      const std::function<void()>& contents);

// With its upper right corner there and contents of this width, beneath all other windows; returns
// its height.
float draw_inset(const Card& card, ImVec2 corner, float width,
                 const std::function<void()>& contents);

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
