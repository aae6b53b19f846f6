#include "app/panels/card.hpp"
#include "app/panels/distance_scale.hpp"
#include "app/panels/overlay_levels.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/panels/work_scale.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

struct Entry {
    ImVec4 colour;
    std::string label;
};
using Entries = std::vector<Entry>;

// From this level on all have one colour.
constexpr std::size_t last_level_named = 10;

Entry level_entry(std::size_t level, std::size_t levels) {
    const bool of_several = level == last_level_named && levels > level + 1;
    return {level_tone(static_cast<int>(level)),
            fmt::format("level {}{}", level, of_several ? " and deeper" : "")};
}

Entries all_levels(std::size_t levels) {
    Entries entries;
    for (std::size_t level = 0; level < std::min(levels, last_level_named + 1); ++level)
        entries.push_back(level_entry(level, levels));
    return entries;
}

Entries outcomes_of_pixels(const PanelContext& context) {
    const bool again = repeats(*context.seen.work, context.seen.frame->stats) > 0;
    Entries entries;
    for (std::size_t i = 0; i < pixel_outcomes; ++i) {
        const auto outcome = static_cast<PixelOutcome>(i);
        entries.push_back({outcome_tone(outcome), std::string(name_of(outcome, again))});
    }
    return entries;
}

bool outlines_any(const render::OverlayStyle& style, const LevelStats& level) {
    return (style.filled && level.filled > 0) || (style.subdivided && level.subdivided > 0) ||
           (style.leaves && level.leaves > 0);
}

// The levels whose outlines are drawn: small regions have none, as they would cover the picture.
Entries outlined_levels(const Observations& seen) {
    const auto& style = seen.overlay;
    const auto& levels = seen.frame->stats.levels;
    Entries entries;
    for (std::size_t level = 0; level < std::min(levels.size(), last_level_named + 1); ++level) {
        const bool reached =
            style.replay_level < 0 || static_cast<int>(level) <= style.replay_level;
        const auto opacity = render::line_opacity(style, levels[level].side, seen.line_width);
        if (reached && outlines_any(style, levels[level]) && (style.levels >> level & 1u) != 0 &&
            opacity.line > 0)
            entries.push_back(level_entry(level, levels.size()));
    }
    return entries;
}

// What the grid shows of areas. A tint is as strong here as in the picture.
Entries areas(const render::OverlayStyle& style) {
    Entries entries;
    const auto tint = [&](bool shown, Outcome outcome, const char* label) {
        if (shown && style.tint > 0)
            entries.push_back({tone::with_alpha(outcome_tone(outcome), style.tint), label});
    };
    tint(style.filled, Outcome::filled, "filled");
    tint(style.leaves, Outcome::leaf, "leaf");
    if (style.replay_level >= 0)
        entries.push_back(
            {opaque(render::outcome_tint(render::Appearance::unresolved).colour), "not known yet"});
    return entries;
}

void add(Entries& entries, const Entries& more) {
    entries.insert(entries.end(), more.begin(), more.end());
}

Entries entries_of(const PanelContext& context, render::Quantity shown) {
    const auto& seen = context.seen;
    const bool by_level = shown == render::Quantity::level;
    Entries entries;
    if (by_level) add(entries, all_levels(seen.work->levels.size()));
    if (shown == render::Quantity::outcome) add(entries, outcomes_of_pixels(context));
    if (!seen.overlay.shown) return entries;
    if (!by_level) add(entries, outlined_levels(seen));
    add(entries, areas(seen.overlay));
    return entries;
}

constexpr float scale_width = 160;

float width_of(const PanelContext& context, const Entries& entries, bool has_scale) {
    float label = 0;
    for (const auto& entry : entries)
        label = std::max(label, ImGui::CalcTextSize(entry.label.c_str()).x);
    const float swatch = ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
    return std::max(swatch + label, has_scale ? scaled_length(context, scale_width) : 0);
}

void work(const PanelContext& context) {
    ImGui::TextUnformatted("iterations per pixel");
    draw_work_scale(context, context.seen.work->max, scaled_length(context, scale_width));
    swatch(context, opaque(render::idle_colour), "none");
}

void distance(const PanelContext& context) {
    ImGui::TextUnformatted("pixels from the set");
    draw_distance_scale(context, scaled_length(context, scale_width));
}

}  // namespace

void picture_legend(const PanelContext& context) {
    const auto& seen = context.seen;
    if (!seen.frame) return;
    // What was not counted is not shown.
    const auto shown = seen.work ? context.settings.colouring.shown : render::Quantity::dwell;
    const Entries entries = entries_of(context, shown);
    const bool by_work = shown == render::Quantity::work;
    const bool by_distance = shows_distance(context);
    if (entries.empty() && !by_work && !by_distance) return;
    draw_corner_card(context, {"legend"}, width_of(context, entries, by_work || by_distance), [&] {
        if (by_work) work(context);
        if (by_distance) distance(context);
        for (const auto& [colour, label] : entries) swatch(context, colour, label.c_str());
    });
}

}  // namespace mariani::app
