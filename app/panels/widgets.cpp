#include "app/panels/widgets.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/core.h>
#include <imgui_internal.h>

namespace mariani::app {
namespace {

void wrapped(const std::string& text, const ImVec4& colour) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

// A choice beside others.
bool segment(const char* label, float width, bool chosen) {
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? tone::chosen : tone::field);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, chosen ? tone::chosen : tone::raised);
    ImGui::PushStyleColor(ImGuiCol_Text, chosen ? tone::brightest : tone::text);
    const bool pressed = ImGui::Button(label, {width, 0});
    ImGui::PopStyleColor(3);
    if (chosen) {
        const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
        const float inset = ImGui::GetStyle().FrameRounding;
        const float thick = std::round(ImGui::GetFontSize() / 8);
        ImGui::GetWindowDrawList()->AddRectFilled(
            {from.x + inset, to.y - thick}, {to.x - inset, to.y}, tone::packed(tone::underline));
    }
    return pressed;
}

// Whether the menu key is pressed while the keyboard is at the control of the row that begins here.
bool menu_key_asks() {
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    ImGuiWindow* focused = imgui.NavWindow;
    if (imgui.NavOpenContextMenuItemId == 0 || focused == nullptr ||
        focused->RootWindow != imgui.CurrentWindow->RootWindow)
        return false;
    const ImRect control = ImGui::WindowRectRelToAbs(focused, focused->NavRectRel[imgui.NavLayer]);
    const float top = ImGui::GetCursorScreenPos().y, middle = control.GetCenter().y;
    return middle >= top && middle < top + ImGui::GetFrameHeight();
}

// What their labels need.
std::vector<float> least_widths(std::span<const Segment> segments) {
    const float space = 0.5f * ImGui::GetFontSize();
    std::vector<float> least;
    for (const Segment& segment : segments)
        least.push_back(space + ImGui::CalcTextSize(segment.label.data(),
                                                    segment.label.data() + segment.label.size())
                                    .x);
    return least;
}

float sum_of(const std::vector<float>& widths) {
    return std::accumulate(widths.begin(), widths.end(), 0.0f);
}

// Alike, unless that is too narrow for a label: then by their labels. Together `width`.
std::vector<float> segment_widths(std::span<const Segment> segments, float width) {
    const float each = width / static_cast<float>(segments.size());
    std::vector<float> widths = least_widths(segments);
    if (std::ranges::max(widths) <= each) return std::vector<float>(segments.size(), each);
    const float scale = width / sum_of(widths);
    for (float& one : widths) one *= scale;
    return widths;
}

// Those from `begin` on, before `end`, in a row.
void segment_row(std::span<const Segment> segments, std::size_t begin, std::size_t end,
                 std::size_t chosen, std::optional<std::size_t>& picked) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const auto widths = segment_widths(segments.subspan(begin, end - begin), width);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + ImGui::GetFrameHeight()},
                                              tone::packed(tone::field),
                                              ImGui::GetStyle().FrameRounding);
    for (std::size_t i = begin; i < end; ++i) {
        const auto& [label, explanation, unavailable] = segments[i];
        ImGui::BeginDisabled(unavailable.has_value());
        if (i > begin) ImGui::SameLine(0, 0);
        if (segment(std::string(label).c_str(), widths[i - begin], i == chosen) && i != chosen)
            picked = i;
        ImGui::EndDisabled();
        explain(unavailable ? *unavailable : explanation);
    }
}

}  // namespace

void push_mono(const Fonts& fonts) {
    ImGui::PushFont(fonts.mono, fonts.mono_size);
}

float content_right() {
    return ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
}

float label_width(const PanelContext& context) {
    return std::min(scaled_length(context, 118), 0.36f * content_right());
}

void row(const PanelContext& context, const char* label, const char* explanation) {
    const float start = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, tone::dim);
    ImGui::TextUnformatted(label);
    ImGui::PopStyleColor();
    explain(explanation);
    auto& rows = context.state.rows;
    rows.label = label;
    rows.pointed = ImGui::IsItemHovered();
    const PanelRow here{rows.section, label, rows.in_details};
    if (rows.noted && *label != '\0') rows.noted->push_back(here);
    ImGui::SameLine(start + label_width(context));
    if (rows.sought == here) come_to_item(context, 0);
    ImGui::SetNextItemWidth(-FLT_MIN);
}

void come_to_item(const PanelContext& context, int offset) {
    context.state.rows.sought.reset();
    context.state.keyboard = {context.state.rows.area, false};
    ImGui::SetScrollHereY();
    ImGui::SetKeyboardFocusHere(offset);
    ImGui::SetNavCursorVisible(true);
}

bool reset_wanted(const PanelContext& context, bool is_default) {
    const auto& rows = context.state.rows;
    const std::string id = "##reset " + rows.label;
    if ((rows.pointed && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) || menu_key_asks())
        ImGui::OpenPopup(id.c_str());
    if (!ImGui::BeginPopup(id.c_str())) return false;
    const bool wanted = ImGui::MenuItem("Reset to default", nullptr, false, !is_default);
    ImGui::EndPopup();
    return wanted;
}

const Settings& usual_settings() {
    static const Settings usual = window_defaults();
    return usual;
}

void copy_menu(const char* name, bool pointed, const std::string& text) {
    const std::string id = std::string("##copy ") + name;
    if (pointed && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) ImGui::OpenPopup(id.c_str());
    if (!ImGui::BeginPopup(id.c_str())) return;
    if (ImGui::MenuItem("Copy")) ImGui::SetClipboardText(text.c_str());
    ImGui::EndPopup();
}

void row_text(const PanelContext& context, const char* label, const char* explanation,
              const std::string& text) {
    row(context, label, explanation);
    ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(0);
    value_text(text);
    ImGui::PopTextWrapPos();
    copy_menu(label, context.state.rows.pointed || ImGui::IsItemHovered(), text);
}

void place_beside_item(float width) {
    const auto& viewport = *ImGui::GetMainViewport();
    const float space = 2 * ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const float left = ImGui::GetWindowPos().x - space;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() + space;
    const bool upper = from.y + to.y < 2 * viewport.Pos.y + viewport.Size.y;
    const float y = upper ? from.y : to.y, pivot = upper ? 0.0f : 1.0f;
    const bool in_bar = !upper && ImGui::GetWindowHeight() < 2 * (to.y - from.y);
    if (in_bar) {
        const float x = std::max(std::min(from.x, right - 2 * space - width), viewport.Pos.x);
        return ImGui::SetNextWindowPos({x, from.y - space}, ImGuiCond_Always, {0, 1});
    }
    if (left - width >= viewport.Pos.x)
        return ImGui::SetNextWindowPos({left, y}, ImGuiCond_Always, {1, pivot});
    if (right + width <= viewport.Pos.x + viewport.Size.x)
        return ImGui::SetNextWindowPos({right, y}, ImGuiCond_Always, {0, pivot});
    const float x = std::max(std::min(from.x, viewport.Pos.x + viewport.Size.x - width), 0.0f);
    ImGui::SetNextWindowPos({x, upper ? to.y + space : from.y - space}, ImGuiCond_Always,
                            {0, pivot});
}

void explain(std::string_view explanation) {
    constexpr ImGuiHoveredFlags rested = ImGuiHoveredFlags_AllowWhenDisabled |
                                         ImGuiHoveredFlags_DelayNormal |
                                         ImGuiHoveredFlags_NoSharedDelay;
    if (explanation.empty() || !ImGui::IsItemHovered(rested)) return;
    const float widest = ImGui::GetFontSize() * 24;
    place_beside_item(widest + 2 * ImGui::GetStyle().WindowPadding.x);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(widest);
    ImGui::TextUnformatted(explanation.data(), explanation.data() + explanation.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void note_below(const PanelContext& context, const std::string& text, const ImVec4& colour) {
    const float indent = label_width(context);
    ImGui::Indent(indent);
    wrapped(text, colour);
    ImGui::Unindent(indent);
}

void note(const std::string& text) {
    wrapped(text, tone::dim);
}

void note(const std::string& text, const ImVec4& colour) {
    wrapped(text, colour);
}

void gap(const PanelContext& context) {
    ImGui::Dummy({0, scaled_length(context, 2)});
}

void dimmed(const std::function<void()>& contents) {
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, previous_opacity * ImGui::GetStyle().Alpha);
    contents();
    ImGui::PopStyleVar();
}

void with_room(int lines, const std::function<void()>& contents) {
    const float end =
        ImGui::GetCursorPosY() + static_cast<float>(lines) * ImGui::GetTextLineHeightWithSpacing();
    contents();
    const float spare = end - ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
    if (spare > 0) ImGui::Dummy({0, spare});
}

void of_picture(const PanelContext& context, int lines, const std::function<void()>& contents) {
    if (!shows_previous(context.seen)) return with_room(lines, contents);
    dimmed([&] { with_room(lines, contents); });
}

void details(const PanelContext& context, const std::function<void()>& contents) {
    auto& rows = context.state.rows;
    auto& chosen = context.settings.sections;
    const std::string name = details_of(rows.section);
    const auto found = chosen.find(name);
    const bool unfolded = found != chosen.end() && found->second;
    gap(context);
    ImGui::SetNextItemOpen(unfolded || rows.noted != nullptr);
    ImGui::PushStyleColor(ImGuiCol_Text, tone::dim);
    const bool open = ImGui::TreeNodeEx(
        "Details", ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
    ImGui::PopStyleColor();
    if (!rows.noted && open != unfolded) chosen[name] = open;
    if (!open) return;
    rows.in_details = true;
    contents();
    rows.in_details = false;
}

void heading(const char* text) {
    ImGui::Spacing();
    ImGui::TextUnformatted(text);
}

bool checkbox(const char* id, bool& value, std::string_view explanation) {
    const bool changed = ImGui::Checkbox(id, &value);
    explain(explanation);
    return changed;
}

void value_text(const std::string& text) {
    value_text(text, tone::text);
}

void value_text(const std::string& text, const ImVec4& colour) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
}

void value_text_right(const std::string& text) {
    value_text_right(text, tone::text);
}

void value_text_right(const std::string& text, const ImVec4& colour) {
    const float spare = ImGui::GetContentRegionAvail().x -
                        ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    if (spare > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + spare);
    value_text(text, colour);
}

void cell(const std::string& text) {
    cell(text, tone::text);
}

void cell(const std::string& text, const ImVec4& colour) {
    ImGui::TableNextColumn();
    value_text_right(text, colour);
}

void fact(const PanelContext& context, const char* label, const std::string& value) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", label);
    ImGui::TableNextColumn();
    value_text(value);
    if (ImGui::GetCurrentWindow()->Flags & ImGuiWindowFlags_Tooltip)
        context.state.pointed_figures += fmt::format("{}: {}\n", label, value);
    else
        copy_menu(label, ImGui::IsItemHovered(), value);
}

void draw_swatch(const PanelContext& context, const ImVec4& colour, ImVec2 at, float side) {
    auto& list = *ImGui::GetWindowDrawList();
    const ImVec2 to{at.x + side, at.y + side};
    const float rounding = scaled_length(context, 2);
    list.AddRectFilled(at, to, tone::packed(colour), rounding);
    list.AddRect(at, to, tone::packed(tone::with_alpha(tone::text, 0.35f)), rounding);
}

void swatch(const PanelContext& context, const ImVec4& colour, const char* label) {
    const float side = 0.62f * ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float top = at.y + ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset +
                      0.5f * (ImGui::GetTextLineHeight() - side);
    draw_swatch(context, colour, {at.x, top}, side);
    ImGui::Dummy({side, ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextUnformatted(label);
}

std::optional<std::size_t> segmented(const char* id, std::span<const Segment> segments,
                                     std::size_t chosen) {
    std::optional<std::size_t> picked;
    const std::size_t count = segments.size();
    const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
    const bool fit = count < 3 || sum_of(least_widths(segments)) <= width;
    const std::size_t in_a_row = fit ? count : (count + 1) / 2;
    ImGui::PushID(id);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
    for (std::size_t begin = 0; begin < count; begin += in_a_row) {
        ImGui::SetCursorPosX(left);
        segment_row(segments, begin, std::min(begin + in_a_row, count), chosen, picked);
    }
    ImGui::PopStyleVar();
    ImGui::PopID();
    return picked;
}

void reasons_below(const PanelContext& context, std::span<const Segment> segments) {
    for (const Segment& segment : segments)
        if (segment.unavailable)
            note_below(context, fmt::format("{}: {}", segment.label, *segment.unavailable),
                       tone::dim);
}

void grey_if(const std::optional<std::string>& why, const std::function<void()>& contents) {
    ImGui::BeginGroup();
    ImGui::BeginDisabled(why.has_value());
    contents();
    ImGui::EndDisabled();
    ImGui::EndGroup();
    if (why) explain(*why);
}

float button_width(int buttons) {
    const float gaps = static_cast<float>(buttons - 1) * ImGui::GetStyle().ItemSpacing.x;
    return (ImGui::GetContentRegionAvail().x - gaps) / static_cast<float>(buttons);
}

bool button(const char* label, const char* explanation, float width, bool possible) {
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    const float wanted = ImGui::CalcTextSize(label, nullptr, true).x + 2 * padding.x;
    const bool narrow = width > 0 && width < wanted;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {narrow ? 0 : padding.x, padding.y});
    ImGui::BeginDisabled(!possible);
    const bool pressed = ImGui::Button(label, {width, 0});
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    explain(explanation);
    return pressed;
}

bool primary_button(const char* label, const char* explanation, float width, bool possible) {
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::round(ImGui::GetFontSize() / 16));
    ImGui::PushStyleColor(ImGuiCol_Border, tone::underline);
    const bool pressed = button(label, explanation, width, possible);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return pressed;
}

bool toggle(const char* label, bool on, const char* explanation) {
    const bool pressed = segment(label, 0, on);
    explain(explanation);
    return pressed;
}

bool close_button(float side, const char* explanation) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::Button("##close", {side, side});
    explain(explanation);
    const float inset = std::round(0.34f * side), thick = std::max(1.0f, side / 16);
    const ImVec2 from{at.x + inset, at.y + inset}, to{at.x + side - inset, at.y + side - inset};
    auto& list = *ImGui::GetWindowDrawList();
    list.AddLine(from, to, tone::packed(tone::text), thick);
    list.AddLine({from.x, to.y}, {to.x, from.y}, tone::packed(tone::text), thick);
    return pressed;
}

bool section_title(const Fonts& fonts, const char* title, bool open) {
    ImGui::Dummy({0, std::round(fonts.scale * 6)});
    ImGui::SetNextItemOpen(open);
    ImGui::PushStyleColor(ImGuiCol_Header, tone::clear);
    ImGui::PushStyleColor(ImGuiCol_HeaderHovered, tone::field);
    ImGui::PushStyleColor(ImGuiCol_HeaderActive, tone::field);
    ImGui::PushStyleColor(ImGuiCol_Text, tone::title);
    ImGui::PushFont(fonts.title, fonts.text_size);
    const bool unfolded = ImGui::CollapsingHeader(title);
    ImGui::PopFont();
    ImGui::PopStyleColor(4);
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled(
        {from.x, to.y}, {to.x, to.y + std::round(fonts.scale)}, tone::packed(tone::hairline));
    return unfolded;
}

bool invisible_button(const char* id, ImVec2 size) {
    return ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)},
                                  ImGuiButtonFlags_EnableNav);
}

bool button_beneath(const char* id, ImVec2 size) {
    ImGui::SetNextItemAllowOverlap();
    return ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
}

int rank_that_fits(std::span<const FittingColumn> columns) {
    const float character = 0.1f * ImGui::CalcTextSize("0123456789").x;
    const float width = ImGui::GetContentRegionAvail().x;
    int rank = 0;
    for (const auto& column : columns) rank = std::max(rank, column.rank);
    for (; rank > 0; --rank) {
        int needed = 0;
        for (const auto& column : columns) needed += column.rank <= rank ? column.characters : 0;
        if (static_cast<float>(needed) * character <= width) break;
    }
    return rank;
}

bool begin_fitting_table(const PanelContext& context, const char* id,
                         std::span<const FittingColumn> columns, int rank) {
    const auto flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_NoPadOuterX;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding,
                        {scaled_length(context, 2), ImGui::GetStyle().CellPadding.y});
    const bool begun = ImGui::BeginTable(id, static_cast<int>(columns.size()), flags);
    ImGui::PopStyleVar();
    if (!begun) return false;
    for (const auto& column : columns) {
        const auto hidden = column.rank <= rank ? 0 : ImGuiTableColumnFlags_Disabled;
        ImGui::TableSetupColumn(column.name, ImGuiTableColumnFlags_WidthStretch | hidden,
                                static_cast<float>(column.characters));
    }
    return true;
}

void note_hidden_columns(std::span<const FittingColumn> columns, int rank) {
    std::string hidden;
    for (const auto& column : columns)
        if (column.rank > rank) hidden += (hidden.empty() ? "" : ", ") + std::string(column.name);
    if (!hidden.empty()) note(fmt::format("Widen the panel to see: {}.", hidden));
}

}  // namespace mariani::app
