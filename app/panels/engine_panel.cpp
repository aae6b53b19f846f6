#include "app/panels/fields.hpp"
#include "app/panels/in_use.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/engine_registry.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// Why no backend that may be used runs the engine; nothing where one does.
std::optional<std::string> engine_unavailable(EngineKind kind, Backend backend) {
    if (kind == EngineKind::automatic) return std::nullopt;
    std::optional<std::string> why;
    for (const auto& entry : engine_registry()) {
        if (entry.kind != kind || (backend != Backend::automatic && entry.backend != backend))
            continue;
        if (!entry.unavailable) return std::nullopt;
        why = entry.unavailable;
    }
    return why ? why : fmt::format("this build has no {} engine", choice_of(kind).label);
}

std::optional<std::string> choice_unavailable(const PanelContext& context, Backend backend) {
    if (backend == Backend::automatic) return std::nullopt;
    const std::string& failure = context.seen.cuda_failure;
    if (backend == Backend::cuda && !failure.empty()) return failure;
    return backend_unavailable(backend);
}

void engine_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    row(context, "Engine", "How the dwells are computed; auto picks an engine for each view.");
    const auto unavailable = [&](EngineKind kind) {
        auto why = engine_unavailable(kind, engine.backend);
        return why ? why : refusal(kind, engine.scheme);
    };
    choose<EngineKind>("engine", engine.engine, unavailable);
    for (const auto& choice : choices<EngineKind>())
        if (const auto why = unavailable(choice.value))
            note_below(context, fmt::format("{}: {}", choice.label, *why), tone::dim);
}

void scheme_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    row(context, "Scheme", "How a region's work is spread over blocks, warps or threads.");
    if (auto_on_gpu(context)) {
        const std::string why = "auto takes WPR on the GPU";
        auto shown = Scheme::wpr;
        choose<Scheme>("scheme", shown, [&](Scheme scheme) {
            return scheme == Scheme::wpr ? std::nullopt : std::optional(why);
        });
        note_below(context, why, tone::dim);
        return;
    }
    choose<Scheme>("scheme", engine.scheme,
                   [&](Scheme scheme) { return refusal(engine.engine, scheme); });
    for (const auto& choice : choices<Scheme>())
        if (const auto why = refusal(engine.engine, choice.value))
            note_below(context, fmt::format("{}: {}", choice.label, *why), tone::dim);
}

// The engine that computed the picture, why it was chosen, and on what it ran.
void in_use(const PanelContext& context) {
    if (!context.seen.frame) return;
    const auto& stats = context.seen.frame->stats;
    std::string engine(choice_of(stats.engine).label);
    if (stats.engine != EngineKind::ex)
        engine += fmt::format("-{}", choice_of(context.seen.frame->request.scheme).label);
    auto used = fmt::format("in use: {} on {}", engine,
                            stats.device.empty() ? choice_of(stats.backend).label : stats.device);
    note_below(context, used, tone::dim);
    if (!stats.engine_reason.empty()) note_below(context, stats.engine_reason, tone::dim);
}

void backend_row(const PanelContext& context) {
    row(context, "Backend", "Which processor computes: both give the same dwells, bit for bit.");
    const auto unavailable = [&](Backend backend) { return choice_unavailable(context, backend); };
    choose<Backend>("backend", context.settings.engine.backend, unavailable);
    for (const auto& choice : choices<Backend>())
        if (const auto why = unavailable(choice.value))
            note_below(context, fmt::format("{}: {}", choice.label, *why), tone::dim);
}

// Where there is something to choose.
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
    ImGui::BeginDisabled(backend_in_use(context) == Backend::cpu);
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
    auto segments = segments_of<Precision>({});
    std::string automatic;
    if (const auto& frame = context.seen.frame) {
        automatic = fmt::format("auto: {}", choice_of(frame->stats.precision).label);
        segments.front().label = automatic;
    }
    auto& precision = context.settings.engine.precision;
    if (const auto picked = segmented("precision", segments, static_cast<std::size_t>(precision)))
        precision = static_cast<Precision>(*picked);
}

// The user has chosen one of these.
void own_lattice(EngineSettings& engine, const SubdivisionParams& shown) {
    engine.subdivision = shown;
    engine.auto_lattice = false;
}

// Whose g and r the engine `auto` takes, where it may choose them.
void lattice_row(const PanelContext& context) {
    if (!auto_on_gpu(context)) return;
    auto& engine = context.settings.engine;
    row(context, "g and r", "Whether the engine auto chooses g and r, or keeps yours.");
    const std::array segments{
        Segment{"auto", "Those that suit the picture's size, for a warp per region.", {}},
        Segment{"own", "Those below, whatever the picture's size.", {}}};
    if (const auto picked = segmented("lattice", segments, engine.auto_lattice ? 0 : 1)) {
        if (*picked == 0)
            engine.auto_lattice = true;
        else
            own_lattice(engine, subdivision_in_use(context));
    }
    note_below(context,
               engine.auto_lattice
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
        const auto shown = subdivision_in_use(context);
        const auto next = stepped_field(context, name, name, shown.*value, allowed);
        if (!next) return;
        if (value != &SubdivisionParams::B) own_lattice(engine, shown);
        engine.subdivision.*value = static_cast<int>(*next);
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
    auto& dwell = context.settings.engine.dwell_limit;
    const float entry = scaled_length(context, 84);
    row(context, "Dwell limit", "The most steps taken for a pixel; one that reaches it is inside.");
    const std::uint32_t least = limits::dwell.least, most = limits::dwell.most;
    ImGui::SetNextItemWidth(-entry - ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::SliderScalar(
        "##dwell", ImGuiDataType_U32, &dwell, &least, &most, "",
        ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput);
    explain("Drag, or type an exact number from 1 to 10,000,000 beside it.");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    const auto typed =
        integer_field(context, "##exact dwell", "the dwell limit", dwell, limits::dwell, entry);
    if (typed) dwell = static_cast<std::uint32_t>(*typed);
    refusal_of(context, "##exact dwell");
}

void block_row(const PanelContext& context) {
    auto& engine = context.settings.engine;
    const bool by_auto = engine.auto_block && auto_on_gpu(context);
    const BlockSize shown = by_auto ? suited::block_of_ex : engine.block;
    const bool cpu = backend_in_use(context) == Backend::cpu;
    const bool idle = cpu || (engine.engine == EngineKind::ask && engine.scheme == Scheme::wpr);
    row(context, "Block", "Threads of a CUDA block, width x height.");
    ImGui::BeginDisabled(idle);
    const float width = scaled_length(context, 56);
    const auto edit = [&](const char* id, const char* name, int BlockSize::*side, int other) {
        const IntegerRange allowed{1, limits::block_threads / other};
        const auto typed = integer_field(context, id, name, shown.*side, allowed, width);
        if (!typed) return;
        engine.block = shown;
        engine.block.*side = static_cast<int>(*typed);
        engine.auto_block = false;
    };
    edit("##block width", "the block's width", &BlockSize::width, shown.height);
    ImGui::SameLine();
    edit("##block height", "the block's height", &BlockSize::height, shown.width);
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (idle)
        note(cpu ? "the CPU has no blocks" : "WPR has its own");
    else if (by_auto)
        note("chosen by auto, for Ex");
    else if (auto_on_gpu(context) &&
             button("auto", "Leaves the block of Ex to the engine auto.", width))
        engine.auto_block = true;
    refusal_of(context, "##block width");
    refusal_of(context, "##block height");
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
