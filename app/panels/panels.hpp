// The panels, a function each. They draw observations, edit the settings and queue commands; they
// never call an engine or GL. Main thread, inside an ImGui frame.
#pragma once

#include "app/explore/command.hpp"
#include "app/panels/observations.hpp"
#include "app/panels/panel_state.hpp"
#include "app/settings/settings.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct ImFont;

namespace mariani::app {

struct Tab;

struct Fonts {
    ImFont* text = nullptr;
    ImFont* title = nullptr;
    ImFont* mono = nullptr;
    float text_size = 16;  // in ImGui's units
    float mono_size = 17;  // makes its letters as large as the text's
    float scale = 1.0f;    // display scale times interface scale; a factor of the panels' widths
};

struct PanelContext {
    Settings& settings;
    const Observations& seen;
    CommandQueue& commands;
    const Fonts& fonts;
    PanelState& state;
    std::span<const Tab* const> tabs;
};

// The panels' colours and spacing for the current contexts of ImGui and ImPlot: to be applied once
// after their creation, and again whenever fonts.scale changes.
void apply_style(const Fonts& fonts);

// The column beside the picture, which shows one of its three parts.
void side_panel(const PanelContext& context);
// Explore
void view_panel(const PanelContext& context);
void dwell_limit_row(const PanelContext& context);
void bookmarks_panel(const PanelContext& context);
void recent_rows(const PanelContext& context);  // views and files, below the bookmarks
void colour_panel(const PanelContext& context);
std::vector<std::string_view> mapping_names();                        // by render::Mapping
void palette_list(const PanelContext& context, std::string& chosen);  // as wide as the next item
void dwell_histogram(const PanelContext& context);  // over the palette as it is mapped
void cycle_row(const PanelContext& context);
void compare_panel(const PanelContext& context);
void dwell_colour_panel(const PanelContext& context);  // of dwells alone, of other tabs
void palette_editor(const PanelContext& context);      // below the palette's row
void work_legend(const PanelContext& context);         // replaces it if no dwells are shown
void export_panel(const PanelContext& context);
void appearance_panel(const PanelContext& context);
// Regions
void regions_panel(const PanelContext& context);
void engine_panel(const PanelContext& context);
void tuned_rows(const PanelContext& context);  // remembered for views like this one
void levels_panel(const PanelContext& context);
void advanced_panel(const PanelContext& context);
// Measure
void timings_panel(const PanelContext& context);
void laboratory_entry(const PanelContext& context);

// Drawn over the picture.
void picture_texts(const PanelContext& context);    // that belong to the tab's picture
void picture_legend(const PanelContext& context);   // of its colours: the same card in all tabs
void status_bar(const PanelContext& context);       // below it: mouse, engine, exactness
void status_overlay(const PanelContext& context);   // progress, messages, precision warning
void orbit_overlay(const PanelContext& context);    // of the point under the mouse
void compare_overlay(const PanelContext& context);  // what is compared, and the wiper
void insets(const PanelContext& context);           // the tab's, in a column
void opening_figures(const PanelContext& context);  // in a card, on a first start
void tour_caption(const PanelContext& context);     // likewise, during the tour
void region_tooltip(const PanelContext& context);   // beside the hovered region, outlined
void help_window(const PanelContext& context);      // F1: keys
void timeline_mark(const PanelContext& context);    // the region of the timeline's hovered bar

// Below the picture: who computed what, and when.
void timeline_panel(const PanelContext& context);
// On the side panel. `explanation`: what is in the rows.
void timeline_toggle(const PanelContext& context, const char* explanation =
                                                      "Below the picture: which thread or "
                                                      "multiprocessor computed what, and when, in "
                                                      "a run that is recorded for it.");

// The laboratory's experiments, in the order of its tabs.
struct LaboratoryTab {
    const char* title;
    const char* question;  // that the experiment answers, in a sentence
    void (*panel)(const PanelContext&);
    ExperimentPlace place;
};
std::span<const LaboratoryTab> laboratory_tabs();

// A column of its own beside the picture, with a tab for each experiment.
void laboratory_window(const PanelContext& context);
void model_panel(const PanelContext& context);
void landscape_panel(const PanelContext& context);
command::Race race_command(const RacePanelState& state);  // as set in the panel
void race_panel(const PanelContext& context);
void race_watch(const PanelContext& context);  // over the picture, while a race is watched
void check_panel(const PanelContext& context);
void papers_panel(const PanelContext& context);
// Figures that were measured on this view. Where another one is shown they are dim, below a note
// that says so, with a way back.
void measured_on(const PanelContext& context, const View& view,
                 const std::function<void()>& figures);

// The wrong pixels found by the last check, marked in the picture.
void check_overlay(const PanelContext& context);

// The effective settings: what is computed for those left at `auto`. Like resolve(), but ignores
// what was learned from frames: where `auto` may choose, it is ASK.
FramePlan plan_in_use(const PanelContext& context);

// Whether the engine is `auto` on the GPU, where it also chooses more than the engine, but for deep
// zoom.
bool auto_on_gpu(const PanelContext& context);

// The quantity's name and value: "dwell" but on a poster's map.
std::pair<const char*, std::string> seen_value(const SeenDwell& seen);

// For the status bar; empty while no part of the picture is the poster's.
std::string poster_status(const PosterSeen& poster);
std::string poster_explanation(const PosterSeen& poster);

// In the panel: its name, and a button that closes it. Nothing without a poster.
void poster_row(const PanelContext& context);

// Over the picture, while the grid is shown: the cells of the level on screen, and what is known of
// the one under the mouse.
void poster_cells(const PanelContext& context);

// The cost model's prediction beside the measurement.
void prediction(const PanelContext& context);

// In a word or two; empty while nothing is known.
std::string exactness_label(const Observations& seen);

// In sentences: what was checked, and what was not.
std::string exactness_details(const Observations& seen);

// The same, and how the dwells were proven: by which methods, from which reference orbit.
void proof_panel(const PanelContext& context);

// Runs drawing code within an ImGui frame. If it throws, closes everything it has opened (windows,
// tables, tabs, groups, trees, tooltips) and pops what it has pushed, so that drawing continues as
// if it had returned; and returns the reason in words.
[[nodiscard]] std::optional<std::string> failure_of_drawing(const std::function<void()>& draw);

// Draws a part of a panel; if that fails, shows its name and the reason instead.
void draw_or_show_error(const char* name, const std::function<void()>& draw);

}  // namespace mariani::app
