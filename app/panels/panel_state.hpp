// What the panels remember from frame to frame besides the settings: text that is being typed or
// was refused, the replay of the subdivision and the film of a race. Owned by the window, one for
// its lifetime; main thread only.
#pragma once

#include "app/explore/players.hpp"
#include "app/measure/racer.hpp"
#include "app/measure/timeline.hpp"
#include "app/panels/command_search.hpp"
#include "compute/model/cost_model.hpp"
#include "compute/model/view.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// The text of a field that differs from the setting it edits.
struct FieldDraft {
    std::string text;
    std::string
        error;  // why the text cannot be the setting; empty while it is valid, or may become so
    std::string original_text;  // the setting's text when typing began: a change elsewhere discards
                                // the draft
};

// Whose the keyboard is.
struct KeyboardPlace {
    enum Area { picture, panel, laboratory } at = picture;
    bool arrives = false;  // now: a control is still to be marked there
    bool operator==(const KeyboardPlace&) const = default;
};

// The rows of the side panel and the laboratory while they are drawn.
struct RowState {
    std::vector<PanelRow>* noted = nullptr;           // each is added to these
    KeyboardPlace::Area area = KeyboardPlace::panel;  // that is drawn
    std::string section = {};                         // likewise
    bool in_details = false;                          // that are drawn
    std::optional<PanelRow> sought = {};              // comes into view, and has the keyboard
    std::string label = {};                           // of the last row
    bool pointed = false;                             // the mouse is on its label
};

enum class LevelChart { outcomes, ms, iterations };

struct ModelCurves;

// What is typed of the model's parameters replaces the frame's.
struct ModelPanelState {
    std::array<std::optional<double>, 9> typed{};  // in the order of cost_param_names()
    std::vector<double> probabilities;             // typed for P: of each level but the last
    MeanOrLimit A = MeanOrLimit::mean;
    std::size_t vary = 0;               // in cost_param_names()
    std::optional<std::size_t> family;  // a curve for each of its values
    std::string family_values;          // a LIST
    CostGoal family_goal = CostGoal::omega;
    bool at_optimum = false;  // the other two or three of {g, r, B} are chosen at each point
    std::shared_ptr<const ModelCurves> curves;
};

// The values of the grid, each a LIST.
struct LandscapePanelState {
    std::string g = "2..64", r = "2,4", B = "4..128";
};

struct CheckPanelState {
    bool marked = true;        // in the picture
    std::size_t selected = 0;  // among the wrong pixels
};

struct RacePanelState {
    std::vector<Racer> racers{parse_racer("ex"), parse_racer("ask-sbr"), parse_racer("ask-mbr"),
                              parse_racer("dp-sbr")};
    int repeat = 5;
    int seed = 1;
    bool energy = false;
};

// Where the insets were last drawn, in ImGui's units.
struct InsetPlaces {
    float width = 0;  // of the picture's right part that they take
    // Their pictures; nothing if they are not shown.
    std::optional<PixelRect> julia, minimap, rectangle;
    std::optional<std::array<double, 2>> pointed;  // the mouse in the rectangle, in shares of it
};

// The card in the picture's lower left corner as last drawn, in ImGui's units; zero: none.
struct CornerCard {
    float right = 0, top = 0;
};

struct PaletteEditorState {
    bool shown = false;
    std::size_t selected = 0;  // among the stops
    std::string name;          // to be saved as
};

// What is lit of a timeline: the bars of a region, or of a block.
struct TimelineItem {
    std::optional<TimelineRegion> region;
    std::optional<std::uint32_t> block;
    bool operator==(const TimelineItem&) const = default;
};

struct TimelineState {
    std::shared_ptr<const Timeline> of;  // what the rest is about
    TimelineView view;
    float width = 0;   // that the view fills, in ImGui's units, as the next
    float scroll = 0;  // of the rows
    std::optional<std::array<double, 2>> selection;  // ns, in any order
    TimelineStatistics statistics;                   // of this selection:
    std::optional<std::array<double, 2>> counted;
    bool selecting = false;
    std::array<float, 2> dragged{};  // where the mouse was, while it moves the rows
    std::optional<std::size_t> bar;  // under the mouse, with the next or the one after
    std::optional<TimelineRegion> region;
    std::optional<std::uint32_t> block;
    TimelineItem lit;                           // as last drawn
    std::vector<std::size_t> lit_bars;          // its
    std::vector<std::uint32_t> lit_launches;    // of these, their ancestors and descendants
    std::vector<std::uint32_t> first_launches;  // which have lines whatever is lit
    std::array<float, 4> rows{};  // where they were last drawn: left, top, width, height
};

struct PlotRange {
    double min = 0, max = 1;
    bool operator==(const PlotRange&) const = default;
};

// The ranges of a plot's axes: what there is, and the part of it that is shown.
struct PlotState {
    PlotRange x, y, shown_x, shown_y;
};

struct PanelState {
    std::map<std::uint32_t, FieldDraft> drafts;  // by ImGui id
    KeyboardPlace keyboard;
    CommandSearch search;
    RowState rows;
    bool view_replaced = false;  // by other means than its fields, whose drafts are then obsolete
    std::optional<View> typed_view;  // as a field has made it last
    std::string bookmark_name;
    std::string bookmark_error;
    SubdivisionReplay replay;          // of the frame on screen; the window advances it
    FilmPlayer film;                   // of the last race; likewise
    FilmPlayer recorded_run;           // of a workload's blocks; likewise
    ColourCycle cycle;                 // of the picture's palette; likewise
    bool compare_held = false;         // the picture compared with is shown in place of the first
    std::string film_format = "webp";  // of the replay's film: see ExportReplay
    std::string laboratory_tab;        // the one shown, by its title; empty: the first
    std::string help_search;           // among keys and gestures
    std::string recording;             // to be played: its path; empty: the one used last
    InsetPlaces insets;
    CornerCard corner;
    PaletteEditorState palette_editor;
    std::string fractal_refusal;  // of the last click on a fractal's box; empty if it was taken
    std::string pointed_figures;  // of the tooltip over the picture: lines
    std::array<float, 2> tooltip_size{};  // over the picture: of the last drawn, in ImGui's units
    std::map<std::uint32_t, PlotState> plots;  // by ImGui id
    LevelChart chart = LevelChart::outcomes;
    TimelineState timeline;
    ModelPanelState model;
    LandscapePanelState landscape;
    CheckPanelState check;
    RacePanelState race;
};

}  // namespace mariani::app
