#include "app/workloads/volume/fields.hpp"

#include "compute/service/engine_registry.hpp"

#include <stdexcept>

namespace mariani::app {

std::optional<std::string> volume_refusal(const VolumeSettings& settings) {
    VolumeSettings here = settings;
    if (!here.backend && backend_unavailable(Backend::cuda)) here.backend = Backend::cpu;
    return why_invalid(here);
}

std::optional<volume::Problem> volume_taken(const VolumeSettings& settings) {
    try {
        return problem_of(resolve(volume_request(settings), backend_unavailable(Backend::cuda)));
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

}  // namespace mariani::app
