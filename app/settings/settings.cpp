#include "app/settings/settings.hpp"

namespace mariani::app {

void take_problem(Settings& settings, const Settings& from, Workload workload) {
    switch (workload) {
        case Workload::mandelbrot:
            return;
        case Workload::triangle:
            settings.triangle = from.triangle;
            return;
        case Workload::gasket:
            settings.gasket = from.gasket;
            return;
        case Workload::curves:
            settings.curves = from.curves;
            return;
        case Workload::points:
            settings.points = from.points;
            return;
        case Workload::volume:
            settings.volume = from.volume;
            return;
    }
}

FrameRequest frame_request(const Settings& settings, ImageSize image) {
    FrameRequest request{{}, settings.engine};
    request.view = settings.view;
    request.image = image;
    request.part = whole(image);
    request.smooth = settings.colouring.smooth;
    request.exterior = render::needs_exterior(settings.colouring);
    request.count_work = settings.colouring.shown != render::Quantity::dwell;
    request.keep_regions = settings.overlay.shown || request.count_work;
    const bool shows_regions = settings.overlay.shown ||
                               settings.colouring.shown == render::Quantity::level ||
                               settings.colouring.shown == render::Quantity::outcome;
    request.subdivide = shows_regions && !request.engine;
    return request;
}

}  // namespace mariani::app
