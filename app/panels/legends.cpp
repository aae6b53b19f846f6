#include "app/panels/card.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using Entries = std::vector<LegendEntry>;

Entries outcomes_of_pixels(const PanelContext& context) {
    const auto& frame = context.seen.frame;  // a poster has none
    const bool again = frame && repeats(*context.seen.work, frame->stats) > 0;
    Entries entries;
    for (std::size_t i = 0; i < pixel_outcomes; ++i) {
        const auto outcome = static_cast<PixelOutcome>(i);
        entries.push_back({render::outcome_colour(outcome), std::string(name_of(outcome, again))});
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
    Entries entries;
    if (!seen.frame) return entries;
    const auto& levels = seen.frame->stats.levels;
    for (std::size_t level = 0; level < std::min(levels.size(), role::levels.size()); ++level) {
        const bool reached =
            style.replay_level < 0 || static_cast<int>(level) <= style.replay_level;
        const auto opacity = render::line_opacity(style, levels[level].side, seen.line_width);
        if (reached && outlines_any(style, levels[level]) && (style.levels >> level & 1u) != 0 &&
            opacity.line > 0)
            entries.push_back(level_entry(level, levels.size()));
    }
    return entries;
}

void add(Entries& entries, const Entries& more) {
    entries.insert(entries.end(), more.begin(), more.end());
}

Entries entries_of(const PanelContext& context, render::Quantity shown) {
    const auto& seen = context.seen;
    const bool by_level = shown == render::Quantity::level;
    Entries entries;
    if (by_level) add(entries, level_entries(seen.work->levels.size()));
    if (shown == render::Quantity::outcome) add(entries, outcomes_of_pixels(context));
    if (!seen.overlay.shown) return entries;
    if (!by_level) add(entries, outlined_levels(seen));
    add(entries, area_entries(seen.overlay));
    return entries;
}

constexpr float scale_width = 160;

float width_of(const PanelContext& context, const Entries& entries, bool has_scale) {
    float label = 0;
    for (const auto& entry : entries)
        label = std::max(label, ImGui::CalcTextSize(entry.text.c_str()).x);
    const float swatch = ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
    return std::max(swatch + label, has_scale ? scaled_length(context, scale_width) : 0);
}

// The card, which says so while it is that of an earlier picture.
void legend_card(const PanelContext& context, Card card, float width,
                 const std::function<void()>& contents) {
    const bool previous = shows_previous(context.seen);
    if (previous) card.opacity = previous_opacity;
    draw_corner_card(context, card, width, [&] {
        if (previous) ImGui::TextUnformatted("previous picture");
        contents();
    });
}

void draw_entries(const PanelContext& context, const Entries& entries) {
    for (const auto& [colour, text, opacity] : entries)
        swatch(context, tone::with_alpha(tone_of(colour), opacity), text.c_str());
}

// The picture's, in a tab that draws its own.
void tab_legend(const PanelContext& context) {
    const auto& tab = context.seen.tab;
    if (!tab || tab->legend.empty()) return;
    const float area = picture_area(context).width(), padding = ImGui::GetStyle().WindowPadding.x;
    float room = area - 2 * scaled_length(context, card_margin);
    if (tab->legend_width > 0)
        room = area * static_cast<float>(tab->legend_width) /
               static_cast<float>(context.seen.picture.width);
    const float width =
        std::max(std::min(width_of(context, tab->legend, false), room - 2 * padding), 1.0f);
    legend_card(context, {.name = "legend"}, width, [&] {
        ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + std::ceil(width) + 1);
        draw_entries(context, tab->legend);
        ImGui::PopTextWrapPos();
    });
}

void work(const PanelContext& context) {
    ImGui::TextUnformatted("iterations per pixel");
    draw_work_scale(context, context.seen.work->max, scaled_length(context, scale_width));
    swatch(context, tone_of(render::idle_colour), "none");
}

void distance(const PanelContext& context) {
    ImGui::TextUnformatted("pixels from the set");
    draw_distance_scale(context, scaled_length(context, scale_width));
}

constexpr std::size_t exact_work_digits = 9;  // of a count, before it is shortened to "1.05 M"

void work_scale(const PanelContext& context, const WorkSums& work) {
    row(context, "Iterations", "Iterations spent on a pixel, on a logarithmic scale.");
    draw_work_scale(context, work.max, ImGui::GetContentRegionAvail().x);
    ImGui::Indent(label_width(context));
    swatch(context, tone_of(render::idle_colour), "none: filled, or inside by a formula");
    ImGui::Unindent(label_width(context));
}

struct Category {
    std::string name;
    ImVec4 colour;  // the colour in the picture, if it shows categories
    const char* explanation;
    WorkShare share;
};

const char* explanation_of(PixelOutcome outcome, bool repeats_borders) {
    switch (outcome) {
        case PixelOutcome::filled:
            return "Inside filled regions: filled with the border's dwell, not iterated.";
        case PixelOutcome::border:
            return "On borders of filled regions: iterated; all have the same dwell.";
        case PixelOutcome::leaf:
            return "In leaves, including their borders: iterated.";
        default:
            return repeats_borders ? "On borders of subdivided regions: iterated there, and again "
                                     "on the borders of deeper regions."
                                   : "On borders of subdivided regions: iterated once, and read "
                                     "back by deeper regions.";
    }
}

std::vector<Category> outcome_categories(const WorkSums& work, bool repeats_borders) {
    std::vector<Category> categories;
    for (std::size_t i = 0; i < pixel_outcomes; ++i) {
        const auto outcome = static_cast<PixelOutcome>(i);
        categories.push_back({std::string(name_of(outcome, repeats_borders)), outcome_tone(outcome),
                              explanation_of(outcome, repeats_borders), work[outcome]});
    }
    return categories;
}

std::vector<Category> level_categories(const WorkSums& work) {
    std::vector<Category> categories;
    for (std::size_t level = 0; level < work.levels.size(); ++level)
        categories.push_back(
            {fmt::format("level {}", level), level_tone(static_cast<int>(level)),
             "Pixels decided by regions of this level: on the border of a subdivided region, in a "
             "filled one or in a leaf. The coarsest region counts.",
             work.levels[level]});
    return categories;
}

void share_cells(const WorkShare& part, const WorkShare& whole) {
    const auto of = [](std::int64_t some, std::int64_t all) {
        return share(static_cast<double>(some), static_cast<double>(all));
    };
    cell(count_within(part.pixels, exact_work_digits), tone::text);
    cell(of(part.pixels, whole.pixels), tone::dim);
    cell(count_within(part.iterations, exact_work_digits), tone::text);
    cell(of(part.iterations, whole.iterations), tone::dim);
}

void sums_head() {
    static constexpr std::array<const char*, 5> names{"", "pixels", "share", "iterations", "share"};
    static constexpr std::array<const char*, 5> meanings{
        "", "The pixels of this kind.", "Their share of all pixels.",
        "The iterations spent on them.", "Their share of all iterations."};
    static constexpr std::array<float, 5> weights{11, 10, 7, 10, 7};
    for (std::size_t i = 0; i < names.size(); ++i)
        ImGui::TableSetupColumn(fmt::format("{}", i).c_str(), ImGuiTableColumnFlags_WidthStretch,
                                weights[i]);
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImGui::TableNextColumn();
        value_text_right(names[i], tone::dim);
        if (i > 0) explain(meanings[i]);
    }
}

void sums(const PanelContext& context, const std::vector<Category>& categories,
          const WorkShare& whole) {
    const auto flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_NoPadOuterX;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding,
                        {scaled_length(context, 2), ImGui::GetStyle().CellPadding.y});
    const bool begun = ImGui::BeginTable("sums", 5, flags);
    ImGui::PopStyleVar();
    if (!begun) return;
    sums_head();
    for (const auto& [name, colour, explanation, share] : categories) {
        ImGui::TableNextColumn();
        if (context.settings.colouring.shown == render::Quantity::work)
            ImGui::TextUnformatted(name.c_str());
        else
            swatch(context, colour, name.c_str());
        explain(explanation);
        share_cells(share, whole);
    }
    ImGui::TableNextColumn();
    ImGui::TextUnformatted("all");
    share_cells(whole, whole);
    ImGui::EndTable();
}

// Whether, by the counts, the engine iterated no pixel twice.
std::string repeats_text(EngineKind engine, std::int64_t again) {
    if (again > 0)
        return fmt::format(
            "Pixels were iterated again {} times, on the borders of deeper regions, as in the "
            "papers' engines.",
            grouped(again));
    if (engine == EngineKind::ex) return "Ex iterates every pixel once.";
    return "No pixel was iterated twice: this engine keeps borders and reads them back.";
}

}  // namespace

void picture_legend(const PanelContext& context) {
    context.state.corner = {};
    if (context.settings.workload != Workload::mandelbrot) return tab_legend(context);
    const auto& seen = context.seen;
    if (!seen.frame && !seen.work) return;
    // What was not counted is not shown.
    const auto shown = seen.work ? context.settings.colouring.shown : render::Quantity::dwell;
    const Entries entries = entries_of(context, shown);
    const bool by_work = shown == render::Quantity::work;
    const bool by_distance = shows_distance(context);
    if (entries.empty() && !by_work && !by_distance) return;
    legend_card(context, {"legend"}, width_of(context, entries, by_work || by_distance), [&] {
        if (by_work) work(context);
        if (by_distance) distance(context);
        draw_entries(context, entries);
    });
}

void work_legend(const PanelContext& context) {
    const auto& seen = context.seen;
    const auto shown = context.settings.colouring.shown;
    if (seen.work && !seen.frame)  // of a poster
        return note("A poster has each pixel's colour, and no sums.");
    if (!seen.work) return note("The next frame counts the work; until then the dwells are shown.");
    const std::int64_t again = repeats(*seen.work, seen.frame->stats);
    if (shown == render::Quantity::work) work_scale(context, *seen.work);
    gap(context);
    sums(context,
         shown == render::Quantity::level ? level_categories(*seen.work)
                                          : outcome_categories(*seen.work, again > 0),
         seen.work->total());
    note(repeats_text(seen.frame->plan.engine, again));
}

}  // namespace mariani::app
