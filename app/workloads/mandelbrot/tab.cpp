#include "app/panels/tab.hpp"

#include "app/panels/card.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"

#include <cmath>
#include <numbers>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

std::string engine_summary(const PanelContext& context) {
    if (!context.seen.frame) return "";
    const auto& plan = context.seen.frame->plan;
    return fmt::format("{} on {}", choice_of(plan.engine).label, choice_of(plan.backend).label);
}

std::string frame_summary(const PanelContext& context) {
    if (context.seen.history.empty()) return "";
    return fmt::format("{} ms", significant(context.seen.history.back().total()));
}

std::string levels_summary(const PanelContext& context) {
    if (!context.seen.frame) return "";
    return grouped(static_cast<std::int64_t>(context.seen.frame->stats.levels.size()));
}

std::string regions_summary(const PanelContext& context) {
    if (!context.seen.frame) return "";
    return grouped(context.seen.frame->stats.total().regions);
}

std::string colour_summary(const PanelContext& context) {
    const auto& colouring = context.settings.colouring;
    switch (colouring.shown) {
        case render::Quantity::work:
            return "work";
        case render::Quantity::level:
            return "level";
        case render::Quantity::outcome:
            return "outcome";
        default:
            return shown_name(colouring.palette);
    }
}

// The cardioid, and the disc beside it.
void icon(ImDrawList& list, ImVec2 at, float side) {
    constexpr int points = 48;
    for (int i = 0; i < points; ++i) {
        const float t = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / points;
        const float re = 0.5f * std::cos(t) - 0.25f * std::cos(2 * t);
        const float im = 0.5f * std::sin(t) - 0.25f * std::sin(2 * t);
        list.PathLineTo({at.x + side * (0.66f + 0.5f * re), at.y + side * (0.5f + 0.5f * im)});
    }
    list.PathFillConcave(tone::packed(tone::accent_bright));
    list.AddCircleFilled({at.x + 0.15f * side, at.y + 0.5f * side}, 0.125f * side,
                         tone::packed(tone::accent_bright));
}

std::string status(const PanelContext& context) {
    if (!context.seen.frame || context.seen.history.empty()) return "";
    return engine_summary(context) + ", " + frame_summary(context);
}

std::string compare_summary(const PanelContext& context) {
    return context.settings.compare.wiper ? "wiper" : "";
}

// What the tab is about, with what it saved of the shown picture.
std::string point_of(const std::shared_ptr<const Frame>& frame) {
    const auto filled = frame ? frame->stats.total().pixels_filled : 0;
    if (filled == 0)
        return "A region whose border has one dwell is filled with it, and its inside is never "
               "computed.";
    return fmt::format(
        "{} of these pixels were filled, not computed{}: a region whose border has one dwell is "
        "filled with it.",
        share(static_cast<double>(filled), static_cast<double>(pixel_count(frame->plan.part))),
        frame->stats.deltas ? ", before their dwells were proven" : "");
}

void introduction(const PanelContext& context) {
    const auto& frame = context.seen.frame;
    if (introduce(context,
                  {.sentence = point_of(frame),
                   .ready = !frame || frame->plan.engine != EngineKind::ex,
                   .set_up_label = "Subdivide the picture",
                   .set_up_help = "Computes it by ASK (adaptive serial kernels), level by level.",
                   .moving = context.state.replay.playing(),
                   .move_label = "Play the subdivision",
                   .hold_label = "Stop",
                   .move_help = "Shows the squares level by level, from black to finished (P).",
                   .move = Action::play_subdivision}))
        context.settings.engine.engine = EngineKind::ask;
}

constexpr std::array<Section, 13> sections{
    {{"view", "View", view_panel,
      [](const PanelContext& context) { return magnification(context.settings.view.height); }},
     {"bookmarks", "Bookmarks", bookmarks_panel},
     {"colour", "Colour", colour_panel, colour_summary},
     {"compare", "Compare", compare_panel, compare_summary},
     {"proof", "Proof", proof_panel,
      [](const PanelContext& context) { return exactness_label(context.seen); }, false},
     {"export", "Export", export_panel},
     {"appearance", "Appearance", appearance_panel, nullptr, false},
     {"regions", "Region grid", regions_panel, regions_summary, true, PanelPart::regions, true},
     {"engine", "Engine", engine_panel, engine_summary, true, PanelPart::regions, true},
     {"levels", "Levels", levels_panel, levels_summary, true, PanelPart::regions, true},
     {"advanced", "Advanced", advanced_panel, nullptr, false, PanelPart::regions},
     {"timings", "Timings", timings_panel, frame_summary, true, PanelPart::measure, true},
     {"laboratory", "Experiments", laboratory_entry, nullptr, true, PanelPart::measure}}};

void marks(const PanelContext& context) {
    check_overlay(context);
    compare_overlay(context);
    if (context.seen.orbit) orbit_overlay(context);
}

void insets(const PanelContext& context, InsetColumn& column) {
    constexpr float caption_height = 24;
    const Observations& seen = context.seen;
    if (seen.opening && !seen.tour) {
        const float opacity =
            seen.opening->gone ? opacity_before(*seen.opening->gone, seen.now) : 1.0f;
        column.show_always({"opening", opacity, true}, 420, opening_figures);
    }
    if (seen.julia) column.show({"julia"}, {julia_side, julia_side + caption_height}, julia_inset);
    if (seen.minimap)
        column.show({"minimap", 1, true}, {minimap_width, minimap_height}, minimap_inset);
    if (seen.orbit) column.show({"orbit"}, {190, 112}, orbit_facts);
}

}  // namespace

extern const Tab mandelbrot_tab{
    Workload::mandelbrot,
    "Mandelbrot",
    "The set, computed by subdivision.",
    icon,
    status,
    {"Many pixels of the Mandelbrot set need not be iterated: a region whose whole border has the "
     "same dwell is filled with it. A pixel's dwell is the number of steps that z -> z^2 + c, from "
     "z = c, takes to leave the circle of radius 2, at most the dwell limit. Pixels that reach the "
     "limit are inside.",
     "Ex iterates every pixel. The other engines cut the picture into g x g regions and iterate "
     "only their borders. A region with a uniform border is filled; any other is subdivided into r "
     "x r children, unless these would be no larger than B pixels: then it is a leaf, and every "
     "pixel of it is iterated. "
     "The region grid shows this work, and the timings show what it saved."},
    introduction,
    sections,
    nullptr,
    nullptr,
    marks,
    insets,
    TabTimeline::played};

}  // namespace mariani::app
