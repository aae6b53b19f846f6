#include "app/panels/tab.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/workloads/points/screen.hpp"
#include "app/workloads/points/view.hpp"
#include "app/workloads/rows.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

json points_report(const TabView& seen) {
    const auto& view = dynamic_cast<const PointsView&>(seen);
    if (!view.plan) return json::object();
    const points::Plan& plan = *view.plan;
    const json found = view.found ? json{{"points", view.found->found},
                                         {"visited", view.found->visited},
                                         {"whole", view.found->whole},
                                         {"tested", view.found->tested}}
                                  : json();
    return {{"engine", mariani::name_of(plan.engine)},
            {"points", plan.count},
            {"distribution", mariani::name_of(plan.distribution)},
            {"min", plan.rule.min},
            {"depth", plan.rule.depth},
            {"time", plan.time},
            {"place", {plan.place.x, plan.place.y}},
            {"speed", view.speed},
            {"nodes", view.stats.nodes},
            {"levels", view.levels.size()},
            {"recorded", !view.level_spans.empty()},
            {"found", found},
            {"step", view.strips ? json(view.strips->step) : json()},
            {"steps", view.strip_steps},
            {"measured", engine_names(view.measurement)},
            {"part", {view.part.x, view.part.y, view.part.height}}};
}

// A square cut into four, and one of these again.
void icon(ImDrawList& list, ImVec2 at, float side) {
    const ImU32 line = tone::packed(tone::accent_bright);
    const float width = std::max(0.05f * side, 1.0f);
    const auto square = [&](float x, float y, float part) {
        const ImVec2 from{at.x + side * x, at.y + side * y};
        list.AddRect(from, {from.x + side * part, from.y + side * part}, line, 0, width);
    };
    square(0, 0, 1);
    square(0, 0, 0.5f);
    square(0.5f, 0.5f, 0.5f);
    square(0.5f, 0, 0.25f);
    square(0.75f, 0.25f, 0.25f);
    for (const ImVec2 point : {ImVec2(0.6f, 0.1f), ImVec2(0.88f, 0.36f), ImVec2(0.25f, 0.72f)})
        list.AddCircleFilled({at.x + side * point.x, at.y + side * point.y}, 0.06f * side,
                             tone::packed(tone::text));
}

std::string status(const PanelContext& context) {
    const auto* view = tab_view<PointsView>(context.seen);
    return view && view->plan ? run_text(*view->plan, view->stats.compute_ms) : "";
}

constexpr std::array<Section, 6> sections{
    {{"points_points", "Points", points_panel,
      [](const PanelContext& context) { return grouped(context.settings.points->problem.count); }},
     {"points_textbook", "Textbook", points_textbook_panel,
      [](const PanelContext&) -> std::string { return "two buffers of figure 13.12"; }},
     {"points_engine", "Engine", points_engine_panel,
      [](const PanelContext& context) {
          return std::string(choice_of(context.settings.points->engine).label);
      },
      true, PanelPart::regions},
     {"points_levels", "Levels", points_levels_panel,
      [](const PanelContext& context) -> std::string {
          const auto* view = tab_view<PointsView>(context.seen);
          return view && view->plan ? counted(view->stats.nodes, "node", "nodes") : "";
      },
      true, PanelPart::regions, true},
     {"points_circle", "Circle", points_circle_panel,
      [](const PanelContext& context) -> std::string {
          const auto* view = tab_view<PointsView>(context.seen);
          return view && view->found ? counted(view->found->found, "point", "points") : "";
      },
      true, PanelPart::explore, true},
     {"points_times", "Times", points_times_panel,
      [](const PanelContext& context) -> std::string {
          const auto* view = tab_view<PointsView>(context.seen);
          return view && view->plan ? significant(view->stats.compute_ms) + " ms" : "";
      },
      true, PanelPart::measure, true}}};

}  // namespace

extern const Tab points_tab{
    Workload::points,
    "Points",
    "Quadtrees of moving points.",
    icon,
    status,
    {"A quadtree finds points without looking at all of them: a node with more than min points is "
     "subdivided into four, down to the depth. Cells are coloured by level. While the points move, "
     "the tree is rebuilt for every picture.",
     "All engines build the same tree: DP (dynamic parallelism) and DP-MBR (multiple blocks per "
     "region) with launches from the GPU, ASK (adaptive serial kernels) level by level, linear and "
     "Karras from sorted keys. The circle at the mouse, under Circle, lights the nodes that a "
     "query visits. Textbook shows the two buffers of few points."},
    points_introduction,
    sections,
    make_screen<PointsScreen>,
    points_report,
    nullptr,
    nullptr,
    TabTimeline::asked};

}  // namespace mariani::app
