#include "app/panels/tab.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/workloads/curves/screen.hpp"
#include "app/workloads/curves/view.hpp"
#include "app/workloads/rows.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

json kept_promises(const CurvesView& view) {
    json promises = json::object();
    if (!view.litmuses) return promises;
    for (const LitmusOutcome& outcome : view.litmuses->outcomes)
        promises[outcome.text->name] = promise_text(outcome);
    return promises;
}

json curves_report(const TabView& seen) {
    const auto& view = dynamic_cast<const CurvesView&>(seen);
    if (!view.plan) return json::object();
    return {{"engine", mariani::name_of(view.plan->engine)},
            {"lines", view.plan->lines},
            {"count_by", mariani::name_of(view.plan->rule.by)},
            {"time", view.plan->time},
            {"speed", view.speed},
            {"placed", view.plan->placed.size()},
            {"hovered", view.hovered ? json(*view.hovered) : json()},
            {"vertices", view.stats.vertices},
            {"cut_lines", view.stats.cut_lines},
            {"failed_launches", view.stats.failed_launches},
            {"failed_mallocs", view.stats.failed_mallocs},
            {"lost_lines", view.stats.lost_lines},
            {"in_view", view.in_view ? view.in_view->size() : 0},
            {"measured", engine_names(view.times)},
            {"litmuses", kept_promises(view)},
            {"no_litmus", view.no_litmus ? json(*view.no_litmus) : json()},
            {"part", {view.part.x, view.part.y, view.part.height}}};
}

// A curve and its vertices.
void icon(ImDrawList& list, ImVec2 at, float side) {
    const auto place = [&](float x, float y) { return ImVec2(at.x + side * x, at.y + side * y); };
    const ImVec2 from = place(0.05f, 0.9f), rising = place(0.2f, -0.2f),
                 falling = place(0.7f, 1.2f), to = place(0.95f, 0.1f);
    list.AddBezierCubic(from, rising, falling, to, tone::packed(tone::accent_bright),
                        std::max(0.06f * side, 1.0f));
    for (const ImVec2 end : {from, place(0.33f, 0.42f), place(0.62f, 0.5f), to})
        list.AddCircleFilled(end, 0.08f * side, tone::packed(tone::text));
}

std::string status(const PanelContext& context) {
    const auto* view = tab_view<CurvesView>(context.seen);
    return view && view->plan ? run_text(*view->plan, view->stats.compute_ms) : "";
}

constexpr std::array<Section, 4> sections{
    {{"curves_lines", "Curves", curves_lines_panel,
      [](const PanelContext& context) -> std::string {
          const auto* view = tab_view<CurvesView>(context.seen);
          return view && view->plan ? counted(view->stats.vertices, "vertex", "vertices") : "";
      },
      true, PanelPart::explore, true},
     {"curves_engine", "Engine", curves_engine_panel,
      [](const PanelContext& context) {
          return std::string(choice_of(context.settings.curves->engine).label);
      },
      true, PanelPart::regions},
     {"curves_times", "Times", curves_times_panel, nullptr, true, PanelPart::measure},
     {"curves_litmus", "Litmus", curves_litmus_panel,
      [](const PanelContext&) -> std::string { return "textbook and today"; }, true,
      PanelPart::measure}}};

}  // namespace

extern const Tab curves_tab{
    Workload::curves,
    "Curves",
    "B\xc3\xa9zier curves, cut into as many lines as they need.",
    icon,
    status,
    {"Each B\xc3\xa9zier curve is cut into as many lines as its bend, or the zoom, requires. Every "
     "dot is a vertex. Drag the lit point under the mouse to bend its curves.",
     "The engines count the vertices of all curves, make room for them and compute them; all give "
     "the same result. DP (dynamic parallelism) does this with launches from the GPU."},
    curves_introduction,
    sections,
    make_screen<CurvesScreen>,
    curves_report,
    curves_marks,
    nullptr,
    TabTimeline::played};

}  // namespace mariani::app
