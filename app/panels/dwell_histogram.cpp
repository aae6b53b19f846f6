// How the dwells on screen are spread, and below them the palette as it is mapped, which can be
// dragged.
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "render/picture/colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr float bars_height = 56, strip_height = 16, column_width = 2;
constexpr double shortest_period = 1, longest_period = 100'000;

// Where dwells are, from the least to all but the highest thousandth: evenly where the palette is
// cyclic, else logarithmically, as the palette is stretched. A dwell takes the room up to the next.
struct DwellAxis {
    double least, count;
    bool logarithmic;
    float left, width;

    double share(double dwell) const {
        const double above = std::clamp(dwell - least, 0.0, count);
        return logarithmic ? std::log1p(above) / std::log1p(count) : above / count;
    }
    float x(double dwell) const { return left + width * static_cast<float>(share(dwell)); }
    // Above the least.
    double above(float x) const {
        const double at = std::clamp(static_cast<double>((x - left) / width), 0.0, 1.0);
        return std::min(logarithmic ? std::expm1(at * std::log1p(count)) : at * count,
                        std::nextafter(count, 0.0));
    }
};

// For each column the most pixels of a dwell in it.
std::vector<double> pixels_a_dwell(const DwellAxis& axis, const DwellSummary& dwells) {
    const int columns = std::max(static_cast<int>(axis.width / column_width), 1);
    const auto column = [&](double dwell) {
        return std::min(static_cast<int>(axis.share(dwell) * columns), columns - 1);
    };
    std::vector<double> most(static_cast<std::size_t>(columns), 0);
    for (std::uint32_t bin = 0; bin < dwells.histogram.size(); ++bin) {
        if (dwells.histogram[bin] == 0) continue;
        const std::uint32_t above = DwellBins::first_of(bin);
        if (above >= axis.count) break;
        const double width = std::exp2(DwellBins::place(above).log2_width);
        const int first = column(axis.least + above);
        const int last = std::max(first, column(axis.least + above + width) - 1);
        for (int i = first; i <= last; ++i) {
            double& pixels = most[static_cast<std::size_t>(i)];
            pixels = std::max(pixels, dwells.histogram[bin] / width);
        }
    }
    return most;
}

void draw_bars(const PanelContext& context, const DwellAxis& axis, float top) {
    const auto most = pixels_a_dwell(axis, *context.seen.dwells);
    const double highest = std::log1p(*std::ranges::max_element(most));
    auto& list = *ImGui::GetWindowDrawList();
    const float height = scaled_length(context, bars_height), bottom = top + height;
    list.AddRectFilled({axis.left, top}, {axis.left + axis.width, bottom},
                       tone::packed(tone::field));
    const float width = axis.width / static_cast<float>(most.size());
    for (std::size_t i = 0; i < most.size(); ++i) {
        if (most[i] <= 0) continue;
        const float x = axis.left + width * static_cast<float>(i);
        const float up = height * static_cast<float>(std::log1p(most[i]) / highest);
        list.AddRectFilled({x, bottom - up}, {x + width, bottom}, tone::packed(tone::dim));
    }
}

struct WholeAndPart {
    std::uint32_t whole;
    float part;
};

WholeAndPart dwell_of(const DwellAxis& axis, float x) {
    const double dwell = axis.least + axis.above(x);
    return {static_cast<std::uint32_t>(dwell), static_cast<float>(dwell - std::floor(dwell))};
}

// A column may hold several turns of the palette.
ImVec4 mean_colour(const DwellAxis& axis, const render::ColourMap& colours, float left,
                   float right) {
    constexpr int samples = 16;
    ImVec4 mean{};
    for (int i = 0; i < samples; ++i) {
        const float way = (static_cast<float>(i) + 0.5f) / samples;
        const auto [whole, part] = dwell_of(axis, left + way * (right - left));
        const ImVec4 colour = tone_of(colours.colour(whole, part));
        mean.x += colour.x / samples;
        mean.y += colour.y / samples;
        mean.z += colour.z / samples;
    }
    return tone::with_alpha(mean, 1);
}

void draw_mapped(const PanelContext& context, const DwellAxis& axis,
                 const render::ColourMap& colours, float top) {
    auto& list = *ImGui::GetWindowDrawList();
    const float bottom = top + scaled_length(context, strip_height);
    for (float x = axis.left; x < axis.left + axis.width; x += column_width) {
        const float right = std::min(x + column_width, axis.left + axis.width);
        list.AddRectFilled({x, top}, {right, bottom},
                           tone::packed(mean_colour(axis, colours, x, right)));
    }
}

double in_a_turn(double turns) {
    const double rest = turns - std::floor(turns);
    return rest < 1 ? rest : 0;
}

// The item just drawn; its last movement may come with the button's release.
bool dragged() {
    return ImGui::IsItemActive() || ImGui::IsItemDeactivated();
}

// The colour under the mouse goes with it.
void drag_offset(const DwellAxis& axis, const render::ColourMap& colours, double& offset) {
    const auto turns_at = [&](float x) {
        const auto [whole, part] = dwell_of(axis, x);
        return colours.turns_at(whole, part);
    };
    const float now = ImGui::GetMousePos().x, before = now - ImGui::GetIO().MouseDelta.x;
    if (now != before) offset = in_a_turn(offset + turns_at(before) - turns_at(now));
}

// The same, while the colour of the least dwell stays where it is.
void drag_period(const DwellAxis& axis, render::Colouring& colouring) {
    const double nearest = axis.above(axis.left + 4);
    const float now = ImGui::GetMousePos().x, before = now - ImGui::GetIO().MouseDelta.x;
    if (now == before) return;
    const double factor =
        std::max(axis.above(now), nearest) / std::max(axis.above(before), nearest);
    const double period = std::clamp(colouring.period * factor, shortest_period, longest_period);
    colouring.offset =
        in_a_turn(colouring.offset + axis.least / colouring.period - axis.least / period);
    colouring.period = period;
}

void draw_ends(const PanelContext& context, const DwellAxis& axis, float top) {
    auto& list = *ImGui::GetWindowDrawList();
    push_mono(context.fonts);
    const auto first = grouped(static_cast<std::int64_t>(axis.least));
    const auto last = grouped(static_cast<std::int64_t>(axis.least + axis.count) - 1);
    const float right = axis.left + axis.width - ImGui::CalcTextSize(last.c_str()).x;
    list.AddText({axis.left, top}, tone::packed(tone::dim), first.c_str());
    list.AddText({right, top}, tone::packed(tone::dim), last.c_str());
    ImGui::PopFont();
}

void explain_dwell(const DwellAxis& axis, const DwellSummary& dwells, const char* what) {
    const auto above = static_cast<std::uint32_t>(axis.above(ImGui::GetMousePos().x));
    const auto place = DwellBins::place(above);
    const double width = std::exp2(place.log2_width);
    explain(fmt::format("Dwell {}: {} pixels. {}", grouped(dwells.min + above),
                        significant(dwells.histogram[place.bin] / width), what));
}

// The limit of the picture whose dwells these are.
std::uint32_t dwell_limit_of(const Observations& seen) {
    return seen.frame ? seen.frame->plan.dwell_limit : seen.poster ? seen.poster->dwell_limit : 0;
}

}  // namespace

void dwell_histogram(const PanelContext& context) {
    auto& colouring = context.settings.colouring;
    const auto& dwells = context.seen.dwells;
    if (!dwells || dwells->escaped == 0 || colouring.mapping == render::Mapping::distance) return;
    const bool cyclic = colouring.mapping == render::Mapping::cyclic;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 8.0f);
    const double count = 1.0 + std::max(dwells->high, dwells->min) - dwells->min;
    const DwellAxis axis{static_cast<double>(dwells->min), count, !cyclic, at.x, width};
    render::Colouring unlit = colouring;
    unlit.smooth = true;
    unlit.shaded = false;
    const PaletteView& palette = context.seen.palette;
    const render::ColourMap colours(unlit, {palette.name, palette.colours},
                                    dwell_limit_of(context.seen), *dwells);
    draw_bars(context, axis, at.y);
    invisible_button("bars", {width, scaled_length(context, bars_height)});
    if (dragged())
        cyclic ? drag_period(axis, colouring) : drag_offset(axis, colours, colouring.offset);
    explain_dwell(axis, *dwells,
                  cyclic ? "Drag to change the period." : "Drag to turn the palette.");
    ImGui::SetCursorScreenPos({at.x, at.y + scaled_length(context, bars_height)});
    const ImVec2 strip = ImGui::GetCursorScreenPos();
    draw_mapped(context, axis, colours, strip.y);
    invisible_button("mapped", {width, scaled_length(context, strip_height)});
    if (dragged()) drag_offset(axis, colours, colouring.offset);
    explain_dwell(axis, *dwells, "Drag to turn the palette.");
    const float ends = strip.y + scaled_length(context, strip_height + 2);
    draw_ends(context, axis, ends);
    ImGui::SetCursorScreenPos({at.x, ends});
    ImGui::Dummy({width, ImGui::GetTextLineHeight()});
}

}  // namespace mariani::app
