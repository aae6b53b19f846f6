#include "app/panels/volume_fields.hpp"

#include "compute/service/engine_registry.hpp"

namespace mariani::app {

std::optional<std::string> volume_refusal(const VolumeSettings& settings) {
    VolumeSettings here = settings;
    if (!here.backend && backend_unavailable(Backend::cuda)) here.backend = Backend::cpu;
    return why_invalid(here);
}

}  // namespace mariani::app
