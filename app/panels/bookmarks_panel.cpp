#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/core.h>
#include <imgui_stdlib.h>

namespace mariani::app {
namespace {

// With the digits that tell points a hundredth of the view's height apart.
std::string place_of(const View& view) {
    const auto decimals = static_cast<int>(std::max(std::ceil(2 - log10(view.height)), 2.0));
    const auto text = place(view.centre, decimals);
    return view.julia ? text + " of a Julia set" : text;
}

// A line that can be clicked: what it is in dim text, then `text`.
bool entry(const PanelContext& context, int id, const std::string& label, const std::string& text) {
    const float start = ImGui::GetCursorPosX();
    ImGui::PushID(id);
    ImGui::SetNextItemAllowOverlap();
    const bool clicked = ImGui::Selectable("##entry");
    ImGui::PopID();
    ImGui::SameLine(start);
    value_text(label, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
    ImGui::SameLine(start + scaled_length(context, 96));
    value_text(text);
    return clicked;
}

void view_rows(const PanelContext& context) {
    const auto& views = context.seen.recent_views;
    for (std::size_t i = 0; i < views.size(); ++i)
        if (entry(context, static_cast<int>(i), magnification(views[i].view.height),
                  place_of(views[i].view)))
            context.commands.push_back(command::OpenRecentView{i});
}

void recent_file_rows(const PanelContext& context) {
    ImGui::PushID("files");
    int id = 0;
    for (const auto& path : context.seen.recent_files) {
        const auto name = std::filesystem::path(path).filename().string();
        ImGui::PushID(id++);
        if (ImGui::Selectable(printable(name, longest_quote).c_str()))
            context.commands.push_back(command::OpenFile{path});
        explain(path);
        ImGui::PopID();
    }
    ImGui::PopID();
}

std::optional<std::string> why_name_invalid(const PanelContext& context, const std::string& name) {
    if (name.find_first_not_of(' ') == std::string::npos)
        return "the bookmark has no name: type one";
    const auto& all = context.seen.bookmarks;
    const bool taken = std::any_of(all.begin(), all.end(), [&](const BookmarkView& bookmark) {
        return bookmark.name == name;
    });
    if (taken)
        return fmt::format("there is a bookmark {} already: type another name", in_quotes(name));
    return std::nullopt;
}

void add_row(const PanelContext& context) {
    auto& state = context.state;
    const bool refused = !state.bookmark_error.empty();
    const float add = scaled_length(context, 64);
    ImGui::SetNextItemWidth(-add - ImGui::GetStyle().ItemSpacing.x);
    ImGui::PushStyleColor(ImGuiCol_Text, refused ? tone::error : tone::text);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, refused ? tone::error_field : tone::field);
    if (ImGui::InputTextWithHint("##name", "name for this view", &state.bookmark_name))
        state.bookmark_error.clear();
    ImGui::PopStyleColor(2);
    const bool entered = ImGui::IsItemDeactivatedAfterEdit() && ImGui::IsKeyPressed(ImGuiKey_Enter);
    ImGui::SameLine();
    if (button("Add", "Saves the view, its dwell limit and its colours under this name.", add) ||
        entered) {
        if (const auto why = why_name_invalid(context, state.bookmark_name)) {
            state.bookmark_error = *why;
        } else {
            context.commands.push_back(command::AddBookmark{state.bookmark_name});
            state.bookmark_name.clear();
            state.bookmark_error.clear();
        }
    }
    if (!state.bookmark_error.empty()) note(state.bookmark_error, tone::error);
}

void picture(const PanelContext& context, const BookmarkView& bookmark, ImVec2 from, ImVec2 to) {
    auto& list = *ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding;
    if (bookmark.thumbnail != 0) {
        const auto texture = ImTextureID{bookmark.thumbnail};
        list.AddImageRounded(texture, from, to, {0, 0}, {1, 1}, tone::packed(tone::brightest),
                             rounding);
    } else {
        list.AddRectFilled(from, to, tone::packed(tone::field), rounding);
    }
    const bool here = context.settings.view == bookmark.view;
    if (here || ImGui::IsItemHovered())
        list.AddRect(from, to, tone::packed(here ? tone::accent_bright : tone::accent), rounding,
                     2 * context.fonts.scale);
}

// A cross in the picture's corner, for the user's own bookmarks while the mouse is over them.
void remove_button(const PanelContext& context, const BookmarkView& bookmark, ImVec2 corner) {
    const float side = ImGui::GetFontSize() * 1.3f;
    ImGui::SetCursorScreenPos({corner.x - side, corner.y});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    if (ImGui::Button("x", {side, side}))
        context.commands.push_back(command::RemoveBookmark{bookmark.name});
    ImGui::PopStyleVar();
    explain("Removes this bookmark (Delete, by keyboard).");
}

std::string about(const BookmarkView& bookmark) {
    return fmt::format(
        "{}\n{}\ndwell limit {}",
        printable(bookmark.title.empty() ? bookmark.name : bookmark.title, longest_quote),
        magnification(bookmark.view.height), grouped(bookmark.dwell_limit));
}

void bookmark_tile(const PanelContext& context, const BookmarkView& bookmark, float width) {
    const float height = std::round(width * 0.62f);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 to{from.x + width, from.y + height};
    ImGui::PushID(bookmark.name.c_str());
    ImGui::BeginGroup();
    ImGui::SetNextItemAllowOverlap();
    if (invisible_button("open", {width, height}))
        context.commands.push_back(command::OpenBookmark{bookmark.name});
    const bool by_key = context.state.keyboard.at == KeyboardPlace::panel &&
                        ImGui::IsItemFocused() && ImGui::IsKeyPressed(ImGuiKey_Delete);
    if (by_key && !bookmark.shipped)
        context.commands.push_back(command::RemoveBookmark{bookmark.name});
    explain(about(bookmark));
    picture(context, bookmark, from, to);
    const ImVec2 below = ImGui::GetCursorScreenPos();
    if (!bookmark.shipped && ImGui::IsMouseHoveringRect(from, to)) {
        remove_button(context, bookmark, {to.x, from.y});
        ImGui::SetCursorScreenPos(below);
    }
    ImGui::PushClipRect({from.x, below.y}, {to.x, below.y + ImGui::GetTextLineHeight()}, true);
    ImGui::TextUnformatted(bookmark.name.c_str());
    ImGui::PopClipRect();
    ImGui::EndGroup();
    ImGui::PopID();
}

void bookmark_tiles(const PanelContext& context) {
    const float min_width = scaled_length(context, 96);
    const int columns = std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().x / min_width));
    if (!ImGui::BeginTable("bookmarks", columns, ImGuiTableFlags_SizingStretchSame)) return;
    for (const auto& bookmark : context.seen.bookmarks) {
        ImGui::TableNextColumn();
        bookmark_tile(context, bookmark, ImGui::GetContentRegionAvail().x);
    }
    ImGui::EndTable();
}

}  // namespace

void recent_rows(const PanelContext& context) {
    const auto& seen = context.seen;
    if (seen.recent_views.empty() && seen.recent_files.empty()) return;
    heading("Recent");
    view_rows(context);
    recent_file_rows(context);
    if (button("Forget all",
               "Removes these views and files from the list, but does not delete the files.",
               -FLT_MIN))
        context.commands.push_back(Action::forget_recent);
}

void bookmarks_panel(const PanelContext& context) {
    add_row(context);
    gap(context);
    bookmark_tiles(context);
    recent_rows(context);
}

}  // namespace mariani::app
