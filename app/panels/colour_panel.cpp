#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// The palette from its first colour to its last, over the rectangle.
void draw_strip(const PaletteView& palette, ImVec2 from, ImVec2 to) {
    auto& list = *ImGui::GetWindowDrawList();
    const auto& colours = palette.colours;
    using tone::packed;
    if (colours.size() == 1) return list.AddRectFilled(from, to, packed(colours.front()));
    const auto steps = std::min<std::size_t>(colours.size() - 1, 48);
    const auto at = [&](std::size_t step) { return colours[step * (colours.size() - 1) / steps]; };
    const float width = (to.x - from.x) / static_cast<float>(steps);
    for (std::size_t i = 0; i < steps; ++i) {
        const float left = from.x + width * static_cast<float>(i);
        list.AddRectFilledMultiColor({left, from.y}, {left + width, to.y}, packed(at(i)),
                                     packed(at(i + 1)), packed(at(i + 1)), packed(at(i)));
    }
}

void palette_entry(const PanelContext& context, const PaletteView& palette, std::string& chosen) {
    ImGui::PushID(palette.name.c_str());
    const float strip = scaled_length(context, 96);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##entry", palette.name == chosen)) chosen = palette.name;
    const float height = ImGui::GetTextLineHeight();
    draw_strip(palette, at, {at.x + strip, at.y + height});
    ImGui::SameLine(strip + scaled_length(context, 18));
    ImGui::TextUnformatted(shown_name(palette.name).c_str());
    ImGui::PopID();
}

void shown_row(const PanelContext& context) {
    static const std::array<Segment, 4> quantities{{
        {"dwell", "The number of steps until the pixel escaped.", {}},
        {"work", "The iterations spent on each pixel, including repeated ones.", {}},
        {"level", "The level of the region that decided the pixel.", {}},
        {"outcome", "How the pixel got its dwell: filled or iterated, and where.", {}},
    }};
    row(context, "Show", "The quantity that the colours show.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.shown; });
    auto& shown = context.settings.colouring.shown;
    if (const auto picked = segmented("shown", quantities, static_cast<std::size_t>(shown)))
        shown = static_cast<render::Quantity>(*picked);
}

void palette_row(const PanelContext& context) {
    row(context, "Palette", "The colours used for dwells.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.palette; });
    auto& edits = context.state.palette_editor.shown;
    const float edit = ImGui::CalcTextSize("Edit").x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SetNextItemWidth(-edit - ImGui::GetStyle().ItemSpacing.x);
    palette_list(context, context.settings.colouring.palette);
    ImGui::SameLine();
    if (toggle("Edit", edits, "Edits the palette's stops.")) edits = !edits;
    if (edits) return palette_editor(context);
    ImGui::Indent(label_width(context));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = scaled_length(context, 10);
    draw_strip(context.seen.palette, at, {at.x + width, at.y + height});
    ImGui::Dummy({width, height});
    ImGui::Unindent(label_width(context));
    explain("Drop a .map (Fractint) or .gpl (GIMP) file on the window to use it as a palette.");
}

const std::array<Segment, 4> mappings{{
    {"cyclic", "The palette repeats after this many dwells.", {}},
    {"stretched", "The palette spans the lowest to the highest dwell, logarithmically.", {}},
    {"equalised", "Each colour of the palette covers about the same number of pixels.", {}},
    {"distance",
     "The palette spans the estimated distance from the set in pixels. Its first colours lie "
     "next to the set and show filaments thinner than a pixel. Reversed swaps dark and light.",
     {}},
}};

void mapping_rows(const PanelContext& context) {
    using render::Mapping;
    auto& colouring = context.settings.colouring;
    row(context, "Mapping", "How dwells or distances from the set map to the palette.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.mapping; });
    if (const auto picked =
            segmented("mapping", mappings, static_cast<std::size_t>(colouring.mapping)))
        colouring.mapping = static_cast<Mapping>(*picked);
}

void number_rows(const PanelContext& context) {
    auto& colouring = context.settings.colouring;
    row(context, "Period", "The number of dwells after which a cyclic palette repeats.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.period; });
    const bool cyclic = colouring.mapping == render::Mapping::cyclic;
    ImGui::BeginDisabled(!cyclic);
    const float width = ImGui::GetContentRegionAvail().x;
    value_slider(context, "##period", "the period", colouring.period,
                 {{1, 100'000}, "%.3g", "", true}, width);
    ImGui::EndDisabled();
    row(context, "Offset", "Shifts the palette. Recolouring never recomputes the picture.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.offset; });
    value_slider(context, "##offset", "the offset", colouring.offset,
                 {{0, std::nextafter(1.0, 0.0)}, "%.3f"}, width);
    row(context, "Reversed", "Runs the palette from its last colour to its first.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.reversed; });
    checkbox("##reversed", colouring.reversed, "Runs the palette backwards.");
}

void degrees_slider(const PanelContext& context, const char* id, double& degrees, double most) {
    value_slider(context, id, "the angle", degrees, {{0, most}, "%.0f", "°"},
                 ImGui::GetContentRegionAvail().x);
}

void shading_rows(const PanelContext& context) {
    auto& colouring = context.settings.colouring;
    row(context, "Shading", "Lights the outside like a relief that rises towards the set.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.shaded; });
    checkbox("##shaded", colouring.shaded,
             "Lights the outside like a relief that rises towards the set; recomputes the frame.");
    if (!colouring.shaded) return;
    row(context, "Light from", "The light's direction: 0° from the right, 90° from above.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.light_angle; });
    degrees_slider(context, "##light_angle", colouring.light_angle, 359);
    row(context, "Light height", "The light's height above the picture: low light is harsh.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.light_height; });
    degrees_slider(context, "##light_height", colouring.light_height, 90);
}

void samples_row(const PanelContext& context) {
    static const std::array<Segment, 4> choices{{
        {"off", "One sample per pixel, at its centre.", {}},
        {"2x2", "4 samples per pixel.", {}},
        {"4x4", "16 samples per pixel.", {}},
        {"8x8", "64 samples per pixel.", {}},
    }};
    static constexpr std::array<int, 4> sides{1, 2, 4, 8};
    int& samples = context.settings.colouring.samples;
    row(context, "Antialiasing",
        "Smooths edges while the picture rests: each pixel becomes the mean colour, in linear "
        "light, of many samples. Regions and dwells do not change.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.samples; });
    const auto chosen = std::ranges::find(sides, samples) - sides.begin();
    if (const auto picked = segmented("samples", choices, static_cast<std::size_t>(chosen)))
        samples = sides[*picked];
}

// How the dwell's fraction is obtained under the current fill rule.
const char* smooth_note(const PanelContext& context) {
    const auto& engine = context.settings.engine;
    const std::optional<EngineKind> used =
        context.seen.frame ? context.seen.frame->plan.engine : engine.engine;
    if (used == EngineKind::ex) return "Every pixel has its own fraction: Ex fills nothing.";
    if (engine.fill == FillRule::interior)
        return "Every pixel has its own fraction: the interior rule fills no escaped pixel.";
    return "Filled squares are shaded from their edges; the error is below 3 % of a band.";
}

constexpr const char* exterior_note =
    "Every outside pixel has its own distance and slope. After the engine's run, its orbit is "
    "iterated again with the derivative.";

void inside_row(const PanelContext& context) {
    row(context, "Inside", "The colour of points inside the set.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.inside; });
    ImGui::ColorEdit3("##inside", context.settings.colouring.inside.data(),
                      ImGuiColorEditFlags_DisplayHex | ImGuiColorEditFlags_NoLabel);
}

}  // namespace

void colour_panel(const PanelContext& context) {
    auto& colouring = context.settings.colouring;
    shown_row(context);
    constexpr int work_lines = 9;  // though nothing may be counted yet
    if (colouring.shown != render::Quantity::dwell)
        return with_room(work_lines, [&] { work_legend(context); });
    palette_row(context);
    mapping_rows(context);
    dwell_histogram(context);
    number_rows(context);
    cycle_row(context);
    row(context, "Smooth", "Adds the fraction of the dwell, so that bands blend.");
    resettable(
        context, [](auto& s) -> auto& { return s.colouring.smooth; });
    checkbox("##smooth", colouring.smooth,
             "Adds the fraction of the dwell, so that bands blend; recomputes the frame.");
    if (colouring.smooth) note_below(context, smooth_note(context), tone::dim);
    shading_rows(context);
    if (render::needs_exterior(colouring)) note_below(context, exterior_note, tone::dim);
    samples_row(context);
    inside_row(context);
    note("Drop a .map or .gpl file on the window to add a palette.");
}

std::vector<std::string_view> mapping_names() {
    std::vector<std::string_view> names;
    for (const Segment& each : mappings) names.push_back(each.label);
    return names;
}

void palette_list(const PanelContext& context, std::string& chosen) {
    if (!ImGui::BeginCombo("##palette", shown_name(chosen).c_str(), ImGuiComboFlags_HeightLarge))
        return;
    for (const auto& palette : context.seen.palettes) palette_entry(context, palette, chosen);
    ImGui::EndCombo();
}

void cycle_row(const PanelContext& context) {
    const bool running = context.state.cycle.running();
    const char* label = running ? "Stop" : "Start";
    const float start = ImGui::CalcTextSize("Start").x + 2 * ImGui::GetStyle().FramePadding.x;
    row(context, "Cycles per minute",
        "How fast the colours cycle, in turns of the palette a minute.");
    resettable(
        context, [](auto& s) -> auto& { return s.cycle_speed; });
    value_slider(context, "##cycle", "the speed", context.settings.cycle_speed,
                 {{least_cycle_speed, most_cycle_speed}, "%.3g", "", true},
                 ImGui::GetContentRegionAvail().x - start - ImGui::GetStyle().ItemSpacing.x);
    ImGui::SameLine();
    if (button(label, "Starts or stops the colours' cycling (Space); nothing is computed again.",
               start))
        context.commands.push_back(Action::play_pause);
}

void dwell_colour_panel(const PanelContext& context) {
    palette_row(context);
    mapping_rows(context);
    number_rows(context);
    inside_row(context);
    if (context.settings.colouring.mapping == render::Mapping::distance)
        note("Only the Mandelbrot tab has distances: this tab maps dwells as stretched.");
}

}  // namespace mariani::app
