#include "app/panels/fields.hpp"
#include "app/panels/in_use.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/no_effect.hpp"
#include "compute/service/engine_registry.hpp"

#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Why none of the allowed backends runs the engine; nullopt if one does.
std::optional<std::string> engine_unavailable(EngineKind kind, std::optional<Backend> backend) {
    std::optional<std::string> why;
    for (const auto& entry : engine_registry()) {
        if (entry.kind != kind || (backend && entry.backend != backend)) continue;
        if (!entry.unavailable) return std::nullopt;
        why = entry.unavailable;
    }
    return why ? why : fmt::format("this build has no {} engine", choice_of(kind).label);
}

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    row(context, "Engine", "How the dwells are computed; auto picks an engine for each view.");
    const Precision precision = plan_in_use(context).precision;
    const auto unavailable = [&](EngineKind kind) {
        auto why = engine_unavailable(kind, engine.backend);
        if (!why) why = why_invalid(kind, engine.scheme, engine.backend);
        return why ? why : why_no_effect(kind, precision);
    };
    choose<EngineKind>("engine", engine.engine, unavailable);
    reasons_below(context, segments_of<EngineKind>(unavailable));
}

// The engine that computed the picture, what it ran on, why it was chosen, and what its name means.
void in_use(const PanelContext& context) {
    if (!context.seen.frame) return;
    const FramePlan& plan = context.seen.frame->plan;
    const EngineStats& stats = context.seen.frame->stats;
    auto used = fmt::format("in use: {} on {}", engine_label(plan),
                            stats.device.empty() ? choice_of(plan.backend).label : stats.device);
    note_below(context, used, tone::text);
    if (!stats.engine_reason.empty()) note_below(context, stats.engine_reason, tone::dim);
    if (has_scheme(plan) && !stats.scheme_reason.empty())
        note_below(context, stats.scheme_reason, tone::dim);
    note_below(context, std::string(choice_of(plan.engine).description), tone::dim);
    if (has_scheme(plan))
        note_below(context, std::string(choice_of(plan.scheme).description), tone::dim);
}

void subdivision_rows(const PanelContext& context) {
    auto& engine = context.settings.engine;
    const auto edit = [&](const char* name, const char* label, const char* explanation,
                          int SubdivisionParams::*value, IntegerRange allowed) {
        row(context, label, explanation);
        auto shown = plan_in_use(context).subdivision;
        const auto next = stepped_field(context, name, name, shown.*value, allowed);
        if (!next) return;
        shown.*value = static_cast<int>(*next);
        if (value == &SubdivisionParams::B)
            engine.B = shown.B;
        else
            set_subdivision(engine, shown);
    };
    edit("g", "g  initial", "Initial subdivision: the picture starts as g x g regions.",
         &SubdivisionParams::g, limits::g);
    edit("r", "r  recurrent", "Recurrent subdivision: a subdivided region becomes r x r children.",
         &SubdivisionParams::r, limits::r);
    edit("B", "B  stopping size",
         "Stopping size in pixels: regions whose children would be no larger are leaves.",
         &SubdivisionParams::B, limits::B);
    row(context, "Fill rule", "Which regions are filled with their border's dwell.");
    choose<FillRule>("fill", context.settings.engine.fill);
    tuned_rows(context);
}

}  // namespace

void engine_panel(const PanelContext& context) {
    engine_row(context);
    with_room(6, [&] { in_use(context); });
    gap(context);
    ImGui::BeginDisabled(context.settings.engine.engine == EngineKind::ex);
    subdivision_rows(context);
    ImGui::EndDisabled();
}

}  // namespace mariani::app
