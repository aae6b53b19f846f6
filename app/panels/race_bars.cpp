#include "app/panels/race_bars.hpp"

#include "app/measure/spread.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

ImVec4 colour_of(std::size_t lane) {
    const auto [r, g, b] = lane_colour(lane);
    return {static_cast<float>(r) / 255, static_cast<float>(g) / 255, static_cast<float>(b) / 255,
            1};
}

std::string figures_of(const RaceLane& lane, std::optional<double> ex_ms) {
    const Spread ms = lane.spread();
    auto text = fmt::format("{} ms, {} to {}", significant(ms.median), significant(ms.min),
                            significant(ms.max));
    if (ex_ms) text += fmt::format(", {} x Ex", significant(*ex_ms / ms.median));
    return text;
}

void bar(const PanelContext& context, std::size_t lane, const Spread& ms, double longest) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = scaled_length(context, 12);
    ImGui::Dummy({width, height});
    const auto at = [&](double each) {
        return from.x + static_cast<float>(each / longest) * width;
    };
    auto& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, {from.x + width, from.y + height}, tone::packed(tone::field));
    list.AddRectFilled(from, {at(ms.median), from.y + height}, tone::packed(colour_of(lane)));
    const float line = std::max(1.0f, scaled_length(context, 1)), middle = from.y + 0.5f * height;
    const ImU32 ink = tone::packed(tone::text);
    list.AddRectFilled({at(ms.min), middle - 0.5f * line}, {at(ms.max), middle + 0.5f * line}, ink);
    for (const double end : {ms.min, ms.max})
        list.AddRectFilled({at(end) - 0.5f * line, from.y + 2},
                           {at(end) + 0.5f * line, from.y + height - 2}, ink);
}

void energy_row(const Race& race, const RaceLane& lane) {
    const bool known = lane.energy->known();
    note(fmt::format("{}{}", known ? "" : "no energy: ",
                     energy_text(*lane.energy, pixel_count(race.plan.request.part))),
         known ? tone::dim : tone::warning);
}

}  // namespace

float swatch_width() {
    return 0.62f * ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.x;
}

void lane_swatch(const PanelContext& context, std::size_t lane, float line_height) {
    const float side = 0.62f * ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_swatch(context, colour_of(lane), {at.x, at.y + 0.5f * (line_height - side)}, side);
    ImGui::Dummy({side, line_height});
    ImGui::SameLine();
}

void race_bars(const PanelContext& context, const Race& race) {
    const auto ranked = ranking(race);
    const auto ex_ms = ex_median(race);
    double longest = 0;
    for (const std::size_t i : ranked) longest = std::max(longest, race.lanes[i].spread().max);
    int rank = 0;
    const RaceLane* faster = nullptr;
    for (const std::size_t i : ranked) {
        const RaceLane& lane = race.lanes[i];
        lane_swatch(context, i, ImGui::GetTextLineHeight());
        value_text(fmt::format("{}  {}", ++rank, lane_title(lane)));
        explain(lane.stats.device);
        ImGui::SameLine();
        value_text_right(figures_of(lane, ex_ms), tone::dim);
        bar(context, i, lane.spread(), longest);
        if (lane.energy) energy_row(race, lane);
        if (faster && !clearly_differ(faster->spread(), lane.spread()))
            note(noise_text(lane_title(lane), lane_title(*faster)), tone::warning);
        faster = &lane;
        gap(context);
    }
    for (std::size_t i = 0; i < race.lanes.size(); ++i) {
        if (race.lanes[i].failure.empty()) continue;
        lane_swatch(context, i, ImGui::GetTextLineHeight());
        value_text(fmt::format("-  {}", lane_title(race.lanes[i])));
        note(race.lanes[i].failure, tone::warning);
    }
}

}  // namespace mariani::app
