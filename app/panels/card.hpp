// A card over the picture.
#pragma once

#include "app/panels/panels.hpp"

#include <functional>

#include <imgui.h>

namespace mariani::app {

inline constexpr float card_margin = 16;  // to the picture's edges, at scale 1

struct Card {
    const char* name;
    float opacity = 1;
    bool has_buttons = false;  // if not, the mouse reaches the picture through it
    bool has_room = false;     // in its corner, whatever else is there
};

// With its bottom centre at the given height, in ImGui's units; returns its height.
float draw_card(const PanelContext& context, const Card& card, float bottom,
                const std::function<void()>& contents);

// In the picture's lower left corner and as large as its contents, beneath all other windows. Where
// the picture is so narrow that it and the cards above would touch, in the upper left corner, below
// the insets if it would touch these;
// `width`: of the contents, which is needed to know that.
void draw_corner_card(const PanelContext& context, const Card& card, float width,
                      const std::function<void()>& contents);

// With its upper right corner there and contents of this width, beneath all other windows; returns
// its height.
float draw_inset(const Card& card, ImVec2 corner, float width,
                 const std::function<void()>& contents);

}  // namespace mariani::app
