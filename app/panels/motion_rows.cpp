#include "app/panels/motion_rows.hpp"

#include "app/panels/fields.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/display_choices.hpp"
#include "compute/model/text.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

void time_row(const PanelContext& context, const char* explanation, bool moving, double& time,
              double longest_time) {
    const float width = scaled_length(context, 64), space = ImGui::GetStyle().ItemInnerSpacing.x;
    row(context, "Time  s", explanation);
    if (button(moving ? "Hold###move" : "Move###move", "Space does the same.", width))
        context.commands.push_back(Action::play_pause);
    ImGui::SameLine(0, space);
    if (button("Once", "A twentieth of a second, then a pause (.).", width))
        context.commands.push_back(Action::step_once);
    ImGui::SameLine(0, space);
    if (const auto typed =
            real_field(context, "##time", "time", fmt::format("{:.2f}", time), 0, longest_time))
        time = *typed;
}

}  // namespace

void motion_rows(const PanelContext& context, const char* explanation, bool moving, double& time,
                 double longest_time, double& speed) {
    time_row(context, explanation, moving, time, longest_time);
    row(context, "Speed", "How many seconds of their time pass in one while they move.");
    if (const auto typed = real_field(context, "##speed", "speed", to_text(speed),
                                      least_motion_speed, most_motion_speed))
        speed = *typed;
}

}  // namespace mariani::app
