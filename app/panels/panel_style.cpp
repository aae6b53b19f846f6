#include "app/panels/panel_style.hpp"

#include "app/panels/panels.hpp"

#include <implot.h>
#include <implot_internal.h>

namespace mariani::app {
namespace {

void set_colours(ImGuiStyle& style) {
    ImGui::StyleColorsDark(&style);
    auto& colours = style.Colors;
    colours[ImGuiCol_Text] = tone::text;
    colours[ImGuiCol_TextDisabled] = tone::dim;
    colours[ImGuiCol_WindowBg] = tone::window;
    colours[ImGuiCol_PopupBg] = tone::popup;
    colours[ImGuiCol_Border] = tone::with_alpha(tone::faint, 0.55f);
    colours[ImGuiCol_FrameBg] = tone::field;
    colours[ImGuiCol_FrameBgHovered] = tone::raised;
    colours[ImGuiCol_FrameBgActive] = tone::raised;
    colours[ImGuiCol_TitleBgActive] = tone::field;
    colours[ImGuiCol_CheckMark] = tone::accent_bright;
    colours[ImGuiCol_SliderGrab] = tone::underline;
    colours[ImGuiCol_SliderGrabActive] = tone::accent_bright;
    colours[ImGuiCol_Button] = tone::field;
    colours[ImGuiCol_ButtonHovered] = tone::chosen;
    colours[ImGuiCol_ButtonActive] = tone::faint;
    colours[ImGuiCol_Header] = tone::chosen;
    colours[ImGuiCol_HeaderHovered] = tone::raised;
    colours[ImGuiCol_HeaderActive] = tone::raised;
    colours[ImGuiCol_TitleBg] = tone::field;
    colours[ImGuiCol_ResizeGrip] = tone::with_alpha(tone::faint, 0.4f);
    colours[ImGuiCol_Separator] = tone::with_alpha(tone::faint, 0.55f);
    colours[ImGuiCol_ScrollbarBg] = tone::clear;
    colours[ImGuiCol_ScrollbarGrab] = tone::raised;
    colours[ImGuiCol_PlotHistogram] = tone::accent;
    colours[ImGuiCol_TableHeaderBg] = tone::clear;
    colours[ImGuiCol_TableBorderLight] = tone::with_alpha(tone::faint, 0.35f);
    colours[ImGuiCol_TableBorderStrong] = tone::with_alpha(tone::faint, 0.55f);
    colours[ImGuiCol_TableRowBgAlt] = tone::with_alpha(tone::field, 0.45f);
    colours[ImGuiCol_NavCursor] = tone::accent_bright;
    colours[ImGuiCol_TextSelectedBg] = tone::with_alpha(tone::accent, 0.6f);
}

void scale_plots(ImPlotStyle& style, float scale) {
    style.PlotBorderSize = scale;
    style.MajorGridSize = style.MinorGridSize = {scale, scale};
    style.PlotPadding = {scale, 4 * scale};
    style.LabelPadding = {6 * scale, 3 * scale};
    style.LegendPadding = style.LegendInnerPadding = {0, 2 * scale};
    style.LegendSpacing = {16 * scale, 0};
}

// The mouse as over the picture, but for the wheel, which scrolls the panel: Ctrl is for the plot.
void map_mouse(ImPlotInputMap& map) {
    map.ZoomMod = ImGuiMod_Ctrl;
    map.OverrideMod = ImGuiMod_None;
    map.Select = ImGuiMouseButton_Left;
    map.SelectMod = ImGuiMod_Shift;
    map.SelectCancel = ImGuiMouseButton_Right;
    map.SelectVertMod = map.SelectHorzMod = ImGuiMod_Alt | ImGuiMod_Super;
}

void style_plots(float scale) {
    ImPlotStyle style;
    auto& colours = style.Colors;
    colours[ImPlotCol_FrameBg] = colours[ImPlotCol_LegendBg] = colours[ImPlotCol_LegendBorder] =
        tone::clear;
    colours[ImPlotCol_PlotBg] = tone::with_alpha(tone::field, 0.35f);
    colours[ImPlotCol_PlotBorder] = tone::with_alpha(tone::faint, 0.55f);
    colours[ImPlotCol_AxisText] = tone::dim;
    colours[ImPlotCol_AxisGrid] = tone::with_alpha(tone::faint, 0.35f);
    colours[ImPlotCol_AxisBgHovered] = colours[ImPlotCol_AxisBgActive] = tone::field;
    colours[ImPlotCol_Selection] = tone::accent_bright;
    style.MinorAlpha = 1;  // names of our own stand at minor lines
    scale_plots(style, scale);
    ImPlot::GetStyle() = style;
    map_mouse(ImPlot::GetInputMap());
}

}  // namespace

void apply_style(const Fonts& fonts) {
    ImGuiStyle style;
    set_colours(style);
    style.WindowPadding = {12, 10};
    style.FramePadding = {8, 3};
    style.ItemSpacing = {8, 4};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {4, 3};
    style.ScrollbarSize = 6;
    style.ScrollbarPadding = 0;
    style.GrabMinSize = 4;
    style.WindowRounding = 6;
    style.FrameRounding = 4;
    style.PopupRounding = 6;
    style.GrabRounding = 2;
    style.ScrollbarRounding = 3;
    style.WindowBorderSize = 0;
    style.PopupBorderSize = 1;
    style.DisabledAlpha = 0.45f;
    style.ScaleAllSizes(fonts.scale);
    style.FontSizeBase = fonts.text_size;
    ImGui::GetStyle() = style;
    style_plots(fonts.scale);
}

}  // namespace mariani::app
