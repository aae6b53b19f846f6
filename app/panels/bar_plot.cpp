#include "app/panels/bar_plot.hpp"

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

}  // namespace mariani::app
