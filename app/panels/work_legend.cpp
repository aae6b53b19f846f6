#include "app/panels/numbers.hpp"
#include "app/panels/overlay_levels.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "render/picture/frame_colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr std::size_t exact_digits = 9;  // of a count, before it is shortened to "1.05 M"

render::Palette palette_of_work(const PanelContext& context) {
    for (const auto& palette : context.seen.palettes)
        if (palette.name == render::work_palette) return {palette.name, palette.colours};
    return {render::work_palette, {{0, 0, 0}, {255, 255, 255}}};
}

// The picture's own colours from one iteration to the most, on a logarithmic scale.
void scale_strip(const render::ColourMap& colours, double max, ImVec2 from, ImVec2 to) {
    auto& list = *ImGui::GetWindowDrawList();
    const auto colour_at = [&](float place) {
        const double value = std::pow(max, static_cast<double>(place));
        return tone::packed(opaque(colours.colour(static_cast<std::uint32_t>(value))));
    };
    constexpr int steps = 96;
    const float width = (to.x - from.x) / steps;
    for (int i = 0; i < steps; ++i) {
        const float left = from.x + width * static_cast<float>(i);
        const auto begin = colour_at(static_cast<float>(i) / steps);
        const auto end = colour_at(static_cast<float>(i + 1) / steps);
        list.AddRectFilledMultiColor({left, from.y}, {left + width, to.y}, begin, end, end, begin);
    }
}

std::string tick(double value) {
    return value < 1e6 ? grouped(static_cast<std::int64_t>(value)) : scaled(value);
}

// 1, 10, 100 … and the most, without those that would touch it.
void scale_ticks(const PanelContext& context, double max, ImVec2 from, float width) {
    auto& list = *ImGui::GetWindowDrawList();
    push_mono(context.fonts);
    const auto last = tick(max);
    const float end = from.x + width - ImGui::CalcTextSize(last.c_str()).x;
    const auto colour = tone::packed(tone::dim);
    for (double value = 1; value < max; value *= 10) {
        const auto text = tick(value);
        const auto place = static_cast<float>(std::log(value) / std::log(max));
        const float half = 0.5f * ImGui::CalcTextSize(text.c_str()).x;
        const float left = std::max(from.x, from.x + place * width - half);
        if (left + 2 * half < end - scaled_length(context, 8))
            list.AddText({left, from.y}, colour, text.c_str());
    }
    list.AddText({end, from.y}, colour, last.c_str());
    ImGui::PopFont();
}

void work_scale(const PanelContext& context, const WorkSums& work) {
    row(context, "Iterations", "Spent on a pixel; the scale is logarithmic.");
    const double max = std::max(2.0, static_cast<double>(work.max));
    const auto colours =
        render::ColourMap::of_work(palette_of_work(context), static_cast<std::uint32_t>(max));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float strip = scaled_length(context, 14), text = ImGui::GetTextLineHeight();
    scale_strip(colours, max, at, {at.x + width, at.y + strip});
    scale_ticks(context, max, {at.x, at.y + strip + scaled_length(context, 2)}, width);
    ImGui::Dummy({width, strip + text + scaled_length(context, 2)});
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
    cell(count_within(part.pixels, exact_digits), tone::text);
    cell(of(part.pixels, whole.pixels), tone::dim);
    cell(count_within(part.iterations, exact_digits), tone::text);
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
