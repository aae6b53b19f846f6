#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/workloads/curves/view.hpp"

#include <array>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using curves::EngineKind;
using curves::VertexMemory;

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.curves->engine;
    row(context, "Engine", "What counts and places the vertices; all make the same.");
    pick<EngineKind>("##engine", engine);
    note_below(context, std::string(choice_of(engine).description), tone::dim);
}

void colour_row(const PanelContext& context) {
    auto& settings = *context.settings.curves;
    const auto unavailable = used_by_others(settings.engine, curves::has_launches);
    const std::array<Segment, 4> ways{
        {{"vertices", "Blue where a curve has few, red where it has many.", {}},
         {"block", "The curves of a parent block have a colour in common.", unavailable},
         {"unit", "Where the vertices were placed: the multiprocessor or thread.", {}},
         {"start", "When the first of the vertices were placed, from dark to light.", {}}}};
    row(context, "Colour",
        "What a curve's colour tells. Unit and start are those of a run that is "
        "recorded beside the one that is timed.");
    const bool by_vertices = settings.colour == LineColour::block && unavailable;
    const auto chosen = by_vertices ? 0 : static_cast<std::size_t>(settings.colour);
    if (const auto picked = segmented("colour", ways, chosen))
        settings.colour = static_cast<LineColour>(*picked);
    with_room(4, [&] {
        if (!tab_view<CurvesView>(context.seen)) return;
        ImGui::Indent(label_width(context));
        for (const LegendEntry& entry : tab_view<CurvesView>(context.seen)->legend)
            swatch(context, tone_of(entry.colour), entry.text.c_str());
        ImGui::Unindent(label_width(context));
    });
}

// How full the pool was.
void gauge(const PanelContext& context, const CurvesView& view) {
    const auto& stats = view.stats;
    row(context, "Pending", "The most launches that waited or ran at a time.");
    const auto share = static_cast<float>(stats.most_pending) / static_cast<float>(view.plan->pool);
    ImGui::ProgressBar(
        share, {-FLT_MIN, 0},
        fmt::format("{} of {}", grouped(stats.most_pending), grouped(view.plan->pool)).c_str());
    row_text(context, "Launches", "Those that ran.", grouped(stats.child_launches));
    row_text(context, "Failed", "Those that found the pool full, or that CUDA refused.",
             grouped(stats.failed_launches));
    if (view.plan->memory == VertexMemory::heap)
        row_text(context, "Failed mallocs", "Those that the heap had no room for.",
                 grouped(stats.failed_mallocs));
    row_text(context, "Lost curves", "Those whose launch failed without repair.",
             grouped(stats.lost_lines));
}

}  // namespace

void curves_engine_panel(const PanelContext& context) {
    engine_row(context);
    backend_row(context, context.settings.curves->backend);
    gap(context);
    const auto knobs = curves_knobs(context);
    for (const char* const id : {"parent_block", "child_block", "streams", "pool", "memory"})
        knobs.show(id);
    if (context.settings.curves->problem.memory == VertexMemory::heap) knobs.show("heap");
    knobs.show("repair");
    colour_row(context);
    const auto* view = tab_view<CurvesView>(context.seen);
    with_room(4, [&] {
        if (view && view->plan && curves::has_launches(view->plan->engine)) gauge(context, *view);
    });
}

}  // namespace mariani::app
