#include "app/panels/fields.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/limits.hpp"

namespace mariani::app {

void dwell_limit_row(const PanelContext& context) {
    Settings& settings = context.settings;
    auto dwell = settings.engine.dwell_limit;
    const float entry = scaled_length(context, 84), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float automatic =
        ImGui::CalcTextSize("auto").x + 2 * ImGui::GetStyle().FramePadding.x + gap;
    row(context, "Dwell limit", "The most steps taken for a pixel; one that reaches it is inside.");
    const std::uint32_t min = limits::dwell.min, max = limits::dwell.max;
    ImGui::SetNextItemWidth(-entry - gap - automatic);
    if (ImGui::SliderScalar(
            "##dwell", ImGuiDataType_U32, &dwell, &min, &max, "",
            ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
        set_dwell_limit(settings, dwell);
    explain("Drag, or type an exact number from 1 to 10,000,000 beside it.");
    ImGui::SameLine(0, gap);
    const auto typed =
        integer_field(context, "##exact dwell", "the dwell limit", dwell, limits::dwell, entry);
    if (typed) set_dwell_limit(settings, static_cast<std::uint32_t>(*typed));
    ImGui::SameLine(0, gap);
    if (toggle("auto##dwell", settings.automatic_dwell_limit,
               "Follows the view once it rests: higher while pixels escape only shortly before "
               "the limit, lower where fewer steps will do."))
        settings.automatic_dwell_limit = !settings.automatic_dwell_limit;
    field_error(context, "##exact dwell");
}

}  // namespace mariani::app
