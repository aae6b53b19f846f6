#include "app/panels/tab.hpp"

#include "app/panels/insets.hpp"
#include "app/panels/numbers.hpp"

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

std::string compare_summary(const PanelContext& context) {
    if (!context.settings.compare.wiper) return "";
    return "wiper";
}

constexpr std::array<Section, 12> sections{
    {{"view", "View", view_panel,
      [](const PanelContext& context) { return magnification(context.settings.view.height); }},
     {"bookmarks", "Bookmarks", bookmarks_panel},
     {"colour", "Colour", colour_panel, colour_summary},
     {"compare", "Compare", compare_panel, compare_summary},
     {"export", "Export", export_panel},
     {"appearance", "Appearance", appearance_panel, nullptr, false},
     {"regions", "Region grid", regions_panel, regions_summary, true, PanelPart::regions},
     {"engine", "Engine", engine_panel, engine_summary, true, PanelPart::regions},
     {"levels", "Levels", levels_panel, levels_summary, true, PanelPart::regions},
     {"advanced", "Advanced", advanced_panel, nullptr, false, PanelPart::regions},
     {"timings", "Timings", timings_panel, frame_summary, true, PanelPart::measure},
     {"laboratory", "Experiments", laboratory_entry, nullptr, true, PanelPart::measure}}};

void marks(const PanelContext& context) {
    check_overlay(context);
    compare_overlay(context);
    if (context.seen.orbit) orbit_overlay(context);
}

void insets(const PanelContext& context, InsetColumn& column) {
    constexpr float caption_height = 24;
    const Observations& seen = context.seen;
    if (seen.julia) column.show({"julia"}, {julia_side, julia_side + caption_height}, julia_inset);
    if (seen.minimap)
        column.show({"minimap", 1, true}, {minimap_width, minimap_height}, minimap_inset);
    if (seen.orbit) column.show({"orbit"}, {190, 112}, orbit_facts);
}

}  // namespace

extern const Tab mandelbrot_tab{
    Workload::mandelbrot,
    "Mandelbrot",
    "The set, computed by subdivision (Ctrl+Tab: the next tab).",
    {"A point is in the Mandelbrot set when z -> z^2 + c, from z = c, never leaves the circle of "
     "radius 2. A pixel's dwell is the number of steps it took to leave, at most the dwell "
     "limit; pixels that reach the limit are inside.",
     "Instead of iterating every pixel (Ex), the other engines cut the picture into g x g "
     "regions and iterate only their borders. A region with a uniform border is filled; any "
     "other is subdivided into r x r children, down to the stopping size B, where it is a leaf "
     "and every pixel is iterated. The region grid shows this work, the timings what it saved."},
    sections,
    nullptr,
    nullptr,
    marks,
    insets};

}  // namespace mariani::app
