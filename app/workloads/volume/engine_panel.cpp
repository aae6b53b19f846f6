#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/workloads/volume/fields.hpp"
#include "app/workloads/volume/view.hpp"

#include <string>

namespace mariani::app {
namespace {

void engine_row(const PanelContext& context) {
    auto& settings = *context.settings.volume;
    row(context, "Engine", "How the volume is computed.");
    choose<volume::EngineKind>("engine", settings.engine, [&](volume::EngineKind value) {
        VolumeSettings tried = settings;
        tried.engine = value;
        return volume_refusal(tried);
    });
    note_below(context, std::string(choice_of(settings.engine).description), tone::dim);
}

}  // namespace

void volume_engine_panel(const PanelContext& context) {
    engine_row(context);
    const auto knobs = volume_knobs(context);
    for (const char* const id : {"scheme", "rule", "pool"}) knobs.show(id);
    gap(context);
    for (const char* const id : {"g", "r", "B"}) knobs.show(id);
    gap(context);
    for (const char* const id : {"encoding", "order"}) knobs.show(id);
    gap(context);
    backend_row(context, context.settings.volume->backend);
}

}  // namespace mariani::app
