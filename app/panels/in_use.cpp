#include "app/panels/in_use.hpp"

#include "compute/engine_registry.hpp"
#include "compute/model/suited.hpp"

namespace mariani::app {

Backend backend_in_use(const PanelContext& context) {
    const auto& engine = context.settings.engine;
    if (engine.backend != Backend::automatic) return engine.backend;
    if (context.seen.frame) return context.seen.frame->stats.backend;
    return backend_unavailable(Backend::cuda) ? Backend::cpu : Backend::cuda;
}

bool auto_on_gpu(const PanelContext& context) {
    return context.settings.engine.engine == EngineKind::automatic &&
           backend_in_use(context) == Backend::cuda;
}

SubdivisionParams subdivision_in_use(const PanelContext& context) {
    const auto& engine = context.settings.engine;
    if (!engine.auto_lattice || !auto_on_gpu(context)) return engine.subdivision;
    return suited_subdivision(whole(context.seen.picture), engine.subdivision.B);
}

}  // namespace mariani::app
