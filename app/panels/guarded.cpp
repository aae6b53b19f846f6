#include "app/panels/guarded.hpp"

#include "app/failure.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace mariani::app {
namespace {

// What a window has pushed, besides the stacks that all windows share.
struct WindowDepth {
    ImGuiWindow* window;
    int ids, item_widths, wrap_positions, clips;
    int tree_depth;
    float item_width, wrap_position;
    ImVec1 indent, group_offset;

    explicit WindowDepth(ImGuiWindow& of)
        : window(&of),
          ids(of.IDStack.Size),
          item_widths(of.DC.ItemWidthStack.Size),
          wrap_positions(of.DC.TextWrapPosStack.Size),
          clips(of.DrawList->_ClipRectStack.Size),
          tree_depth(of.DC.TreeDepth),
          item_width(of.DC.ItemWidth),
          wrap_position(of.DC.TextWrapPos),
          indent(of.DC.Indent),
          group_offset(of.DC.GroupOffset) {}

    void restore() const {
        auto& inner = window->DC;
        window->IDStack.shrink(ids);
        inner.ItemWidthStack.shrink(item_widths);
        inner.TextWrapPosStack.shrink(wrap_positions);
        inner.TreeDepth = tree_depth;
        inner.ItemWidth = item_width;
        inner.TextWrapPos = wrap_position;
        inner.Indent = indent;
        inner.GroupOffset = group_offset;
        while (window->DrawList->_ClipRectStack.Size > clips) ImGui::PopClipRect();
    }
};

// Sizes of the stacks that all windows share.
struct SharedDepth {
    int windows, tables, tab_bars, groups, fonts, item_flags, colours, style_vars, disabled;

    explicit SharedDepth(const ImGuiContext& g)
        : windows(g.CurrentWindowStack.Size),
          tables(g.TablesTempDataStacked),
          tab_bars(g.CurrentTabBarStack.Size),
          groups(g.GroupStack.Size),
          fonts(g.FontStack.Size),
          item_flags(g.ItemFlagsStack.Size),
          colours(g.ColorStack.Size),
          style_vars(g.StyleVarStack.Size),
          disabled(g.DisabledStackSize) {}
};

ImGuiID id_of(ImGuiTable& table) {
#if IMGUI_VERSION_NUM >= 18900
    return ImGui::TableGetInstanceID(&table, table.InstanceCurrent);
#else
    return table.ID + static_cast<ImGuiID>(table.InstanceCurrent);
#endif
}

ImGuiTabBar* tab_bar_of(ImGuiContext& g) {
    if (g.CurrentTabBarStack.empty()) return nullptr;
    const ImGuiPtrOrIndex& innermost = g.CurrentTabBarStack.back();
    return innermost.Ptr ? static_cast<ImGuiTabBar*>(innermost.Ptr)
                         : g.TabBars.GetByIndex(innermost.Index);
}

// Whatever is begun in a window is ended in it.
void leave_in_window(ImGuiContext& g, int fonts, int groups, int disabled) {
    while (g.FontStack.Size > fonts) ImGui::PopFont();
    g.GroupStack.shrink(groups);
    g.DisabledStackSize = static_cast<short>(disabled);
}

void leave_table(ImGuiContext& g) {
    ImGuiTable& table = *g.CurrentTable;
    auto& ids = table.InnerWindow->IDStack;
    while (ids.Size > 1 && ids.back() != id_of(table)) ids.pop_back();
    ImGui::EndTable();
}

void leave_window(ImGuiContext& g) {
    ImGuiWindow& window = *g.CurrentWindow;
    window.IDStack.shrink(g.CurrentWindowStack.back().StackSizesOnBegin.SizeOfIDStack);
    if (window.Flags & ImGuiWindowFlags_Popup)
        ImGui::EndPopup();
    else if (window.Flags & ImGuiWindowFlags_ChildWindow)
        ImGui::EndChild();
    else
        ImGui::End();
}

// From the innermost outwards. A scrolling table is a window too, and is closed with it.
void leave_windows_and_tables(ImGuiContext& g, const SharedDepth& depth) {
    while (g.CurrentWindowStack.Size > depth.windows || g.TablesTempDataStacked > depth.tables) {
        const ImGuiStackSizes& at_begin = g.CurrentWindowStack.back().StackSizesOnBegin;
        if (g.CurrentWindowStack.Size > depth.windows)
            leave_in_window(g, at_begin.SizeOfFontStack, at_begin.SizeOfGroupStack,
                            at_begin.SizeOfDisabledStack);
        // A window in a cell has no table until it begins one of its own.
        if (g.TablesTempDataStacked > depth.tables && g.CurrentTable &&
            g.CurrentTable->InnerWindow == g.CurrentWindow)
            leave_table(g);
        else
            leave_window(g);
    }
}

// What is open and pushed at a moment, to return to.
class Depth {
  public:
    explicit Depth(ImGuiContext& g)
        : g_(g), shared_(g), window_(*g.CurrentWindow), style_(g.Style) {}

    void restore() const {
        g_.ItemFlagsStack.shrink(shared_.item_flags);
        g_.CurrentItemFlags = g_.ItemFlagsStack.back();
        g_.ColorStack.shrink(shared_.colours);
        g_.StyleVarStack.shrink(shared_.style_vars);
        g_.Style = style_;
        g_.CurrentTabBarStack.shrink(shared_.tab_bars);
        g_.CurrentTabBar = tab_bar_of(g_);
        leave_windows_and_tables(g_, shared_);
        leave_in_window(g_, shared_.fonts, shared_.groups, shared_.disabled);
        window_.restore();
        g_.NextWindowData.ClearFlags();
        g_.NextItemData.ClearFlags();
    }

  private:
    ImGuiContext& g_;
    SharedDepth shared_;
    WindowDepth window_;
    ImGuiStyle style_;
};

}  // namespace

std::optional<std::string> failure_of_drawing(const std::function<void()>& draw) {
    const Depth depth(*ImGui::GetCurrentContext());
    auto failure = failure_of(draw);
    if (failure) depth.restore();
    return failure;
}

void draw_or_show_error(const char* name, const std::function<void()>& draw) {
    const auto failure = failure_of_drawing(draw);
    if (!failure) return;
    ImGui::NewLine();  // wherever on a line it stopped
    note(fmt::format("{} cannot be drawn: {}", name, *failure), tone::error);
}

}  // namespace mariani::app
