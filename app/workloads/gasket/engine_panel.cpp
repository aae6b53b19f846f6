#include "app/panels/knob_row.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/neighbours.hpp"
#include "app/workloads/gasket/view.hpp"

#include <array>
#include <optional>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using gasket::EngineKind;

std::optional<std::string> refusal(const PanelContext& context, EngineKind kind) {
    if (!tab_view<GasketView>(context.seen)) return std::nullopt;
    for (const auto& [engine, refused] : tab_view<GasketView>(context.seen)->engines)
        if (engine == kind) return refused;
    return std::nullopt;
}

void engine_entry(const PanelContext& context, EngineKind kind) {
    auto& engine = context.settings.gasket->engine;
    const auto& choice = choice_of(kind);
    const auto refused = refusal(context, kind);
    ImGui::BeginDisabled(refused.has_value());
    if (ImGui::Selectable(std::string(choice.label).c_str(), engine == kind)) engine = kind;
    ImGui::EndDisabled();
    explain(refused ? *refused : std::string(choice.description));
}

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.gasket->engine;
    row(context, "Engine", "What takes the steps. Another one goes on with the same state.");
    ImGui::SetNextItemWidth(-FLT_MIN);
    const std::string label(engine ? choice_of(*engine).label : automatic_name);
    if (ImGui::BeginCombo("##engine", label.c_str(), ImGuiComboFlags_HeightLarge)) {
        if (ImGui::Selectable(std::string(automatic_name).c_str(), !engine)) engine.reset();
        explain("The fastest that fits.");
        for (const auto& each : choices<EngineKind>()) engine_entry(context, each.value);
        ImGui::EndCombo();
    }
    const auto* view = tab_view<GasketView>(context.seen);
    if (view && view->moment && view->moment->engine)
        note_below(context, view->moment->engine->description, tone::dim);
}

// What is shown in place of living and dead cells, if anything.
void colour_rows(const PanelContext& context) {
    auto& settings = *context.settings.gasket;
    static const std::array<Segment, 3> shown{
        {{"cells", "Which cells are alive.", {}},
         {"blocks",
          "The blocks of the next step, which is watched for it: holes that threads wait "
          "over are darker, or red.",
          {}},
         {"coverage",
          "How often the next step computes each cell. Grey: once, as it must be. "
          "Black: never. Magenta: more often.",
          {}}}};
    row(context, "Picture", "What the picture shows.");
    const std::size_t chosen = settings.coverage ? 2 : settings.blocks ? 1 : 0;
    if (const auto picked = segmented("shown", shown, chosen)) {
        settings.coverage = *picked == 2;
        if (*picked == 0) settings.blocks.reset();
        if (*picked == 1 && !settings.blocks) settings.blocks = BlockColour::order;
    }
    if (settings.coverage || !settings.blocks) return;
    row(context, "Colours", "By what the blocks are coloured.");
    if (const auto picked = pick_block_colour("colour", settings.blocks)) settings.blocks = *picked;
    const auto* view = tab_view<GasketView>(context.seen);
    recorded_run_rows(context, view ? view->trace_ns : 0);
}

void tiles_row(const PanelContext& context) {
    row(context, "Tiles", "The boxes that the engine cuts the fractal into.");
    checkbox("outlined (G)", context.settings.gasket->tiles,
             "Outlines the boxes of the fractal from the whole down to the engine's tiles, as far "
             "as they can be seen. Dots: the cells that a tile reads of its neighbours.");
    const auto* view = tab_view<GasketView>(context.seen);
    if (view && view->tiles)
        note_below(context,
                   fmt::format("Tiles of {0} x {0} {1}. Their inner cells are computed from the "
                               "tile alone; only cells with a dot are read by another one.",
                               view->tiles->side, view->tiles->side == 1 ? "cell" : "cells"),
                   tone::dim);
}

// How many blocks the published matrices put at a wrong place, and from when on.
void wrong_note(const PanelContext& context, gasket::MmaForm form, const char* sums) {
    const auto& settings = *context.settings.gasket;
    const auto [wrong, blocks, levels, first] =
        wrong_as_published(gasket_problem(settings), settings.numbers.rho, form);
    const std::string begins =
        first ? fmt::format("The first ones do with {} levels of blocks; here are {}.", *first,
                            levels)
              : "No level of this fractal has one.";
    note_below(context,
               fmt::format("{}: {} of {} blocks get a wrong place ({}). {}", sums,
                           grouped(static_cast<std::int64_t>(wrong)),
                           grouped(static_cast<std::int64_t>(blocks)),
                           share(static_cast<double>(wrong), static_cast<double>(blocks)), begins),
               wrong > 0 ? tone::error : tone::dim);
}

void detail_row(const PanelContext& context) {
    static const std::array<Segment, 4> details{
        {{"digits",
          "The digits of the cell, and what each adds to the sums of \xce\xbb and \xce\xbd.",
          {}},
         {"around",
          "The places of the eight neighbours in the compact rectangle, by \xce\xbd.",
          {}},
         {"matrices",
          "How tensor cores find the eight blocks around the cell's: C = A B, with weights that "
          "are exact.",
          {}},
         {"published",
          "The same with the published weights, rounded to halves, and sums in FP32, as the paper "
          "states, and in FP16, as its program has them. Beside a wrong entry, in red, is the "
          "right one.",
          {}}}};
    auto& detail = context.settings.gasket->detail;
    row(context, "Tooltip", "What is told of the cell under the mouse.");
    if (const auto picked = segmented("detail", details, static_cast<std::size_t>(detail)))
        detail = static_cast<CellDetail>(*picked);
    note_below(context,
               "Point at a cell, or into the compact rectangle (M), which has no holes: \xce\xbb "
               "leads from there to the cell, and \xce\xbd back.",
               tone::dim);
    if (detail != CellDetail::published) return;
    wrong_note(context, gasket::MmaForm::printed, "Sums in FP32, as the paper states");
    wrong_note(context, gasket::MmaForm::program, "Sums in FP16, as its program has them");
}

// The legend of what is shown in place of the cells, or why that cannot be shown.
void legend_rows(const PanelContext& context) {
    const auto* view = tab_view<GasketView>(context.seen);
    if (!view || !view->moment) return;
    for (const LegendEntry& entry : view->legend)
        swatch(context, tone_of(entry.colour), entry.text.c_str());
    if (!view->moment->not_watched.empty())
        note("Not watched: " + view->moment->not_watched + ".", tone::warning);
}

}  // namespace

void gasket_engine_panel(const PanelContext& context) {
    const auto* view = tab_view<GasketView>(context.seen);
    const bool known = view && view->moment && view->moment->engine;
    const EngineKind engine = context.settings.gasket->engine.value_or(
        known ? view->moment->engine->kind : EngineKind::bits);
    engine_row(context);
    gap(context);
    auto& numbers = context.settings.gasket->numbers;
    knob_row(context, knob_table<gasket::Numbers>()["rho"], &numbers, {});
    if (engine == EngineKind::bits)
        note_below(
            context,
            "The tooltip and the compact rectangle show these blocks; bits itself has tiles.",
            tone::dim);
    const KnobRows rows(context, numbers, engine, Backend::cuda);
    rows.show("tile");
    rows.show("fuse");
    backend_row(context, context.settings.gasket->backend);
    gap(context);
    colour_rows(context);
    legend_rows(context);
    gap(context);
    tiles_row(context);
    detail_row(context);
}

}  // namespace mariani::app
