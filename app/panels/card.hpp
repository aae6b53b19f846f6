// A card over the picture.
#pragma once

#include "app/panels/panels.hpp"

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

}  // namespace mariani::app
