#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/published.hpp"

#include <span>
#include <stdexcept>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string_view words_of(Said said) {
    switch (said) {
        case Said::exactly:
            return "";
        case Said::about:
            return "about ";
        case Said::at_most:
            return "at most ";
        case Said::below:
            return "below ";
    }
    throw std::logic_error("something said without words");
}

void figure_line(const PanelContext& context, triangle::MapKind map, const std::string& text) {
    mono(context, std::string(choice_of(map).label), tone::dim);
    ImGui::SameLine();
    mono_right(context, text, tone::dim);
}

// Under a heading with its source, the lists of the test that is chosen; nothing where it has none.
template <typename Draw>
void lists(const PanelContext& context, std::span<const PublishedFigures> all, const char* title,
           const char* source, const Draw& draw) {
    bool any = false;
    for (const PublishedFigures& figures : all) {
        if (figures.test != context.settings.triangle->problem.test) continue;
        gap(context);
        if (!any) {
            heading(title);
            note(source);
        }
        any = true;
        note(std::string(figures.where) + ":", tone::text);
        draw(figures);
    }
}

}  // namespace

void triangle_figures_panel(const PanelContext& context) {
    const auto improvements = [&](const PublishedFigures& figures) {
        for (const auto& [map, improvement, said] : figures.maps)
            figure_line(context, map, fmt::format("I {}{}", words_of(said), improvement));
    };
    const auto times = [&](const PublishedFigures& figures) {
        const double box = figures.maps.front().figure;
        for (const auto& [map, ms, said] : figures.maps)
            figure_line(context, map, fmt::format("{} ms, I {:.2f}", significant(ms), box / ms));
    };
    lists(context, own_times, "This program on a GPU",
          "One NVIDIA H200: medians, with the conditions on the workload's page.", times);
    lists(context, printed_improvements, "Printed in the paper",
          "I in the text on Figs. 3 and 5; times are not printed.", improvements);
    lists(context, data_file_times, "The authors' data files",
          "Times in their repository gpumaps, which no paper prints.", times);
}

}  // namespace mariani::app
