#include "app/panels/fields.hpp"
#include "app/panels/knob_row.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/resolve.hpp"

#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

void nothing_tuned(const PanelContext& context) {
    row_text(context, "Tuned", "The result of Auto-tune (laboratory, Landscape).",
             "No tuning saved for views like this");
}

void tuned_row(const PanelContext& context, const Tuning& tuned) {
    const auto& [where, best, speedup, date] = tuned;
    const auto& [g, r, B] = best.subdivision;
    auto& engine = context.settings.engine;
    const bool blocks = where.backend == Backend::cuda;
    auto tuned_engine = engine;
    use(tuned, tuned_engine);
    const bool in_use = tuned_engine == engine;
    const auto explanation = fmt::format(
        "Auto-tune's result on this device for views like this one: {}.", tuning_class_text(where));
    row(context, "Tuned", explanation.c_str());
    const float width = button_width(3);
    if (button(in_use ? "In use###tuned" : fmt::format("Use {}, {}, {}###tuned", g, r, B).c_str(),
               "Sets g, r, B and, on the GPU, the block to the tuned values.", 1.6f * width,
               !in_use))
        use(tuned, engine);
    ImGui::SameLine();
    if (button("Forget", "Removes this tuning. Auto-tune can find it again.", -FLT_MIN))
        context.commands.push_back(Action::forget_tuning);
    note_below(context,
               fmt::format(
                   "{} x as fast as Ex, found on {} with {}-{}{} on {}", significant(speedup),
                   printable(date, longest_quote), choice_of(where.engine).label,
                   choice_of(where.scheme).label,
                   blocks ? fmt::format(", block {}x{},", best.block.width, best.block.height) : "",
                   where.device),
               tone::dim);
}

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

void engine_choice(const PanelContext& context) {
    auto& engine = context.settings.engine;
    engine_row(context, "engine");
    const Precision precision = plan_in_use(context).precision;
    const auto unavailable = [&](EngineKind kind) {
        auto why = engine_unavailable(kind, engine.backend);
        if (!why) why = why_invalid(kind, engine.scheme, engine.backend);
        return why ? why : why_no_effect(kind, precision);
    };
    choose<EngineKind>("engine", engine.engine, unavailable);
    reasons_below(context, segments_of<EngineKind>(unavailable));
}

void scheme_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    engine_row(context, "scheme");
    const FramePlan plan = plan_in_use(context);
    if (const auto idle = why_scheme_idle(plan)) {
        const Unavailable<Scheme> all = [&](Scheme) { return idle; };
        choose<Scheme>("scheme", engine.scheme, all);
        return note_below(context, *idle, tone::dim);
    }
    const auto unavailable = [&](Scheme scheme) {
        return why_invalid(engine.engine, scheme, plan.backend);
    };
    choose<Scheme>("scheme", engine.scheme, unavailable);
    reasons_below(context, segments_of<Scheme>(unavailable));
}

// The engine that computed the picture, what it ran on, why it was chosen, and what its name means.
void in_use(const PanelContext& context) {
    if (!context.seen.frame) return;
    const FramePlan& plan = context.seen.frame->plan;
    const EngineStats& stats = context.seen.frame->stats;
    auto used = fmt::format("In use: {} on {}", engine_label(plan),
                            stats.device.empty() ? choice_of(plan.backend).label : stats.device);
    note_below(context, used, tone::text);
    if (!stats.engine_reason.empty()) note_below(context, stats.engine_reason, tone::dim);
    if (has_scheme(plan) && !stats.scheme_reason.empty())
        note_below(context, stats.scheme_reason, tone::dim);
    note_below(context, std::string(choice_of(plan.engine).description), tone::dim);
    if (has_scheme(plan))
        note_below(context, std::string(choice_of(plan.scheme).description), tone::dim);
    if (plan.engine != EngineKind::dp || is_deep(plan.precision)) return;
    ImGui::Indent(label_width(context));
    if (button("What is DP?", "Opens the help, which explains it and shows its timeline (F1).",
               button_width(2)))
        context.commands.push_back(Action::toggle_help);
    ImGui::Unindent(label_width(context));
}

void subdivision_rows(const PanelContext& context) {
    auto& engine = context.settings.engine;
    const auto edit = [&](const char* name, int SubdivisionParams::*value, IntegerRange allowed) {
        if (value == &SubdivisionParams::B) {
            engine_row(context, name);
        } else {
            row(context, knob_table<EngineRequest>()[name]);
            if (reset_wanted(context, !engine.g && !engine.r)) engine.g = engine.r = std::nullopt;
        }
        auto shown = plan_in_use(context).subdivision;
        const auto next = stepped_field(context, name, name, shown.*value, allowed);
        if (!next) return;
        shown.*value = static_cast<int>(*next);
        if (value == &SubdivisionParams::B)
            engine.B = shown.B;
        else
            set_subdivision(engine, shown);
    };
    edit("g", &SubdivisionParams::g, limits::g);
    edit("r", &SubdivisionParams::r, limits::r);
    edit("B", &SubdivisionParams::B, limits::B);
    engine_row(context, "fill");
    choose<FillRule>("fill", context.settings.engine.fill);
    tuned_rows(context);
}

}  // namespace

FramePlan plan_in_use(const PanelContext& context) {
    FrameRequest request = frame_request(context.settings, context.seen.picture);
    if (why_invalid(request)) {  // for an invalid view or picture the engine can still be shown
        request.view = View{};
        request.image = {1, 1};
        request.part = whole(request.image);
    }
    return resolve(request, context.seen.hardware, {}).plan;
}

bool auto_on_gpu(const PanelContext& context) {
    const FramePlan plan = plan_in_use(context);
    return !context.settings.engine.engine && plan.backend == Backend::cuda &&
           !is_deep(plan.precision);
}

void tuned_rows(const PanelContext& context) {
    with_room(4, [&] {
        if (context.seen.tuned)
            tuned_row(context, *context.seen.tuned);
        else
            nothing_tuned(context);
    });
}

void engine_panel(const PanelContext& context) {
    engine_choice(context);
    scheme_row(context);
    of_picture(context, 6, [&] { in_use(context); });
    gap(context);
    const bool exhaustive = context.settings.engine.engine == EngineKind::ex;
    ImGui::BeginDisabled(exhaustive);
    subdivision_rows(context);
    ImGui::EndDisabled();
    if (exhaustive) note("Ex subdivides nothing, so g, r, B and the fill rule have no effect.");
}

}  // namespace mariani::app
