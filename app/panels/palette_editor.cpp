#include "app/panels/fields.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "render/picture/palette_stops.hpp"

#include <algorithm>
#include <array>

#include <imgui_stdlib.h>

namespace mariani::app {
namespace {

using render::PaletteStop;
using Stops = std::vector<PaletteStop>;

constexpr float bar_height = 26, handle_side = 12;
constexpr double apart = 0.001;  // that two stops keep

using tone::packed;

// The stops of the palette in use, or some like it.
Stops stops_in_use(const PanelContext& context) {
    const PaletteView& used = context.seen.palette;
    return used.stops.empty() ? render::stops_like(used.colours) : render::parse_stops(used.stops);
}

// The palette's colours between these corners.
struct Bar {
    ImVec2 from, to;
    float x(double at) const { return from.x + static_cast<float>(at) * (to.x - from.x); }
    double at(float x) const {
        return std::clamp(static_cast<double>((x - from.x) / (to.x - from.x)), 0.0, 1.0);
    }
};

void draw_bar(const Bar& bar, const Stops& stops) {
    auto& list = *ImGui::GetWindowDrawList();
    const auto part = [&](float left, float right, ImU32 a, ImU32 b) {
        list.AddRectFilledMultiColor({left, bar.from.y}, {right, bar.to.y}, a, b, b, a);
    };
    const ImU32 first = packed(stops.front().colour), last = packed(stops.back().colour);
    part(bar.from.x, bar.x(stops.front().at), first, first);
    for (std::size_t i = 0; i + 1 < stops.size(); ++i)
        part(bar.x(stops[i].at), bar.x(stops[i + 1].at), packed(stops[i].colour),
             packed(stops[i + 1].colour));
    part(bar.x(stops.back().at), bar.to.x, last, last);
}

// A click on the bar, away from its handles: another stop of the colour there.
bool add_stop(const Bar& bar, Stops& stops, std::size_t& selected) {
    if (!button_beneath("bar", {bar.to.x - bar.from.x, bar.to.y - bar.from.y})) return false;
    if (stops.size() >= render::most_stops) return false;
    const double at = bar.at(ImGui::GetMousePos().x);
    const auto colours = render::palette_of_stops(stops).colours;
    const auto index = static_cast<std::size_t>(at * static_cast<double>(colours.size() - 1) + 0.5);
    const auto place = std::ranges::upper_bound(stops, at, {}, &PaletteStop::at);
    selected = static_cast<std::size_t>(place - stops.begin());
    stops.insert(place, {at, colours[index]});
    return true;
}

// Between its neighbours.
double allowed(const Stops& stops, std::size_t i, double at) {
    const double least = i == 0 ? 0 : stops[i - 1].at + apart;
    const double most = i + 1 == stops.size() ? 1 : stops[i + 1].at - apart;
    return std::clamp(at, std::min(least, most), std::max(least, most));
}

// Squares below the bar, which can be dragged.
bool handles(const PanelContext& context, const Bar& bar, Stops& stops, std::size_t& selected) {
    const float side = scaled_length(context, handle_side);
    bool changed = false;
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const ImVec2 at{bar.x(stops[i].at) - 0.5f * side, bar.to.y + 2};
        ImGui::SetCursorScreenPos(at);
        ImGui::PushID(static_cast<int>(i));
        invisible_button("stop", {side, side});
        if (ImGui::IsItemActivated()) selected = i;
        if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
            stops[i].at = allowed(stops, i, bar.at(ImGui::GetMousePos().x));
            changed = true;
        }
        ImGui::PopID();
        const ImVec2 to{at.x + side, at.y + side};
        ImGui::GetWindowDrawList()->AddRectFilled(at, to, packed(stops[i].colour));
        ImGui::GetWindowDrawList()->AddRect(
            at, to, tone::packed(i == selected ? tone::accent_bright : tone::dim), 0,
            scaled_length(context, i == selected ? 2.0f : 1.0f));
    }
    return changed;
}

bool bar_and_handles(const PanelContext& context, Stops& stops, std::size_t& selected) {
    const float inset = scaled_length(context, 0.5f * handle_side);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 4 * inset);
    const Bar bar{{at.x + inset, at.y},
                  {at.x + width - inset, at.y + scaled_length(context, bar_height)}};
    ImGui::SetCursorScreenPos(bar.from);
    bool changed = add_stop(bar, stops, selected);
    explain("Click to add a stop.");
    draw_bar(bar, stops);
    changed |= handles(context, bar, stops, selected);
    ImGui::SetCursorScreenPos({at.x, bar.to.y + scaled_length(context, handle_side + 6)});
    ImGui::Dummy({0, 0});
    return changed;
}

bool stop_rows(const PanelContext& context, Stops& stops, std::size_t& selected) {
    PaletteStop& stop = stops[selected];
    bool changed = false;
    row(context, "Stop", "The colour of the selected stop.");
    const float remove = scaled_length(context, 84);
    ImGui::SetNextItemWidth(-remove - ImGui::GetStyle().ItemSpacing.x);
    std::array<float, 3> rgb{static_cast<float>(stop.colour.r) / 255,
                             static_cast<float>(stop.colour.g) / 255,
                             static_cast<float>(stop.colour.b) / 255};
    if (ImGui::ColorEdit3("##stop", rgb.data(), ImGuiColorEditFlags_DisplayHex)) {
        const auto channel = [](float part) {
            return static_cast<std::uint8_t>(std::clamp(part, 0.0f, 1.0f) * 255 + 0.5f);
        };
        stop.colour = {channel(rgb[0]), channel(rgb[1]), channel(rgb[2])};
        changed = true;
    }
    ImGui::SameLine();
    if (button("Remove", "Removes the selected stop.", remove, stops.size() > 1)) {
        stops.erase(stops.begin() + static_cast<std::ptrdiff_t>(selected));
        selected = std::min(selected, stops.size() - 1);
        return true;
    }
    row(context, "Position", "The position of the stop on the palette, from 0 to 1.");
    double at = stop.at;
    if (value_slider(context, "##position", "the position", at, {{0, 1}, "%.3f"},
                     ImGui::GetContentRegionAvail().x)) {
        stop.at = allowed(stops, selected, at);
        changed = true;
    }
    return changed;
}

void save_row(const PanelContext& context) {
    auto& name = context.state.palette_editor.name;
    row(context, "Save as", "Saves a .gpl file in your palette folder; GIMP reads it, too.");
    const float save = scaled_length(context, 64);
    ImGui::SetNextItemWidth(-save - ImGui::GetStyle().ItemSpacing.x);
    ImGui::InputTextWithHint("##palette name", "name for this palette", &name);
    ImGui::SameLine();
    if (button("Save", "Saves the palette under this name.", save, !name.empty()))
        context.commands.push_back(command::SavePalette{name});
}

}  // namespace

void palette_editor(const PanelContext& context) {
    Stops stops = stops_in_use(context);
    auto& selected = context.state.palette_editor.selected;
    selected = std::min(selected, stops.size() - 1);
    ImGui::PushID("palette editor");
    bool changed = bar_and_handles(context, stops, selected);
    changed |= stop_rows(context, stops, selected);
    if (changed) context.settings.colouring.palette = render::text_of_stops(stops);
    save_row(context);
    ImGui::PopID();
}

}  // namespace mariani::app
