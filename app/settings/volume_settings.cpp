#include "app/settings/volume_settings.hpp"

#include "app/settings/indirect.hpp"
#include "app/settings/refusal.hpp"

namespace mariani::app {

template class Indirect<VolumeSettings>;

volume::Request volume_request(const VolumeSettings& settings) {
    volume::Request request;
    static_cast<volume::Problem&>(request) = settings.problem;
    if (!volume::turns(request.function, request.axes)) request.turn = 0;
    request.engine = settings.engine;
    request.backend = settings.backend;
    return request;
}

// A backend that is left to the program may be one that has all schemes.
std::optional<std::string> why_invalid(const VolumeSettings& settings) {
    return refusal_of([&] { volume::resolve(volume_request(settings), std::nullopt); });
}

}  // namespace mariani::app
