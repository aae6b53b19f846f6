#include "app/panels/column_window.hpp"
#include "app/panels/exactness_text.hpp"
#include "app/panels/guarded.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/settings/points_settings.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/workloads/curves/view.hpp"
#include "app/workloads/gasket/view.hpp"
#include "app/workloads/points/view.hpp"
#include "app/workloads/triangle/view.hpp"
#include "app/workloads/volume/text.hpp"
#include "app/workloads/volume/view.hpp"

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string engine_summary(const PanelContext& context) {
    if (!context.seen.frame) return "";
    const auto& plan = context.seen.frame->plan;
    return fmt::format("{} on {}", choice_of(plan.engine).label, choice_of(plan.backend).label);
}

std::string frame_summary(const PanelContext& context) {
    if (context.seen.history.empty()) return "";
    return fmt::format("{} ms", significant(context.seen.history.back().total()));
}

std::string levels_summary(const PanelContext& context) {
    if (!context.seen.frame) return "";
    return grouped(static_cast<std::int64_t>(context.seen.frame->stats.levels.size()));
}

std::string regions_summary(const PanelContext& context) {
    if (!context.seen.frame) return "";
    return grouped(context.seen.frame->stats.total().regions);
}

std::string colour_summary(const PanelContext& context) {
    const auto& colouring = context.settings.colouring;
    switch (colouring.shown) {
        case render::Quantity::work:
            return "work";
        case render::Quantity::level:
            return "level";
        case render::Quantity::outcome:
            return "outcome";
        default:
            return shown_name(colouring.palette);
    }
}

// What is counted, where a section's title does not say it.
std::string counted(std::int64_t count, const char* one, const char* many) {
    return fmt::format("{} {}", grouped(count), count == 1 ? one : many);
}

struct Section {
    const char* title;
    void (*panel)(const PanelContext&);
    bool OpenSections::*open;
    std::string (*summary)(const PanelContext&) = nullptr;  // at the right of the title
};

constexpr std::array<Section, 5> explore_sections{
    {{"View", view_panel, &OpenSections::view,
      [](const PanelContext& context) { return magnification(context.settings.view.height); }},
     {"Bookmarks", bookmarks_panel, &OpenSections::bookmarks},
     {"Colour", colour_panel, &OpenSections::colour, colour_summary},
     {"Export", export_panel, &OpenSections::exports},
     {"Appearance", appearance_panel, &OpenSections::appearance}}};

constexpr std::array<Section, 4> regions_sections{
    {{"Region grid", regions_panel, &OpenSections::regions, regions_summary},
     {"Engine", engine_panel, &OpenSections::engine, engine_summary},
     {"Levels", levels_panel, &OpenSections::levels, levels_summary},
     {"Advanced", advanced_panel, &OpenSections::advanced}}};

constexpr std::array<Section, 2> measure_sections{
    {{"Timings", timings_panel, &OpenSections::timings, frame_summary},
     {"Experiments", laboratory_entry, &OpenSections::laboratory}}};

struct Part {
    Segment tab;
    std::span<const Section> sections;
};

const Part& part_of(PanelPart part) {
    static const std::array<Part, 3> parts{
        {{{"Explore", "Where one is, bookmarks, colours, pictures (1).", {}}, explore_sections},
         {{"Regions", "How the picture is cut, and by which engine (2).", {}}, regions_sections},
         {{"Measure", "What a frame takes, logs, energy and experiments (3).", {}},
          measure_sections}}};
    return parts[static_cast<std::size_t>(part)];
}

// What is known of the pixels on screen, and how.
void exactness(const PanelContext& context) {
    const std::string label = exactness_label(context.seen);
    if (label.empty()) return;
    const auto state = context.seen.exactness.state;
    const bool running = state == Exactness::verifying || state == Exactness::proving;
    const bool doubtful = state == Exactness::open || state == Exactness::preview;
    ImGui::SameLine();
    mono(context, label, running ? tone::dim : doubtful ? tone::warning : tone::draw);
    explain(exactness_details(context.seen));
}

void samples_to_come(const PanelContext& context) {
    const auto& [taken, wanted, coming] = context.seen.samples;
    if (!coming) return;
    ImGui::SameLine();
    mono(context, fmt::format("{}/{}", taken, wanted), tone::dim);
    explain("Samples a pixel: antialiasing goes on while the picture rests.");
}

void header(const PanelContext& context) {
    const bool mandelbrot = context.settings.workload == Workload::mandelbrot;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("mariani");
    if (mandelbrot) {
        exactness(context);
        samples_to_come(context);
    }
    const float width = ImGui::GetFrameHeight();
    const float wide = ImGui::CalcTextSize("Laboratory").x + 2 * ImGui::GetStyle().FramePadding.x;
    const float space = ImGui::GetStyle().ItemSpacing.x;
    ImGui::SameLine(content_right() - width - (mandelbrot ? wide + space : 0));
    if (mandelbrot) {
        if (button("Laboratory", "The cost model, measurements and checks, in a window (L).", wide))
            context.commands.push_back(Action::toggle_laboratory);
        ImGui::SameLine();
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
    if (button("?", "Keys, and an explanation of the picture (F1).", width))
        context.commands.push_back(Action::toggle_help);
    ImGui::PopStyleVar();
}

// Dim text at the right end of the header just drawn.
void on_last_item(const PanelContext& context, const std::string& text) {
    push_mono(context.fonts);
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImGui::GetWindowDrawList()->AddText({to.x - size.x - ImGui::GetStyle().FramePadding.x,
                                         std::round(0.5f * (from.y + to.y - size.y))},
                                        tone::packed(tone::dim), text.c_str());
    ImGui::PopFont();
}

void draw_section(const PanelContext& context, const Section& section) {
    bool& open = context.settings.sections.*section.open;
    ImGui::SetNextItemOpen(open);
    open = ImGui::CollapsingHeader(section.title);
    if (section.summary) on_last_item(context, section.summary(context));
    if (!open) return;
    ImGui::PushID(section.title);
    ImGui::Spacing();
    section.panel(context);
    ImGui::Spacing();
    ImGui::Spacing();
    ImGui::PopID();
}

// Of a tab: all that its panel shows, but for the Mandelbrot set's, which has parts.
struct WorkloadTab {
    Workload workload;
    Segment tab;
    std::span<const Section> sections;
};

std::string blocks_summary(const PanelContext& context) {
    if (!context.seen.triangle || !context.seen.triangle->scene) return "";
    return counted(context.seen.triangle->scene->blocks, "block", "blocks");
}

std::string side_summary(const PanelContext& context) {
    return fmt::format("N {}", grouped(context.settings.triangle->problem.side));
}

constexpr std::array<Section, 4> triangle_sections{
    {{"Map", triangle_map_panel, &OpenSections::regions, blocks_summary},
     {"Problem", triangle_problem_panel, &OpenSections::engine, side_summary},
     {"Data", triangle_data_panel, &OpenSections::levels},
     {"Times", triangle_times_panel, &OpenSections::timings}}};

std::string steps_summary(const PanelContext& context) {
    const auto& view = context.seen.gasket;
    return view && view->moment ? counted(view->moment->steps, "step", "steps") : "";
}

std::string level_summary(const PanelContext& context) {
    const GasketSettings& settings = *context.settings.gasket;
    return fmt::format("{} {}", settings.fractal, settings.numbers.level);
}

constexpr std::array<Section, 4> gasket_sections{
    {{"Life", gasket_life_panel, &OpenSections::regions, steps_summary},
     {"Fractal", gasket_fractal_panel, &OpenSections::levels, level_summary},
     {"Engine", gasket_engine_panel, &OpenSections::engine},
     {"Times", gasket_times_panel, &OpenSections::timings}}};

std::string vertices_summary(const PanelContext& context) {
    const auto& view = context.seen.curves;
    return view && view->plan ? counted(view->stats.vertices, "vertex", "vertices") : "";
}

std::string curves_engine_summary(const PanelContext& context) {
    return std::string(choice_of(context.settings.curves->engine).label);
}

constexpr std::array<Section, 4> curves_sections{
    {{"Curves", curves_lines_panel, &OpenSections::regions, vertices_summary},
     {"Engine", curves_engine_panel, &OpenSections::engine, curves_engine_summary},
     {"Times", curves_times_panel, &OpenSections::timings},
     {"Litmus", curves_litmus_panel, &OpenSections::laboratory,
      [](const PanelContext&) -> std::string { return "the textbook and today"; }}}};

std::string points_summary(const PanelContext& context) {
    return grouped(context.settings.points->problem.count);
}

std::string points_engine_summary(const PanelContext& context) {
    return std::string(choice_of(context.settings.points->engine).label);
}

std::string nodes_summary(const PanelContext& context) {
    const auto& view = context.seen.points;
    return view && view->plan ? counted(view->stats.nodes, "node", "nodes") : "";
}

std::string found_summary(const PanelContext& context) {
    const auto& view = context.seen.points;
    return view && view->found ? counted(view->found->found, "point", "points") : "";
}

std::string points_times_summary(const PanelContext& context) {
    const auto& view = context.seen.points;
    return view && view->plan ? fmt::format("{} ms", significant(view->stats.compute_ms)) : "";
}

constexpr std::array<Section, 6> points_sections{
    {{"Points", points_panel, &OpenSections::regions, points_summary},
     {"Textbook", points_textbook_panel, &OpenSections::exports,
      [](const PanelContext&) -> std::string { return "the two buffers of figure 13.12"; }},
     {"Engine", points_engine_panel, &OpenSections::engine, points_engine_summary},
     {"Levels", points_levels_panel, &OpenSections::levels, nodes_summary},
     {"Circle", points_circle_panel, &OpenSections::laboratory, found_summary},
     {"Times", points_times_panel, &OpenSections::timings, points_times_summary}}};

std::string voxels_summary(const PanelContext& context) {
    const auto& view = context.seen.volume;
    if (!view || !view->plan) return "";
    return counted(volume::voxel_count(view->plan->side), "voxel", "voxels");
}

std::string volume_engine_summary(const PanelContext& context) {
    return std::string(choice_of(context.settings.volume->engine).label);
}

std::string volume_regions_summary(const PanelContext& context) {
    const auto& view = context.seen.volume;
    return view && view->plan ? counted(sum_of(view->stats).regions, "region", "regions") : "";
}

std::string palette_summary(const PanelContext& context) {
    return shown_name(context.settings.colouring.palette);
}

std::string volume_times_summary(const PanelContext& context) {
    const auto& view = context.seen.volume;
    return view && view->plan ? fmt::format("{} ms", significant(view->stats.compute_ms)) : "";
}

constexpr std::array<Section, 5> volume_sections{
    {{"Volume", volume_panel, &OpenSections::view, voxels_summary},
     {"Engine", volume_engine_panel, &OpenSections::engine, volume_engine_summary},
     {"Levels", volume_levels_panel, &OpenSections::levels, volume_regions_summary},
     {"Times", volume_times_panel, &OpenSections::timings, volume_times_summary},
     {"Colour", dwell_colour_panel, &OpenSections::appearance, palette_summary}}};

// The one list of the tabs.
std::span<const WorkloadTab> workload_tabs() {
    static const std::array<WorkloadTab, 6> tabs{
        {{Workload::mandelbrot,
          {"Mandelbrot", "The set, computed by subdivision (Ctrl+Tab: the next tab).", {}},
          {}},
         {Workload::triangle,
          {"Triangle", "Maps of a GPU's blocks to pairs i, j with j up to i.", {}},
          triangle_sections},
         {Workload::gasket,
          {"Gasket", "Life on fractals, as large as there is memory for.", {}},
          gasket_sections},
         {Workload::curves,
          {"Curves", "Bezier curves, cut into as many lines as they need.", {}},
          curves_sections},
         {Workload::points, {"Points", "Quadtrees of points on the move.", {}}, points_sections},
         {Workload::volume,
          {"Volume",
           "Subdivision in three and four dimensions: the Julibrot and the Mandelbulb.",
           {}},
          volume_sections}}};
    return tabs;
}

void workload_row(const PanelContext& context) {
    std::vector<Segment> segments;
    std::size_t chosen = 0;
    for (const WorkloadTab& each : workload_tabs()) {
        if (each.workload == context.settings.workload) chosen = segments.size();
        segments.push_back(each.tab);
    }
    if (const auto picked = segmented("workload", segments, chosen))
        context.settings.workload = workload_tabs()[*picked].workload;
}

std::span<const Section> sections_shown(const PanelContext& context) {
    for (const WorkloadTab& each : workload_tabs())
        if (each.workload == context.settings.workload && !each.sections.empty())
            return each.sections;
    return part_of(context.settings.panel_part).sections;
}

void part_tabs(const PanelContext& context) {
    PanelPart& part = context.settings.panel_part;
    const std::array tabs{part_of(PanelPart::explore).tab, part_of(PanelPart::regions).tab,
                          part_of(PanelPart::measure).tab};
    if (const auto picked = segmented("part", tabs, static_cast<std::size_t>(part)))
        part = static_cast<PanelPart>(*picked);
}

}  // namespace

void side_panel(const PanelContext& context) {
    draw_column(context, "panel", context.seen.layout.panel, context.settings.panel_width, [&] {
        header(context);
        workload_row(context);
        const bool mandelbrot = context.settings.workload == Workload::mandelbrot;
        if (mandelbrot) part_tabs(context);
        const char* part =
            mandelbrot ? part_of(context.settings.panel_part).tab.label.data() : "workload";
        if (begin_scrolled(part))
            for (const auto& section : sections_shown(context))
                draw_or_show_error(section.title, [&] { draw_section(context, section); });
        ImGui::EndChild();
    });
}

}  // namespace mariani::app
