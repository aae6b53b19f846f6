#include "app/panels/fields.hpp"
#include "app/panels/in_use.hpp"
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

#include <fmt/format.h>

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

std::optional<std::string> choice_unavailable(const PanelContext& context, Backend backend) {
    const std::string& failure = context.seen.cuda_failure;
    if (backend == Backend::cuda && !failure.empty()) return failure;
    return backend_unavailable(backend);
}

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    row(context, "Engine", "How the dwells are computed; auto picks an engine for each view.");
    const auto unavailable = [&](EngineKind kind) {
        auto why = engine_unavailable(kind, engine.backend);
        return why ? why : why_invalid(kind, engine.scheme, engine.backend);
    };
    choose<EngineKind>("engine", engine.engine, unavailable);
    for (const auto& choice : choices<EngineKind>())
        if (const auto why = unavailable(choice.value))
            note_below(context, fmt::format("{}: {}", choice.label, *why), tone::dim);
}

void scheme_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    row(context, "Scheme", "How a region's work is spread over blocks, warps or threads.");
    const Backend backend = plan_in_use(context).backend;
    const auto unavailable = [&](Scheme scheme) {
        return why_invalid(engine.engine, scheme, backend);
    };
    choose<Scheme>("scheme", engine.scheme, unavailable);
    for (const auto& choice : choices<Scheme>())
        if (const auto why = unavailable(choice.value))
            note_below(context, fmt::format("{}: {}", choice.label, *why), tone::dim);
}

// The engine that computed the picture, why it was chosen, and what it ran on.
void in_use(const PanelContext& context) {
    if (!context.seen.frame) return;
    const FramePlan& plan = context.seen.frame->plan;
    const EngineStats& stats = context.seen.frame->stats;
    std::string engine(choice_of(plan.engine).label);
    if (plan.engine != EngineKind::ex) engine += fmt::format("-{}", choice_of(plan.scheme).label);
    auto used = fmt::format("in use: {} on {}", engine,
                            stats.device.empty() ? choice_of(plan.backend).label : stats.device);
    note_below(context, used, tone::dim);
    if (!stats.engine_reason.empty()) note_below(context, stats.engine_reason, tone::dim);
    if (plan.engine != EngineKind::ex && !stats.scheme_reason.empty())
        note_below(context, stats.scheme_reason, tone::dim);
}

void backend_row(const PanelContext& context) {
    row(context, "Backend", "Which processor computes: both give the same dwells, bit for bit.");
    const auto& engine = context.settings.engine;
    const auto unavailable = [&](Backend backend) {
        auto why = choice_unavailable(context, backend);
        return why ? why : why_invalid(engine.engine, engine.scheme, backend);
    };
    choose<Backend>("backend", context.settings.engine.backend, unavailable);
    for (const auto& choice : choices<Backend>())
        if (const auto why = unavailable(choice.value))
            note_below(context, fmt::format("{}: {}", choice.label, *why), tone::dim);
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
    row(context, "GPU", "Which GPU computes; one that does not draw the window is slower to show.");
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
    row(context, "Precision", "The floating-point type of every step; auto names the one in use.");
    std::string automatic(automatic_name);
    if (const auto& frame = context.seen.frame)
        automatic += fmt::format(": {}", choice_of(frame->plan.precision).label);
    choose<Precision>("precision", context.settings.engine.precision, {}, automatic);
}

// Who chooses g and r: the program, if both are `auto`.
void lattice_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    row(context, "g and r", "Whether g and r are chosen for you, or are your own.");
    const std::array segments{
        Segment{automatic_name,
                "4 and 2; for a warp per region on the GPU those that suit the picture's size.",
                {}},
        Segment{"own", "Those below, whatever the picture's size.", {}}};
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
                       ? fmt::format("auto chose them for {} pixels", to_text(context.seen.picture))
                       : "chosen by you: auto keeps them",
                   tone::dim);
}

void subdivision_rows(const PanelContext& context) {
    lattice_row(context);
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
    tuned_rows(context);
    row(context, "Fill rule", "Which regions are filled with their border's dwell.");
    choose<FillRule>("fill", context.settings.engine.fill);
}

void dwell_row(const PanelContext& context) {
    Settings& settings = context.settings;
    auto dwell = settings.engine.dwell_limit;
    const float entry = scaled_length(context, 84), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float automatic =
        ImGui::CalcTextSize("auto").x + 2 * ImGui::GetStyle().FramePadding.x + gap;
    row(context, "Dwell limit", "The most steps taken for a pixel; one that reaches it is inside.");
    const std::uint32_t min = limits::dwell.min, max = limits::dwell.max;
    ImGui::SetNextItemWidth(-entry - gap - automatic);
    if (ImGui::SliderScalar(
            "##dwell", ImGuiDataType_U32, &dwell, &min, &max, "",
            ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
        set_dwell_limit(settings, dwell);
    explain("Drag, or type an exact number from 1 to 10,000,000 beside it.");
    ImGui::SameLine(0, gap);
    const auto typed =
        integer_field(context, "##exact dwell", "the dwell limit", dwell, limits::dwell, entry);
    if (typed) set_dwell_limit(settings, static_cast<std::uint32_t>(*typed));
    ImGui::SameLine(0, gap);
    if (toggle("auto##dwell", settings.automatic_dwell_limit,
               "Follows the view once it rests: higher while pixels escape only shortly before "
               "the limit, lower where fewer steps will do."))
        settings.automatic_dwell_limit = !settings.automatic_dwell_limit;
    field_error(context, "##exact dwell");
}

// Why the block has no effect in this plan; null if it has.
const char* block_idle(const FramePlan& plan) {
    if (plan.backend == Backend::cpu) return "the CPU has no blocks";
    const bool wpr = plan.engine == EngineKind::ask && plan.scheme == Scheme::wpr;
    return wpr ? "WPR has its own" : nullptr;
}

void block_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    const FramePlan plan = plan_in_use(context);
    const bool for_ex = auto_on_gpu(context);  // of the two candidates only Ex has a block
    const BlockSize shown = engine.block.value_or(for_ex ? suited::block_of_ex : plan.block);
    const char* idle = for_ex ? nullptr : block_idle(plan);
    row(context, "Block", "Threads of a CUDA block, width x height.");
    ImGui::BeginDisabled(idle != nullptr);
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
        note(idle);
    else if (!engine.block)
        note(for_ex ? "chosen by auto, for Ex" : "auto");
    else if (button("auto", "Leaves the block to the program.", width))
        engine.block.reset();
    field_error(context, "##block width");
    field_error(context, "##block height");
}

}  // namespace

void engine_panel(const PanelContext& context) {
    auto& engine = context.settings.engine;
    engine_row(context);
    in_use(context);
    backend_row(context);
    device_row(context);
    gap(context);
    dwell_row(context);
    precision_row(context);
    row(context, "Shortcuts", "Cardioid, bulb and period tests that skip iterations.");
    checkbox("##shortcuts", engine.shortcuts,
             "Skips iterations inside the set and changes no dwell; off in bench, so that figures "
             "compare with the papers.");
    gap(context);
    const bool exhaustive = engine.engine == EngineKind::ex;
    ImGui::BeginDisabled(exhaustive);
    scheme_row(context);
    subdivision_rows(context);
    ImGui::EndDisabled();
    if (exhaustive)
        note_below(context, "Ex iterates every pixel: nothing is subdivided", tone::dim);
    block_row(context);
}

}  // namespace mariani::app
