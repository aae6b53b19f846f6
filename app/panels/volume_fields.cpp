#include "app/panels/volume_fields.hpp"

#include "app/panels/fields.hpp"
#include "app/panels/panel_style.hpp"
#include "app/settings/volume_settings.hpp"
#include "compute/service/engine_registry.hpp"

namespace mariani::app {

std::optional<std::string> volume_refusal(const VolumeSettings& settings) {
    VolumeSettings here = settings;
    if (!here.backend && backend_unavailable(Backend::cuda)) here.backend = Backend::cpu;
    return why_invalid(here);
}

void take_volume(const PanelContext& context, const VolumeSettings& changed) {
    context.state.volume_refusal = volume_refusal(changed).value_or("");
    if (context.state.volume_refusal.empty()) context.settings.volume = changed;
}

void volume_refusal_note(const PanelContext& context) {
    if (!context.state.volume_refusal.empty())
        note("Not taken: " + context.state.volume_refusal + ".", tone::error);
}

void number_of_volume(const PanelContext& context, const char* name, std::int64_t value,
                      IntegerRange range,
                      const std::function<void(VolumeSettings&, std::int64_t)>& use) {
    const auto next = stepped_field(context, name, name, value, range);
    if (!next) return;
    VolumeSettings changed = *context.settings.volume;
    use(changed, *next);
    take_volume(context, changed);
}

}  // namespace mariani::app
