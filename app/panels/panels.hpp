// The panels: one function, one file each. They draw from what is seen, edit the settings and queue
// commands; they never call an engine or GL. Main thread, inside an ImGui frame.
#pragma once

#include "app/session/command.hpp"
#include "app/session/observations.hpp"
#include "app/settings.hpp"

struct ImFont;

namespace mariani::app {

struct Fonts {
    ImFont* text = nullptr;
    ImFont* mono = nullptr;
    float scale = 1.0f;  // display scale times interface scale; widths in the panels multiply by it
};

struct PanelContext {
    Settings& settings;
    const Observations& seen;
    CommandQueue& commands;
    const Fonts& fonts;
};

void side_panel(const PanelContext& context);  // lays out all of the below in one window
void engine_panel(const PanelContext& context);
void view_panel(const PanelContext& context);
void colour_panel(const PanelContext& context);
void regions_panel(const PanelContext& context);
void timings_panel(const PanelContext& context);
void levels_panel(const PanelContext& context);
void export_panel(const PanelContext& context);
void bookmarks_panel(const PanelContext& context);

// Drawn over the picture.
void status_overlay(const PanelContext& context);  // progress, messages, precision warning
void region_tooltip(const PanelContext& context);  // of the hovered region
void help_window(const PanelContext& context);     // F1: keys

}  // namespace mariani::app
