// The panels' building blocks: rows of label and control, choices and drop-down lists, notes,
// tables.
#pragma once

#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "compute/model/choices.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

namespace mariani::app {

// Converts a design length at scale 1 to ImGui's units.
inline float scaled_length(const PanelContext& context, float length) {
    return length * context.fonts.scale;
}

// From here to PopFont() text is in the mono font.
void push_mono(const Fonts& fonts);

// The x at which the content of the window, or of the table's cell, ends.
float content_right();

// The offset of the controls' column from the labels'.
float label_width(const PanelContext& context);

// Starts a row: draws the label and positions the control, which is drawn next. Both fill the
// width. Hovering over the label explains it in one sentence.
void row(const PanelContext& context, const char* label, const char* explanation);

// The keyboard comes to the item just drawn (-1) or the next one (0).
void come_to_item(const PanelContext& context, int offset);

// A menu on the label of the last row, which the menu key opens at its control too. True: its value
// is to be the default one again.
bool reset_wanted(const PanelContext& context, bool is_default);

// What a window begins with that has no settings yet.
const Settings& usual_settings();

// The last row's label has a menu that makes a setting its default again: of(settings).
template <typename Of>
void resettable(const PanelContext& context, Of of) {
    const auto& usual = of(usual_settings());
    if (reset_wanted(context, of(std::as_const(context.settings)) == usual))
        of(context.settings) = usual;
    ImGui::SetNextItemWidth(-FLT_MIN);
}

// A menu for a text, opened by a right click while the mouse points at it.
void copy_menu(const char* name, bool pointed, const std::string& text);

// What the row shows if nothing can be edited: dim text in the controls' column.
void row_text(const PanelContext& context, const char* label, const char* explanation,
              const std::string& text);

// The next window stands beside the one that is drawn, at the height of the item just drawn, where
// there is room for this width; else below or above the item: never on it.
void place_beside_item(float width);

// Explains the item just drawn, beside it, once the mouse rests on it, even if it is disabled.
void explain(std::string_view explanation);

// Wrapped text in the controls' column, below a control.
void note_below(const PanelContext& context, const std::string& text, const ImVec4& colour);

// Wrapped dim text over the whole width.
void note(const std::string& text);
void note(const std::string& text, const ImVec4& colour);

void gap(const PanelContext& context);  // between groups of rows

// Draws it dim: it tells of something earlier than what is asked for.
void dimmed(const std::function<void()>& contents);

// Draws what has no more than this many lines, and keeps their room: what follows stays in place.
void with_room(int lines, const std::function<void()>& contents);

// The same for what tells of the picture: dim while another one is asked for.
void of_picture(const PanelContext& context, int lines, const std::function<void()>& contents);

// At the end of a section: what few need, folded until somebody unfolds it. Once in a section.
void details(const PanelContext& context, const std::function<void()>& contents);
// The name of a section's details in the settings.
inline std::string details_of(const std::string& section) {
    return section + "_details";
}

// A group's heading within a panel.
void heading(const char* text);

bool checkbox(const char* id, bool& value, std::string_view explanation);

// The text of a value; the second right-aligned in the rest of the line or cell.
void value_text(const std::string& text);
void value_text(const std::string& text, const ImVec4& colour);
void value_text_right(const std::string& text);
void value_text_right(const std::string& text, const ImVec4& colour);

// The same in the next cell of a table.
void cell(const std::string& text);
void cell(const std::string& text, const ImVec4& colour);

// The next two cells of a table: a dim label, and its value.
void fact(const PanelContext& context, const char* label, const std::string& value);

// A filled square, with a thin edge so that dark ones are visible too.
void draw_swatch(const PanelContext& context, const ImVec4& colour, ImVec2 at, float side);

// A filled square and a label: an entry of a legend. Stays on the line.
void swatch(const PanelContext& context, const ImVec4& colour, const char* label);

// A control with these choices side by side, as wide as the row, or in two rows if they do not fit
// into one. An unavailable choice is disabled, with its reason as the explanation. Returns the
// index of a new choice.
struct Segment {
    std::string_view label;
    std::string_view explanation;
    std::optional<std::string> unavailable;
};
std::optional<std::size_t> segmented(const char* id, std::span<const Segment> segments,
                                     std::size_t chosen);

// The same for a choice of the model.
template <typename E>
using Unavailable = std::function<std::optional<std::string>(E)>;

template <typename E>
std::vector<Segment> segments_of(const Unavailable<E>& unavailable) {
    std::vector<Segment> segments;
    for (const auto& choice : choices<E>())
        segments.push_back({choice.label, choice.description,
                            unavailable ? unavailable(choice.value) : std::nullopt});
    return segments;
}

template <typename E>
void choose(const char* id, E& value, const Unavailable<E>& unavailable = {}) {
    const auto segments = segments_of<E>(unavailable);
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < segments.size(); ++i)
        if (choices<E>()[i].value == value) chosen = i;
    if (const auto picked = segmented(id, segments, chosen)) value = choices<E>()[*picked].value;
}

// The same, preceded by "auto".
template <typename E>
void choose(const char* id, std::optional<E>& value, const Unavailable<E>& unavailable = {},
            std::string_view automatic_label = automatic_name) {
    auto segments = segments_of<E>(unavailable);
    segments.insert(segments.begin(), {automatic_label, automatic_description<E>(), {}});
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < choices<E>().size(); ++i)
        if (choices<E>()[i].value == value) chosen = i + 1;
    const auto picked = segmented(id, segments, chosen);
    if (picked && *picked == 0)
        value.reset();
    else if (picked)
        value = choices<E>()[*picked - 1].value;
}

// A choice of the model in a drop-down list, which fills the row. True: another one was picked.
template <typename E>
bool pick(const char* id, E& value) {
    const E before = value;
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (!ImGui::BeginCombo(id, std::string(choice_of(value).label).c_str(),
                           ImGuiComboFlags_HeightLarge))
        return false;
    for (const auto& choice : choices<E>()) {
        if (ImGui::Selectable(std::string(choice.label).c_str(), choice.value == value))
            value = choice.value;
        explain(choice.description);
    }
    ImGui::EndCombo();
    return value != before;
}

// The same, preceded by "auto"; what is unavailable says why and cannot be picked.
template <typename E>
void pick(const char* id, std::optional<E>& value, const Unavailable<E>& unavailable,
          const std::string& automatic_label) {
    ImGui::SetNextItemWidth(-FLT_MIN);
    const std::string shown = value ? std::string(choice_of(*value).label) : automatic_label;
    if (!ImGui::BeginCombo(id, shown.c_str(), ImGuiComboFlags_HeightLarge)) return;
    if (ImGui::Selectable(automatic_label.c_str(), !value)) value.reset();
    explain(automatic_description<E>());
    for (const auto& choice : choices<E>()) {
        const auto why = unavailable(choice.value);
        ImGui::BeginDisabled(why.has_value());
        if (ImGui::Selectable(std::string(choice.label).c_str(), value == choice.value))
            value = choice.value;
        ImGui::EndDisabled();
        explain(why ? *why : std::string(choice.description));
    }
    ImGui::EndCombo();
}

// Below the control: why each that is unavailable cannot be had.
void reasons_below(const PanelContext& context, std::span<const Segment> segments);

// What can be used; or what is grey, and why. Its parts have no explanations of their own.
void grey_if(const std::optional<std::string>& why, const std::function<void()>& contents);

// Why a choice is grey: its users are others. Nothing if the chosen one is among them.
template <typename E>
std::optional<std::string> used_by_others(E chosen, bool (*uses)(E)) {
    if (uses(chosen)) return std::nullopt;
    std::string labels;
    for (const auto& choice : choices<E>())
        if (uses(choice.value)) labels.append(labels.empty() ? "" : ", ").append(choice.label);
    return "Used by " + labels + ".";
}

// The width of this many buttons that share the row.
float button_width(int buttons);
bool button(const char* label, const char* explanation, float width, bool possible = true);
// The one that a view is there for: outlined.
bool primary_button(const char* label, const char* explanation, float width, bool possible = true);

// A button that looks pressed while it is on, as wide as its label.
bool toggle(const char* label, bool on, const char* explanation);

// A cross that closes what it stands in, a square of this side.
bool close_button(float side, const char* explanation = "Closes this.");

// A section's title over a hairline; whether its rows are shown.
bool section_title(const Fonts& fonts, const char* title, bool open);

// Like ImGui's, but at least one pixel: zero would abort the program.
bool invisible_button(const char* id, ImVec2 size);

// The same for the mouse alone, but items drawn over it later receive that.
bool button_beneath(const char* id, ImVec2 size);

// The next cells of a table: its columns' names, each with its explanation; the first on the left.
template <typename Columns>
void table_head(const Columns& columns) {
    for (const auto& column : columns) {
        ImGui::TableNextColumn();
        if (&column == &columns.front())
            value_text(column.name, tone::dim);
        else
            value_text_right(column.name, tone::dim);
        explain(column.explanation);
    }
}

// Tables of more columns than a narrow panel has room for: those of the lowest rank are dropped.
struct FittingColumn {
    const char* name;
    int characters;  // its width, including the gap to the next
    int rank;        // 0: never dropped; those of the highest number first
    const char* explanation;
};

// The highest rank of the columns that fit side by side.
int rank_that_fits(std::span<const FittingColumn> columns);

// Begins the table, without its head, if it is seen.
bool begin_fitting_table(const PanelContext& context, const char* id,
                         std::span<const FittingColumn> columns, int rank);

void note_hidden_columns(std::span<const FittingColumn> columns, int rank);

}  // namespace mariani::app
