// What the tab Gasket shows: the counterpart of GasketSettings. Main thread only.
#pragma once

#include "app/panels/panels.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/life.hpp"
#include "app/workloads/gasket/place.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// An engine, and why it cannot go on with what is shown.
struct GasketEngineView {
    gasket::EngineKind kind = gasket::EngineKind::bits;
    std::optional<std::string> refused;
};

// The compact rectangle of what is on screen.
struct GasketRectangle {
    ImageSize size;            // in framebuffer pixels
    unsigned int texture = 0;  // GL texture name
};

inline constexpr float gasket_rectangle_width = 220;  // at scale 1

struct GasketView : TabView {
    std::shared_ptr<const GasketMoment> moment;  // on screen; null before the first
    gasket::BoardView board;                     // the part of it that is on screen
    std::optional<GasketPlace> hovered;          // under the mouse, in the picture or the rectangle
    std::optional<bool> hovered_alive;           // of a member, once looked up
    std::vector<gasket::BoxSquare> lit;          // of the block under the mouse in the timeline
    std::optional<GasketRectangle> rectangle;    // once drawn, if it is shown
    std::optional<GasketTiles> tiles;            // if they are shown
    std::optional<double> played;                // what share of its trace has passed
    std::uint32_t trace_ns = 0;                  // of its trace, until the last block ended
    std::vector<GasketEngineView> engines;       // of the backend in use
};

// Over the picture: the tiles, a block that is lit, and the hovered cell, outlined, and what is
// known of it.
void gasket_marks(const PanelContext& context);

// In a tooltip: what is known of the hovered cell.
void gasket_cell_facts(const PanelContext& context);

// In a card that insets() has begun: the compact rectangle, with the hovered cell in it.
void gasket_rectangle_inset(const PanelContext& context);

// Parts of the side panel.
void gasket_introduction(const PanelContext& context);
void gasket_life_panel(const PanelContext& context);
void gasket_fractal_panel(const PanelContext& context);
void gasket_engine_panel(const PanelContext& context);
void gasket_times_panel(const PanelContext& context);

}  // namespace mariani::app
