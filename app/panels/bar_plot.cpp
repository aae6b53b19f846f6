#include "app/panels/bar_plot.hpp"

#include "app/measure/spread.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <implot.h>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr int label_characters = 6;
constexpr ImPlotAxisFlags fixed = ImPlotAxisFlags_Lock | ImPlotAxisFlags_NoTickMarks |
                                  ImPlotAxisFlags_NoHighlight | ImPlotAxisFlags_NoSideSwitch;

ImVec4 colour_of(std::size_t lane) {
    const auto [r, g, b] = lane_colour(lane);
    return {static_cast<float>(r) / 255, static_cast<float>(g) / 255, static_cast<float>(b) / 255,
            1};
}

std::string figures_of(const RaceLane& lane, std::optional<double> ex_ms) {
    const Spread ms = lane.spread();
    auto text = fmt::format("{} ms, {} to {}", significant(ms.median), significant(ms.min),
                            significant(ms.max));
    if (ex_ms) text += fmt::format(", {} x Ex", significant(*ex_ms / ms.median));
    return text;
}

void bar(const PanelContext& context, std::size_t lane, const Spread& ms, double longest) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = scaled_length(context, 12);
    ImGui::Dummy({width, height});
    const auto at = [&](double each) {
        return from.x + static_cast<float>(each / longest) * width;
    };
    auto& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, {from.x + width, from.y + height}, tone::packed(tone::field));
    list.AddRectFilled(from, {at(ms.median), from.y + height}, tone::packed(colour_of(lane)));
    const float line = std::max(1.0f, scaled_length(context, 1)), middle = from.y + 0.5f * height;
    const ImU32 ink = tone::packed(tone::text);
    list.AddRectFilled({at(ms.min), middle - 0.5f * line}, {at(ms.max), middle + 0.5f * line}, ink);
    for (const double end : {ms.min, ms.max})
        list.AddRectFilled({at(end) - 0.5f * line, from.y + 2},
                           {at(end) + 0.5f * line, from.y + height - 2}, ink);
}

void energy_row(const Race& race, const RaceLane& lane) {
    const bool known = lane.energy->known();
    note(fmt::format("{}{}", known ? "" : "no energy: ",
                     energy_text(*lane.energy, pixel_count(race.plan.request.part))),
         known ? tone::dim : tone::warning);
}

}  // namespace

double scale_above(double value) {
    if (!(value > 0)) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (value <= step * power) return step * power;
    return 10 * power;
}

double places_for(const PanelContext& context, std::size_t count) {
    const float widest = scaled_length(context, 80);
    const float labels = scaled_length(context, 70);
    const auto room = static_cast<double>((ImGui::GetContentRegionAvail().x - labels) / widest);
    return std::max(room, static_cast<double>(count));
}

bool begin_bars(const PanelContext& context, const char* id, float height, const BarScale& scale) {
    const ImVec2 size{ImGui::GetContentRegionAvail().x,
                      scaled_length(context, height) + ImGui::GetTextLineHeight()};
    if (!ImPlot::BeginPlot(id, size, ImPlotFlags_CanvasOnly)) return false;
    // Labels of one width: the bars stay in place when the scale changes.
    const std::array<double, 3> values{0, scale.max / 2, scale.max};
    std::array<std::string, 3> labels;
    std::array<const char*, 3> texts{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        labels[i] = fmt::format("{:>{}}", scale.label(values[i]), label_characters);
        texts[i] = labels[i].c_str();
    }
    ImPlot::SetupAxes(nullptr, nullptr, fixed | ImPlotAxisFlags_NoDecorations, fixed);
    ImPlot::SetupAxesLimits(0, scale.places, 0, scale.max, ImPlotCond_Always);
    ImPlot::SetupAxisTicks(ImAxis_Y1, values.data(), 3, texts.data());
    ImPlot::SetupFinish();
    return true;
}

void plot_bars(const std::vector<BarPart>& parts, double first, double width) {
    std::vector<std::vector<double>> tops(parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part) {
        tops[part] = parts[part].heights;
        for (std::size_t i = 0; part > 0 && i < tops[part].size(); ++i)
            tops[part][i] += tops[part - 1][i];
    }
    // From the top down: each part covers what would be of those above it.
    for (std::size_t part = parts.size(); part-- > 0;) {
        const auto& colours = parts[part].colours;
        std::vector<ImU32> packed;
        for (std::size_t i = 0; i < tops[part].size(); ++i)
            packed.push_back(tone::packed(colours[i % colours.size()]));
        ImPlotSpec spec;
        spec.FillColors = packed.data();
        spec.LineColor = tone::clear;
        ImPlot::PlotBars(parts[part].id, tops[part].data(), static_cast<int>(tops[part].size()),
                         width, first + 0.5, spec);
    }
}

void plot_line_at(const char* id, double value, const ImVec4& colour, float weight) {
    ImPlotSpec spec;
    spec.LineColor = colour;
    spec.LineWeight = weight;
    spec.Flags = ImPlotInfLinesFlags_Horizontal;
    ImPlot::PlotInfLines(id, &value, 1, spec);
}

void plot_line(const char* id, const std::vector<double>& x, const std::vector<double>& y,
               const ImVec4& colour, float weight) {
    ImPlotSpec spec;
    spec.LineColor = colour;
    spec.LineWeight = weight;
    ImPlot::PlotLine(id, x.data(), y.data(), static_cast<int>(x.size()), spec);
}

std::optional<std::size_t> end_bars() {
    std::optional<std::size_t> place;
    if (ImPlot::IsPlotHovered())
        place = static_cast<std::size_t>(std::max(0.0, ImPlot::GetPlotMousePos().x));
    ImPlot::EndPlot();
    return place;
}

float swatch_width() {
    return 0.62f * ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.x;
}

void lane_swatch(const PanelContext& context, std::size_t lane, float line_height) {
    const float side = 0.62f * ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_swatch(context, colour_of(lane), {at.x, at.y + 0.5f * (line_height - side)}, side);
    ImGui::Dummy({side, line_height});
    ImGui::SameLine();
}

void race_bars(const PanelContext& context, const Race& race) {
    const auto ranked = ranking(race);
    const auto ex_ms = ex_median(race);
    double longest = 0;
    for (const std::size_t i : ranked) longest = std::max(longest, race.lanes[i].spread().max);
    int rank = 0;
    const RaceLane* faster = nullptr;
    for (const std::size_t i : ranked) {
        const RaceLane& lane = race.lanes[i];
        lane_swatch(context, i, ImGui::GetTextLineHeight());
        value_text(fmt::format("{}  {}", ++rank, lane_title(lane)));
        explain(lane.stats.device);
        ImGui::SameLine();
        value_text_right(figures_of(lane, ex_ms), tone::dim);
        bar(context, i, lane.spread(), longest);
        if (lane.energy) energy_row(race, lane);
        if (faster && !clearly_differ(faster->spread(), lane.spread()))
            note(noise_text(lane_title(lane), lane_title(*faster)), tone::warning);
        faster = &lane;
        gap(context);
    }
    for (std::size_t i = 0; i < race.lanes.size(); ++i) {
        if (race.lanes[i].failure.empty()) continue;
        lane_swatch(context, i, ImGui::GetTextLineHeight());
        value_text(fmt::format("-  {}", lane_title(race.lanes[i])));
        note(race.lanes[i].failure, tone::warning);
    }
}

}  // namespace mariani::app
