#include "app/panels/fields.hpp"
#include "app/panels/knob_row.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <array>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::optional<std::string> choice_unavailable(const PanelContext& context, Backend backend) {
    const std::string& failure = context.seen.cuda_failure;
    if (backend == Backend::cuda && !failure.empty()) return failure;
    return backend_unavailable(backend);
}

void backend_row(const PanelContext& context) {
    engine_row(context, "backend");
    const auto& engine = context.settings.engine;
    const Precision precision = plan_in_use(context).precision;
    const auto unavailable = [&](Backend backend) {
        auto why = why_no_effect(backend, precision);
        if (!why) why = choice_unavailable(context, backend);
        return why ? why : why_invalid(engine.engine, engine.scheme, backend);
    };
    choose<Backend>("backend", context.settings.engine.backend, unavailable);
    reasons_below(context, segments_of<Backend>(unavailable));
}

// Shown if there is a choice.
void device_row(const PanelContext& context) {
    const auto& devices = context.seen.devices;
    auto& chosen = context.settings.engine.device;
    if (devices.size() < 2) return;
    std::vector<std::string> numbers;
    for (const auto& device : devices) numbers.push_back(std::to_string(device.index));
    std::vector<Segment> segments{{"auto", "The GPU that draws the window, else the first.", {}}};
    for (std::size_t i = 0; i < devices.size(); ++i)
        segments.push_back({numbers[i], devices[i].description, devices[i].unavailable});
    engine_row(context, "device");
    ImGui::BeginDisabled(plan_in_use(context).backend == Backend::cpu);
    const auto at = chosen ? static_cast<std::size_t>(*chosen) + 1 : 0;
    if (const auto picked = segmented("device", segments, at))
        chosen = *picked == 0 ? std::nullopt : std::optional(static_cast<int>(*picked) - 1);
    ImGui::EndDisabled();
    for (const auto& device : devices)
        if (device.unavailable || chosen == device.index)
            note_below(context,
                       fmt::format("{}: {}", device.index,
                                   device.unavailable.value_or(device.description)),
                       tone::dim);
}

void precision_row(const PanelContext& context) {
    engine_row(context, "precision");
    std::string automatic(automatic_name);
    if (const auto& frame = context.seen.frame)
        automatic += fmt::format(": {}", choice_of(frame->plan.precision).label);
    const auto unavailable = [&](Precision precision) {
        return why_no_effect(precision, context.settings.view, context.seen.picture);
    };
    pick<Precision>("##precision", context.settings.engine.precision, unavailable, automatic);
    const auto& frame = context.seen.frame;
    if (frame && !frame->stats.precision_reason.empty())
        note_below(context, frame->stats.precision_reason, tone::dim);
}

void quality_row(const PanelContext& context) {
    engine_row(context, "quality");
    choose<Quality>("quality", context.settings.engine.quality);
}

// Who chooses g and r: the program, if both are `auto`.
void lattice_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    row(context, "g and r", "Choose g and r yourself, or let the program do it.");
    const std::array segments{
        Segment{automatic_name,
                "4 and 2. On the GPU, a warp per region uses values that suit the picture's size; "
                "while regions are shown, values that make a tree of four levels.",
                {}},
        Segment{"own", "The values below, whatever the picture's size.", {}}};
    const bool automatic = !engine.g && !engine.r;
    const auto picked = segmented("lattice", segments, automatic ? 0 : 1);
    if (picked && *picked == 0) {
        engine.g.reset();
        engine.r.reset();
    } else if (picked) {
        set_subdivision(engine, plan_in_use(context).subdivision);
    }
    if (auto_on_gpu(context))
        note_below(context,
                   automatic
                       ? fmt::format("chosen by auto for {} pixels", to_text(context.seen.picture))
                       : "chosen by you, kept by auto",
                   tone::dim);
}

void block_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    const FramePlan plan = plan_in_use(context);
    const bool for_ex = auto_on_gpu(context);  // of the two candidates only Ex has a block
    const BlockSize shown = engine.block.value_or(for_ex ? suited::block_of_ex : plan.block);
    const auto idle = for_ex ? std::nullopt : why_block_idle(plan);
    engine_row(context, "block");
    ImGui::BeginDisabled(idle.has_value());
    const float width = scaled_length(context, 56);
    const auto edit = [&](const char* id, const char* name, int BlockSize::*side, int other) {
        const IntegerRange allowed{1, limits::block_threads / other};
        const auto typed = integer_field(context, id, name, shown.*side, allowed, width);
        if (!typed) return;
        engine.block = shown;
        (*engine.block).*side = static_cast<int>(*typed);
    };
    edit("##block width", "the block's width", &BlockSize::width, shown.height);
    ImGui::SameLine();
    edit("##block height", "the block's height", &BlockSize::height, shown.width);
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (idle)
        note(*idle);
    else if (!engine.block)
        note(for_ex ? "chosen by auto for Ex" : "auto");
    else if (button("auto", "Lets the program choose the block.", width))
        engine.block.reset();
    field_error(context, "##block width");
    field_error(context, "##block height");
}

void insertion_row(const PanelContext& context) {
    engine_row(context, "insertion");
    const auto idle = why_insertion_idle(plan_in_use(context));
    ImGui::BeginDisabled(idle.has_value());
    choose<Insertion>("insertion", context.settings.engine.insertion);
    ImGui::EndDisabled();
    if (idle) note_below(context, *idle, tone::dim);
}

void switches(const PanelContext& context) {
    engine_row(context, "shortcuts");
    const auto idle = why_shortcuts_idle(plan_in_use(context));
    ImGui::BeginDisabled(idle.has_value());
    checkbox("##shortcuts", context.settings.engine.shortcuts,
             "Skips iterations inside the set without changing any dwell. Off in bench, to compare "
             "with the papers.");
    ImGui::EndDisabled();
    if (idle) note_below(context, *idle, tone::dim);
    row(context, "Verify fills", "Recomputes regions filled as inside, in idle time.");
    resettable(
        context, [](auto& s) -> auto& { return s.verify_fills; });
    checkbox("##verify", context.settings.verify_fills,
             "Fills can hide filaments thinner than a pixel. While the view rests, they are "
             "recomputed pixel by pixel and corrected.");
    row(context, "Prove at rest", "Proves every dwell in idle time, at any height.");
    resettable(
        context, [](auto& s) -> auto& { return s.prove_at_rest; });
    checkbox("##prove", context.settings.prove_at_rest,
             "f32 and f64 round, which makes some dwells wrong. While the view rests, each dwell "
             "is recomputed with a proof and corrected. Moving views stay in f32 or f64.");
}

}  // namespace

void advanced_panel(const PanelContext& context) {
    backend_row(context);
    device_row(context);
    precision_row(context);
    quality_row(context);
    ImGui::BeginDisabled(context.settings.engine.engine == EngineKind::ex);
    lattice_row(context);
    ImGui::EndDisabled();
    block_row(context);
    insertion_row(context);
    switches(context);
}

}  // namespace mariani::app
