#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/failure.hpp"

#include <implot.h>
#include <implot_internal.h>
#include <utility>

#include <fmt/core.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace mariani::app {
namespace {

// What a window has pushed that ImGui's recovery leaves alone.
struct WindowDepth {
    ImGuiWindow* window;
    int item_widths, wrap_positions, clips;
    float item_width, wrap_position;
    ImVec1 indent, group_offset;

    explicit WindowDepth(ImGuiWindow& of)
        : window(&of),
          item_widths(of.DC.ItemWidthStack.Size),
          wrap_positions(of.DC.TextWrapPosStack.Size),
          clips(of.DrawList->_ClipRectStack.Size),
          item_width(of.DC.ItemWidth),
          wrap_position(of.DC.TextWrapPos),
          indent(of.DC.Indent),
          group_offset(of.DC.GroupOffset) {}

    void restore() const {
        auto& inner = window->DC;
        inner.ItemWidthStack.shrink(item_widths);
        inner.TextWrapPosStack.shrink(wrap_positions);
        inner.ItemWidth = item_width;
        inner.TextWrapPos = wrap_position;
        inner.Indent = indent;
        inner.GroupOffset = group_offset;
        while (window->DrawList->_ClipRectStack.Size > clips) ImGui::PopClipRect();
    }
};

// ImGui takes whatever it has to close for a mistake: while this lives, without a word.
class SilentRecovery {
  public:
    explicit SilentRecovery(ImGuiIO& io)
        : io_(io),
          asserts_(std::exchange(io.ConfigErrorRecoveryEnableAssert, false)),
          logs_(std::exchange(io.ConfigErrorRecoveryEnableDebugLog, false)),
          shows_(std::exchange(io.ConfigErrorRecoveryEnableTooltip, false)) {}
    ~SilentRecovery() {
        io_.ConfigErrorRecoveryEnableAssert = asserts_;
        io_.ConfigErrorRecoveryEnableDebugLog = logs_;
        io_.ConfigErrorRecoveryEnableTooltip = shows_;
    }
    SilentRecovery(const SilentRecovery&) = delete;
    SilentRecovery& operator=(const SilentRecovery&) = delete;

  private:
    ImGuiIO& io_;
    bool asserts_, logs_, shows_;
};

// A plot that was begun leaves only ids on ImGui's stacks.
void abandon_plot(ImPlotContext& plots) {
    if (plots.CurrentPlot == nullptr) return;
    ImPlotItemGroup& items = plots.CurrentPlot->Items;
    for (int i = 0; i < items.GetItemCount(); ++i) items.GetItemByIndex(i)->SeenThisFrame = false;
    plots.CurrentItems = nullptr;
    ImPlot::ResetCtxForNextPlot(&plots);
}

// What is open and pushed at a moment, to return to.
class Depth {
  public:
    explicit Depth(ImGuiContext& g)
        : g_(g),
          tables_(g.TablesTempDataStacked),
          tab_bars_(g.CurrentTabBarStack.Size),
          window_(*g.CurrentWindow),
          style_(g.Style) {
        ImGui::ErrorRecoveryStoreState(&stacks_);
    }

    void restore() const {
        const SilentRecovery silent(g_.IO);
        abandon_plot(*ImPlot::GetCurrentContext());
        while (g_.CurrentWindowStack.Size > stacks_.SizeOfWindowStack) leave_window();
        while (g_.TablesTempDataStacked > tables_) ImGui::EndTable();
        while (g_.CurrentTabBarStack.Size > tab_bars_) ImGui::EndTabBar();
        leave_what_was_pushed();
        window_.restore();
        g_.Style = style_;  // a pushed alpha and a disabled one do not end in each other's order
        g_.NextWindowData.ClearFlags();
        g_.NextItemData.ClearFlags();
    }

  private:
    // With all that was begun in it. A scrolling table is a window too.
    void leave_window() const {
        if (!(g_.CurrentWindow->Flags & ImGuiWindowFlags_ChildWindow))
            ImGui::End();
        else if (g_.CurrentTable != nullptr && g_.CurrentTable->InnerWindow == g_.CurrentWindow)
            ImGui::EndTable();
        else
            ImGui::EndChild();
    }

    // ImGui counts neither tables nor tab bars: those around the drawing are hidden from it.
    void leave_what_was_pushed() const {
        ImGuiTable* const table = std::exchange(g_.CurrentTable, nullptr);
        ImGuiTabBar* const tab_bar = std::exchange(g_.CurrentTabBar, nullptr);
        ImGui::ErrorRecoveryTryToRecoverWindowState(&stacks_);
        g_.CurrentTable = table;
        g_.CurrentTabBar = tab_bar;
    }

    ImGuiContext& g_;
    ImGuiErrorRecoveryState stacks_;
    int tables_, tab_bars_;
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
