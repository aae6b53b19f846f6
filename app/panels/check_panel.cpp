#include "app/explore/view_navigation.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string dwell_text(const FrameCheck& check, std::uint32_t dwell) {
    return dwell >= check.plan.dwell_limit ? "inside" : grouped(dwell);
}

std::string region_text(const WrongPixel& wrong) {
    if (!wrong.region) return "-";
    const auto& [x, y, width, height] = wrong.region->rect;
    return fmt::format("level {}, {} x {} at {}, {}", wrong.region->level, width, height, x, y);
}

void verification_rows(const PanelContext& context) {
    row(context, "On screen",
        "While the view rests, pixels of regions filled as inside are computed and corrected where "
        "wrong; then every dwell is proven.");
    checkbox("verify at rest", context.settings.verify_fills,
             "Recomputes fills in idle time; a new view stops it at once.");
    ImGui::SameLine();
    checkbox("prove at rest", context.settings.prove_at_rest,
             "Proves each dwell in idle time; a new view stops it at once.");
    const std::string label = exactness_label(context.seen);
    note(label.empty() ? exactness_details(context.seen)
                       : label + ": " + exactness_details(context.seen));
}

void check_row(const PanelContext& context) {
    row(context, "The engine",
        "Computes this view by subdivision and by Ex, and compares every pixel.");
    if (button("Check", "Finds the pixels that the engine's fills get wrong on this view.",
               scaled_length(context, 120), context.seen.laboratory.doing.empty())) {
        context.state.check.selected = 0;
        context.commands.push_back(Action::check_frame);
    }
    ImGui::SameLine();
    checkbox("mark in the picture", context.state.check.marked,
             "Rings the wrong pixels while the laboratory is open.");
}

void summary(const FrameCheck& check) {
    const auto& plan = check.plan;
    const auto& [g, r, B] = plan.subdivision;
    const auto pixels = grouped(pixel_count(plan.part));
    if (check.unknown > 0)
        note(fmt::format("{} of {} pixels are not known.", grouped(check.unknown), pixels),
             tone::warning);
    else if (check.wrong.empty())
        note(fmt::format("All {} pixels match Ex.", pixels), tone::draw);
    if (!check.wrong.empty())
        note(fmt::format("{} of {} pixels are wrong, in {} filled regions.",
                         grouped(static_cast<std::int64_t>(check.wrong.size())), pixels,
                         grouped(static_cast<std::int64_t>(filled_regions_of(check.wrong)))),
             tone::warning);
    note(fmt::format("{}, {{g, r, B}} = {{{}, {}, {}}}, fill {}, {} pixels, dwell {}: {}; Ex: {}",
                     engine_label(plan), g, r, B, name_of(plan.fill), to_text(plan.image),
                     plan.dwell_limit, duration(check.stats.compute_ms),
                     duration(check.ex.compute_ms)));
}

// A pixel's neighbourhood of dwells, in grey between the least and the most.
void magnifier(const PanelContext& context, const FrameCheck& check, const Field& field,
               const WrongPixel& wrong, const char* label) {
    constexpr int reach = 10;  // pixels in each direction
    const float cell = scaled_length(context, 8);
    const float side = cell * (2 * reach + 1);
    const auto dwells = field.host<std::uint32_t>();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    auto& list = *ImGui::GetWindowDrawList();
    ImGui::BeginGroup();
    ImGui::Dummy({side, side});
    list.AddRectFilled(at, {at.x + side, at.y + side}, tone::packed(tone::field));
    for (int dy = -reach; dy <= reach; ++dy)
        for (int dx = -reach; dx <= reach; ++dx) {
            const int x = wrong.x + dx, y = wrong.y + dy;
            if (!contains(dwells.extent, x, y)) continue;
            const auto dwell = dwells.at(x, y);
            // The logarithm separates low dwells; the inside is black.
            const float part = std::log1p(static_cast<float>(dwell)) /
                               std::log1p(static_cast<float>(check.plan.dwell_limit));
            const float grey = dwell >= check.plan.dwell_limit ? 0.02f : 0.25f + 0.7f * part;
            const ImVec2 from{at.x + cell * static_cast<float>(dx + reach),
                              at.y + cell * static_cast<float>(dy + reach)};
            list.AddRectFilled(from, {from.x + cell, from.y + cell},
                               tone::packed({grey, grey, grey, 1}));
        }
    const ImVec2 middle{at.x + cell * reach, at.y + cell * reach};
    list.AddRect(middle, {middle.x + cell, middle.y + cell}, tone::packed(tone::warning), 0,
                 scaled_length(context, 2));
    ImGui::TextDisabled("%s", label);
    ImGui::EndGroup();
}

void selection_row(const PanelContext& context, const FrameCheck& check) {
    auto& selected = context.state.check.selected;
    const std::size_t count = check.wrong.size();
    const float width = scaled_length(context, 96);
    if (button("Previous", "Go to the previous wrong pixel.", width))
        selected = (selected + count - 1) % count;
    ImGui::SameLine();
    if (button("Next", "Go to the next wrong pixel.", width)) selected = (selected + 1) % count;
    ImGui::SameLine();
    value_text(fmt::format("{} of {}", selected + 1, count));
}

void wrong_table(const PanelContext& context, const FrameCheck& check) {
    const auto flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit;
    const float min_height = 6 * ImGui::GetTextLineHeightWithSpacing();
    const float height = std::max(min_height, ImGui::GetContentRegionAvail().y);
    if (!ImGui::BeginTable("wrong", 5, flags, {0, height})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const char* name : {"x", "y", "shown", "right"})
        ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed, scaled_length(context, 70));
    ImGui::TableSetupColumn("region", ImGuiTableColumnFlags_WidthStretch);
    for (const char* name : {"x", "y", "shown", "right", "its region"}) {
        ImGui::TableNextColumn();
        value_text(name, tone::dim);
    }
    auto& selected = context.state.check.selected;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(check.wrong.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto index = static_cast<std::size_t>(i);
            const WrongPixel& wrong = check.wrong[index];
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::PushID(i);
            if (ImGui::Selectable("##pixel", index == selected,
                                  ImGuiSelectableFlags_SpanAllColumns))
                selected = index;
            ImGui::PopID();
            ImGui::SameLine(0, 0);
            value_text(std::to_string(wrong.x));
            for (const auto& text : {std::to_string(wrong.y), dwell_text(check, wrong.shown),
                                     dwell_text(check, wrong.right), region_text(wrong)}) {
                ImGui::TableNextColumn();
                value_text(text);
            }
        }
    ImGui::EndTable();
}

void findings(const PanelContext& context, const FrameCheck& check) {
    summary(check);
    if (check.wrong.empty()) return;
    auto& selected = context.state.check.selected;
    selected = std::min(selected, check.wrong.size() - 1);
    gap(context);
    selection_row(context, check);
    magnifier(context, check, check.shown, check.wrong[selected], "as filled");
    ImGui::SameLine(0, scaled_length(context, 16));
    magnifier(context, check, check.right, check.wrong[selected], "as computed");
    gap(context);
    wrong_table(context, check);
}

constexpr std::size_t max_marked = 2000;

}  // namespace

void check_panel(const PanelContext& context) {
    verification_rows(context);
    check_row(context);
    const auto& check = context.seen.laboratory.check;
    if (!check) return note("Wrong pixels have only ever been found in regions filled as inside.");
    gap(context);
    measured_on(context, check->plan.view, [&] { findings(context, *check); });
}

void check_overlay(const PanelContext& context) {
    const auto& check = context.seen.laboratory.check;
    const auto& state = context.state.check;
    const ImageSize picture = context.seen.picture;
    if (!check || !state.marked || !context.seen.laboratory_shown || picture.width <= 0) return;
    const auto area = picture_area(context);
    const float unit = area.width() / static_cast<float>(picture.width);
    auto& list = *ImGui::GetBackgroundDrawList();
    const FramePlan& plan = check->plan;
    list.PushClipRect(area.from, area.to);
    for (std::size_t i = 0; i < std::min(check->wrong.size(), max_marked); ++i) {
        const WrongPixel& wrong = check->wrong[i];
        const auto point = point_at(plan.view, plan.image, wrong.x + 0.5, wrong.y + 0.5);
        const glm::vec2 pixel(pixel_of(context.seen.view, picture, point));
        const ImVec2 at{area.from.x + unit * pixel.x, area.from.y + unit * pixel.y};
        const bool selected = i == state.selected;
        const float radius = scaled_length(context, selected ? 13 : 7);
        const float width = scaled_length(context, selected ? 2.5f : 1.5f);
        list.AddCircle(at, radius, tone::packed(tone::edge), 0, 2.2f * width);
        list.AddCircle(at, radius, tone::packed(selected ? tone::warning : tone::error), 0, width);
    }
    list.PopClipRect();
}

}  // namespace mariani::app
