// A card over the picture.
#pragma once

#include "app/panels/panels.hpp"

#include <functional>

namespace mariani::app {

struct Card {
    const char* name;
    float opacity = 1;
    bool has_buttons = false;  // if not, the mouse reaches the picture through it
};

// With its bottom centre at the given height, in ImGui's units; returns its height.
float draw_card(const PanelContext& context, const Card& card, float bottom,
                const std::function<void()>& contents);

}  // namespace mariani::app
