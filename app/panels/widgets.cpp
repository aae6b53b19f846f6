#include "app/panels/widgets.hpp"

#include "app/panels/panel_style.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// How far below the current font's top the mono font starts, so that both share a baseline.
float mono_drop(const PanelContext& context) {
    const auto& [text, mono, text_size, mono_size, scale] = context.fonts;
    return std::round(text->GetFontBaked(text_size)->Ascent -
                      mono->GetFontBaked(mono_size)->Ascent);
}

void wrapped(const std::string& text, const ImVec4& colour) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void push_segment_style(bool chosen) {
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? tone::accent : ImVec4{0, 0, 0, 0});
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, chosen ? tone::accent : tone::raised);
    ImGui::PushStyleColor(ImGuiCol_Text, chosen ? ImVec4{1, 1, 1, 1} : tone::text);
}

// Alike, unless that is too narrow for a label: then by their labels. Together `width`.
std::vector<float> segment_widths(std::span<const Segment> segments, float width) {
    const float each = width / static_cast<float>(segments.size());
    const float space = 0.5f * ImGui::GetFontSize();
    std::vector<float> wanted;
    for (const Segment& segment : segments)
        wanted.push_back(space + ImGui::CalcTextSize(segment.label.data(),
                                                     segment.label.data() + segment.label.size())
                                     .x);
    if (std::ranges::max(wanted) <= each) return std::vector<float>(segments.size(), each);
    const float scale = width / std::accumulate(wanted.begin(), wanted.end(), 0.0f);
    for (float& one : wanted) one *= scale;
    return wanted;
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
    ImGui::SameLine(start + label_width(context));
    ImGui::SetNextItemWidth(-FLT_MIN);
}

void row_text(const PanelContext& context, const char* label, const char* explanation,
              const std::string& text) {
    row(context, label, explanation);
    ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(0);
    mono(context, text);
    ImGui::PopTextWrapPos();
}

void place_beside_item(float width) {
    const auto& viewport = *ImGui::GetMainViewport();
    const float space = 2 * ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const float left = ImGui::GetWindowPos().x - space;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() + space;
    const bool upper = from.y + to.y < 2 * viewport.Pos.y + viewport.Size.y;
    const float y = upper ? from.y : to.y, pivot = upper ? 0.0f : 1.0f;
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

void with_room(int lines, const std::function<void()>& contents) {
    const float end =
        ImGui::GetCursorPosY() + static_cast<float>(lines) * ImGui::GetTextLineHeightWithSpacing();
    contents();
    const float spare = end - ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
    if (spare > 0) ImGui::Dummy({0, spare});
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

void mono(const PanelContext& context, const std::string& text) {
    mono(context, text, tone::text);
}

void mono(const PanelContext& context, const std::string& text, const ImVec4& colour) {
    const float drop = mono_drop(context);
    ImGui::BeginGroup();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + drop);
    push_mono(context.fonts);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
    ImGui::PopFont();
    ImGui::EndGroup();
}

void mono_right(const PanelContext& context, const std::string& text) {
    mono_right(context, text, tone::text);
}

void mono_right(const PanelContext& context, const std::string& text, const ImVec4& colour) {
    push_mono(context.fonts);
    const float spare = ImGui::GetContentRegionAvail().x -
                        ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    ImGui::PopFont();
    if (spare > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + spare);
    mono(context, text, colour);
}

void cell(const PanelContext& context, const std::string& text) {
    cell(context, text, tone::text);
}

void cell(const PanelContext& context, const std::string& text, const ImVec4& colour) {
    ImGui::TableNextColumn();
    mono_right(context, text, colour);
}

void fact(const PanelContext& context, const char* label, const std::string& value) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", label);
    ImGui::TableNextColumn();
    mono(context, value);
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
    const float top = at.y + 0.5f * (ImGui::GetTextLineHeight() - side);
    draw_swatch(context, colour, {at.x, top}, side);
    ImGui::Dummy({side, ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextUnformatted(label);
}

std::optional<std::size_t> segmented(const char* id, std::span<const Segment> segments,
                                     std::size_t chosen) {
    std::optional<std::size_t> picked;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const auto widths = segment_widths(segments, width);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + ImGui::GetFrameHeight()},
                                              tone::packed(tone::field),
                                              ImGui::GetStyle().FrameRounding);
    ImGui::PushID(id);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const auto& segment = segments[i];
        push_segment_style(i == chosen);
        ImGui::BeginDisabled(segment.unavailable.has_value());
        if (i > 0) ImGui::SameLine(0, 0);
        if (ImGui::Button(std::string(segment.label).c_str(), {widths[i], 0}) && i != chosen)
            picked = i;
        ImGui::EndDisabled();
        ImGui::PopStyleColor(3);
        explain(segment.unavailable ? *segment.unavailable : segment.explanation);
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
    ImGui::BeginDisabled(!possible);
    const bool pressed = ImGui::Button(label, {width, 0});
    ImGui::EndDisabled();
    explain(explanation);
    return pressed;
}

bool toggle(const char* label, bool on, const char* explanation) {
    push_segment_style(on);
    if (!on) ImGui::PushStyleColor(ImGuiCol_Button, tone::field);
    const bool pressed = ImGui::Button(label);
    ImGui::PopStyleColor(on ? 3 : 4);
    explain(explanation);
    return pressed;
}

bool invisible_button(const char* id, ImVec2 size) {
    return ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
}

bool button_beneath(const char* id, ImVec2 size) {
    ImGui::SetNextItemAllowOverlap();
    return invisible_button(id, size);
}

int rank_that_fits(const PanelContext& context, std::span<const FittingColumn> columns) {
    push_mono(context.fonts);
    const float character = ImGui::CalcTextSize("0").x;
    ImGui::PopFont();
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
    if (!hidden.empty()) note(fmt::format("A wider panel has more columns: {}.", hidden));
}

}  // namespace mariani::app
