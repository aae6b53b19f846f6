#include "app/panels/numbers.hpp"
#include "app/panels/overlay_levels.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/panels/work_scale.hpp"

#include <array>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t exact_work_digits = 9;  // of a count, before it is shortened to "1.05 M"

void work_scale(const PanelContext& context, const WorkSums& work) {
    row(context, "Iterations", "Spent on a pixel; the scale is logarithmic.");
    draw_work_scale(context, work.max, ImGui::GetContentRegionAvail().x);
    ImGui::Indent(label_width(context));
    swatch(context, opaque(render::idle_colour), "none: filled, or inside by a formula");
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
            return "Within filled regions: they got the border's dwell and were not iterated.";
        case PixelOutcome::border:
            return "On borders of filled regions: iterated, and found to have one dwell.";
        case PixelOutcome::leaf:
            return "In leaves, their borders included: iterated.";
        default:
            return repeats_borders ? "On borders of subdivided regions: iterated there, and again "
                                     "with the borders of the deeper regions there."
                                   : "On borders of subdivided regions: iterated once, and read "
                                     "back by the deeper regions there.";
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
        categories.push_back({fmt::format("level {}", level), level_tone(static_cast<int>(level)),
                              "Pixels that regions of this level decided: the coarsest on whose "
                              "border they lie, else the one that was filled, or a leaf, there.",
                              work.levels[level]});
    return categories;
}

void share_cells(const PanelContext& context, const WorkShare& part, const WorkShare& whole) {
    const auto cell = [&](const std::string& text, const ImVec4& colour) {
        ImGui::TableNextColumn();
        mono_right(context, text, colour);
    };
    const auto of = [](std::int64_t some, std::int64_t all) {
        return share(static_cast<double>(some), static_cast<double>(all));
    };
    cell(count_within(part.pixels, exact_work_digits), tone::text);
    cell(of(part.pixels, whole.pixels), tone::dim);
    cell(count_within(part.iterations, exact_work_digits), tone::text);
    cell(of(part.iterations, whole.iterations), tone::dim);
}

void sums_head(const PanelContext& context) {
    static constexpr std::array<const char*, 5> names{"", "pixels", "", "iterations", ""};
    static constexpr std::array<float, 5> weights{11, 10, 7, 10, 7};
    for (std::size_t i = 0; i < names.size(); ++i)
        ImGui::TableSetupColumn(fmt::format("{}", i).c_str(), ImGuiTableColumnFlags_WidthStretch,
                                weights[i]);
    for (const char* name : names) {
        ImGui::TableNextColumn();
        mono_right(context, name, tone::dim);
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
    sums_head(context);
    for (const auto& [name, colour, explanation, share] : categories) {
        ImGui::TableNextColumn();
        if (context.settings.colouring.shown == render::Quantity::work)
            ImGui::TextUnformatted(name.c_str());
        else
            swatch(context, colour, name.c_str());
        explain(explanation);
        share_cells(context, share, whole);
    }
    ImGui::TableNextColumn();
    ImGui::TextUnformatted("all");
    share_cells(context, whole, whole);
    ImGui::EndTable();
}

// Whether, by the counts, the engine iterated no pixel twice.
std::string repeats_text(EngineKind engine, std::int64_t again) {
    if (again > 0)
        return fmt::format(
            "{} times a pixel was iterated again, with the border of a deeper region, as the "
            "papers' engines do.",
            grouped(again));
    if (engine == EngineKind::ex) return "Ex iterates every pixel, once.";
    return "No pixel was iterated twice: this engine keeps borders and reads them back.";
}

}  // namespace

void work_legend(const PanelContext& context) {
    const auto& seen = context.seen;
    const auto shown = context.settings.colouring.shown;
    if (!seen.work || !seen.frame)
        return note("The work is counted with the next frame; until then the dwells are shown.");
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
