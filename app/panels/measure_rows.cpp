#include "app/panels/measure_rows.hpp"

#include "app/measure/energy_meter.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <cfloat>

#include <fmt/core.h>

namespace mariani::app {

void measure_rows(const PanelContext& context, const char* explanation) {
    bool& energy = context.state.race.energy;
    if (button("Measure all engines", explanation, -FLT_MIN))
        context.commands.push_back(command::Race{{}, 5, 1, energy});
    checkbox("energy", energy,
             "Afterwards repeats each for half a second or longer, and reads the energy counter of "
             "the GPU or processor.");
}

void progress_rows(const PanelContext& context, double share) {
    if (button("Stop", "Ends what is measured; what was measured before stays (Esc).", -FLT_MIN))
        context.commands.push_back(Action::stop_experiment);
    push_mono(context.fonts);
    ImGui::ProgressBar(static_cast<float>(share), {-FLT_MIN, 0},
                       fmt::format("{:.0f} %", 100 * share).c_str());
    ImGui::PopFont();
}

void time_bar(const PanelContext& context, double share) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = scaled_length(context, 8);
    ImGui::Dummy({width, height});
    auto& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, {from.x + width, from.y + height}, tone::packed(tone::field));
    list.AddRectFilled(
        from, {from.x + width * static_cast<float>(std::clamp(share, 0.0, 1.0)), from.y + height},
        tone::packed(tone::compute));
}

void energy_note(const std::optional<FrameEnergy>& energy, double cells) {
    if (!energy) return;
    note(run_energy_text(*energy, cells, "run"), energy->known() ? tone::dim : tone::warning);
}

}  // namespace mariani::app
