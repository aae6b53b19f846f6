#include "app/panels/backend_row.hpp"
#include "app/panels/curves_view.hpp"
#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/pick.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/curves_settings.hpp"

#include <array>
#include <optional>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using curves::EngineKind;
using curves::StreamMode;
using curves::VertexMemory;

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.curves->engine;
    row(context, "Engine", "What counts and places the vertices; all make the same.");
    pick<EngineKind>("##engine", engine);
    note_below(context, std::string(choice_of(engine).description), tone::dim);
    if (!curves::has_launches(engine))
        note_below(context,
                   "It launches nothing: parent block, streams, pool and repair are used by " +
                       labels_where(curves::has_launches) + ".",
                   tone::dim);
}

// Of warps: the field refuses what is no multiple.
void block_row(const PanelContext& context, const char* label, const char* explanation,
               bool (*uses)(EngineKind), int& block) {
    row(context, label, explanation);
    grey_if(used_by_others(context.settings.curves->engine, uses), [&] {
        if (const auto next = stepped_field(context, label, label, block, curves::limits::block,
                                            curves::warp_threads))
            block = static_cast<int>(*next);
    });
}

void streams_row(const PanelContext& context) {
    auto& settings = *context.settings.curves;
    const auto& view = context.seen.curves;
    row(context, "Streams", "Of launches from a GPU.");
    choose<StreamMode>("streams", settings.streams, [&](StreamMode) -> std::optional<std::string> {
        if (auto why = used_by_others(settings.engine, curves::has_launches)) return why;
        if (view && view->plan && view->plan->backend == Backend::cpu)
            return "The processor's tasks have no streams.";
        return std::nullopt;
    });
}

void pool_row(const PanelContext& context) {
    auto& settings = *context.settings.curves;
    row(context, "Pool",
        "Launches that may be pending: those beyond fail. A parent block of the processor has no "
        "more at a time than its curves.");
    grey_if(used_by_others(settings.engine, curves::has_launches), [&] {
        if (const auto next =
                stepped_field(context, "pool", "pool", settings.pool, curves::limits::pool))
            settings.pool = static_cast<int>(*next);
    });
}

std::optional<std::string> why_no_malloc(const PanelContext& context) {
    if (context.settings.curves->engine != EngineKind::dp) return "Only DP has a choice of memory.";
    const auto& view = context.seen.curves;
    if (view && view->plan && view->plan->backend == Backend::cpu)
        return "The processor's tasks have no heap of their own.";
    return std::nullopt;
}

void memory_row(const PanelContext& context) {
    row(context, "Memory", "Where DP's vertices go on a GPU.");
    choose<VertexMemory>("memory", context.settings.curves->memory,
                         [&](VertexMemory) { return why_no_malloc(context); });
}

// In MiB, as CUDA's default is 8.
void heap_row(const PanelContext& context) {
    constexpr int mib = 1 << 20;
    constexpr IntegerRange range{curves::limits::heap.min / mib, curves::limits::heap.max / mib};
    auto& settings = *context.settings.curves;
    row(context, "Heap, MiB",
        "Of malloc: what does not fit is counted, and the curve's thread does the work. CUDA keeps "
        "the size that it has once kernels are loaded.");
    auto idle = why_no_malloc(context);
    if (!idle && settings.memory == VertexMemory::room) idle = "Used by malloc.";
    grey_if(idle, [&] {
        if (const auto next = stepped_field(context, "heap", "heap", settings.heap / mib, range))
            settings.heap = static_cast<int>(*next) * mib;
    });
}

void repair_row(const PanelContext& context) {
    auto& settings = *context.settings.curves;
    row(context, "Repair", "Parents do the work of launches that fail; else it is lost.");
    const auto idle = used_by_others(settings.engine, curves::has_launches);
    ImGui::BeginDisabled(idle.has_value());
    checkbox("##repair", settings.repair,
             idle.value_or("Without it a launch that fails leaves its curves without vertices, as "
                           "CUDA does: they are dashed."));
    ImGui::EndDisabled();
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
        if (!context.seen.curves) return;
        ImGui::Indent(label_width(context));
        for (const LegendEntry& entry : context.seen.curves->legend)
            swatch(context, tone_of(entry.colour), entry.text.c_str());
        ImGui::Unindent(label_width(context));
    });
}

// How full the pool was.
void gauge(const PanelContext& context, const CurvesView& view) {
    const auto& stats = view.stats;
    row(context, "Pending", "The most launches that waited or ran at a time.");
    push_mono(context.fonts);
    const auto share = static_cast<float>(stats.most_pending) / static_cast<float>(view.plan->pool);
    ImGui::ProgressBar(
        share, {-FLT_MIN, 0},
        fmt::format("{} of {}", grouped(stats.most_pending), grouped(view.plan->pool)).c_str());
    ImGui::PopFont();
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
    auto& settings = *context.settings.curves;
    engine_row(context);
    backend_row(context, context.settings.curves->backend);
    gap(context);
    block_row(context, "Parent block", "The lines that a block counts: a multiple of 32.",
              curves::has_launches, settings.parent_block);
    block_row(
        context, "Child block", "The vertices that a block places: a multiple of 32.",
        [](EngineKind engine) { return engine != EngineKind::scan; }, settings.child_block);
    streams_row(context);
    pool_row(context);
    memory_row(context);
    heap_row(context);
    repair_row(context);
    colour_row(context);
    const auto& view = context.seen.curves;
    with_room(4, [&] {
        if (view && view->plan && curves::has_launches(view->plan->engine)) gauge(context, *view);
    });
}

}  // namespace mariani::app
