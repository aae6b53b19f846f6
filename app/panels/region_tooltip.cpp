#include "app/panels/numbers.hpp"
#include "app/panels/overlay_levels.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <fmt/format.h>

namespace mariani::app {
namespace {

std::string dwell_text(const PanelContext& context, std::uint32_t dwell) {
    const auto& frame = context.seen.frame;
    const auto limit = frame ? frame->plan.dwell_limit : context.settings.engine.dwell_limit;
    return dwell >= limit ? "inside" : grouped(dwell);
}

void line(const PanelContext& context, const char* label, const std::string& value) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", label);
    ImGui::TableNextColumn();
    mono(context, value);
}

void facts(const PanelContext& context, const Region& region) {
    const auto& rect = region.rect;
    line(context, "side", fmt::format("{} x {}", rect.width, rect.height));
    line(context, "at", fmt::format("{}, {}", rect.x, rect.y));
    const auto min = dwell_text(context, region.border_min);
    const auto max = dwell_text(context, region.border_max);
    if (region.outcome == Outcome::filled)
        line(context, "dwell", min);
    else
        line(context, "border's dwells", min == max ? min : min + " to " + max);
    const auto iterations = static_cast<double>(region.iterations);
    const auto pixels = static_cast<double>(pixel_count(rect));
    line(context, "cost", grouped(static_cast<std::int64_t>(region.iterations)) + " iterations");
    line(context, "", significant(pixels > 0 ? iterations / pixels : 0) + " per pixel");
}

}  // namespace

void region_tooltip(const PanelContext& context) {
    const auto& region = context.seen.hovered_region;
    if (!region || ImGui::GetIO().WantCaptureMouse) return;
    ImGui::BeginTooltip();
    swatch(context, level_tone(region->level), fmt::format("level {}", region->level).c_str());
    ImGui::SameLine(0, scaled_length(context, 14));
    swatch(context, outcome_tone(region->outcome), name_of(region->outcome).data());
    if (ImGui::BeginTable("region", 2, ImGuiTableFlags_SizingFixedFit)) {
        facts(context, *region);
        ImGui::EndTable();
    }
    ImGui::EndTooltip();
}

}  // namespace mariani::app
