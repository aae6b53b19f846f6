#include "app/settings/volume_settings.hpp"

#include "app/settings/indirect.hpp"
#include "app/settings/refusal.hpp"

namespace mariani::app {

template class Indirect<VolumeSettings>;

volume::Request volume_request(const VolumeSettings& settings) {
    volume::Request request;
    request.function = settings.function;
    request.axes = settings.axes;
    request.side = settings.side;
    request.dwell_limit = settings.dwell_limit;
    request.centre_re = settings.center_re;
    request.centre_im = settings.center_im;
    request.height = settings.height;
    if (volume::turns(settings.function, settings.axes)) request.turn = settings.turn;
    request.g = settings.g;
    request.r = settings.r;
    request.B = settings.B;
    request.rule = settings.rule;
    request.engine = settings.engine;
    if (volume::has_regions(settings.engine)) request.scheme = settings.scheme;
    if (volume::has_launches(settings.engine)) request.pool = settings.pool;
    if (volume::has_list(settings.engine)) {
        request.encoding = settings.encoding;
        request.order = settings.order;
    }
    request.precision = settings.precision;
    request.backend = settings.backend;
    return request;
}

// A backend that is left to the program may be one that has all schemes.
std::optional<std::string> why_invalid(const VolumeSettings& settings) {
    return refusal_of([&] { volume::resolve(volume_request(settings), std::nullopt); });
}

}  // namespace mariani::app
