#include "app/panels/tab.hpp"

#include "app/files/json_text.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/workloads/volume/runs.hpp"
#include "app/workloads/volume/screen.hpp"
#include "app/workloads/volume/view.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

json listed_of(const VolumeView& view) {
    if (!view.listed) return {};
    const auto& [level, regions, mean_step, lines_touched] = *view.listed;
    return {{"level", level},
            {"regions", regions},
            {"mean_step", mean_step ? json(*mean_step) : json()},
            {"lines_touched", lines_touched ? json(*lines_touched) : json()}};
}

json volume_report(const TabView& seen) {
    const auto& view = dynamic_cast<const VolumeView&>(seen);
    if (!view.plan) return json::object();
    json panes = json::array(), regions = json::array();
    if (view.panes)
        for (const SlicePane& pane : view.panes->panes) panes.push_back(pane.rect);
    for (const volume::LevelStats& level : view.stats.levels) regions.push_back(level.regions);
    return {{"function", mariani::name_of(view.plan->function)},
            {"k", view.plan->axes},
            {"n", view.plan->side.of[0]},
            {"engine", mariani::name_of(view.plan->engine)},
            {"height", view.plan->height},
            {"turn", view.plan->turn},
            {"shown", view.shown == VolumeShown::space ? "space" : "slices"},
            {"at", {view.at.at[0], view.at.at[1], view.at.at[2], view.at.at[3]}},
            {"panes", panes},
            {"space", view.space},
            {"iterated", view.stats.iterated},
            {"regions", regions},
            {"listed", listed_of(view)},
            {"measured", view.measurement ? json(view.measurement->times.size()) : json()}};
}

// A cube.
void icon(ImDrawList& list, ImVec2 at, float side) {
    const auto place = [&](float x, float y) { return ImVec2(at.x + side * x, at.y + side * y); };
    const ImVec2 middle = place(0.5f, 0.5f), top = place(0.5f, 0), bottom = place(0.5f, 1),
                 upper_left = place(0.05f, 0.25f), upper_right = place(0.95f, 0.25f),
                 lower_left = place(0.05f, 0.75f), lower_right = place(0.95f, 0.75f);
    list.AddQuadFilled(top, upper_right, middle, upper_left, tone::packed(tone::accent_bright));
    list.AddQuadFilled(upper_left, middle, bottom, lower_left, tone::packed(tone::accent));
    list.AddQuadFilled(middle, upper_right, lower_right, bottom, tone::packed(tone::faint));
}

std::string status(const PanelContext& context) {
    const auto* view = tab_view<VolumeView>(context.seen);
    return view && view->plan ? run_text(*view->plan, view->stats.compute_ms) : "";
}

constexpr std::array<Section, 5> sections{
    {{"volume_volume", "Volume", volume_panel,
      [](const PanelContext& context) -> std::string {
          const auto* view = tab_view<VolumeView>(context.seen);
          if (!view || !view->plan) return "";
          return counted(volume::voxel_count(view->plan->side), "voxel", "voxels");
      },
      true, PanelPart::explore, true},
     {"volume_engine", "Engine", volume_engine_panel,
      [](const PanelContext& context) {
          return std::string(choice_of(context.settings.volume->engine).label);
      },
      true, PanelPart::regions},
     {"volume_levels", "Levels", volume_levels_panel,
      [](const PanelContext& context) -> std::string {
          const auto* view = tab_view<VolumeView>(context.seen);
          return view && view->plan ? counted(sum_of(view->stats).regions, "region", "regions")
                                    : "";
      },
      true, PanelPart::regions, true},
     {"volume_times", "Times", volume_times_panel,
      [](const PanelContext& context) -> std::string {
          const auto* view = tab_view<VolumeView>(context.seen);
          return view && view->plan ? significant(view->stats.compute_ms) + " ms" : "";
      },
      true, PanelPart::measure, true},
     {"volume_colour", "Colour", dwell_colour_panel,
      [](const PanelContext& context) { return shown_name(context.settings.colouring.palette); },
      false}}};

}  // namespace

extern const Tab volume_tab{
    Workload::volume,
    "Volume",
    "Subdivision in three and four dimensions: the Julibrot and the Mandelbulb.",
    icon,
    status,
    {"In space a region's border is a larger part of it than in the plane, so subdivision saves "
     "less. In the Julibrot a voxel is a c and the w where its orbit begins. Three planes through "
     "one voxel are shown with the regions that they cut, next to the volume in space.",
     "A region with a uniform border is filled; any other is subdivided, as in the plane. Levels "
     "shows how much the model allows, and Measure all engines, under Times, how much is reached."},
    volume_introduction,
    sections,
    make_screen<VolumeScreen>,
    volume_report,
    nullptr};

}  // namespace mariani::app
