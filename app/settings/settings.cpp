#include "app/settings/settings.hpp"

#include "app/settings/tab_settings.hpp"
#include "render/picture/supersampling.hpp"

namespace mariani::app {

#define MARIANI_DEFINE(name, Own) template class Indirect<Own>;
MARIANI_WORKLOADS(MARIANI_DEFINE)
#undef MARIANI_DEFINE

void take_problem(Settings& settings, const Settings& from, Workload workload) {
    for_each_tab([&](Workload each, auto own) {
        if (each == workload) settings.*own = from.*own;
    });
}

std::optional<Backend>& backend_of(Settings& settings, Workload workload) {
    auto* found = &settings.engine.backend;
    for_each_tab([&](Workload each, auto own) {
        if (each == workload) found = &(settings.*own)->backend;
    });
    return *found;
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

Settings window_defaults() {
    Settings defaults;
    defaults.overlay.line_opacity = 1;
    defaults.colouring.smooth = true;
    defaults.colouring.mapping = render::Mapping::cyclic;
    defaults.colouring.period = 24;
    defaults.colouring.samples = 4;
    defaults.automatic_dwell_limit = true;
    return defaults;
}

int samples_a_pixel(const render::Colouring& colouring) {
    const bool antialiased = colouring.samples > 1 && colouring.shown == render::Quantity::dwell;
    return antialiased ? colouring.samples * colouring.samples : 0;
}

FrameRequest sample_request(const Settings& settings, FrameRequest exact, int number) {
    exact.precision = settings.engine.precision;  // an automatic one is to suit the samples
    if (settings.verify_fills) exact.fill = FillRule::safe;
    return render::sample_request(exact, settings.colouring.samples, number);
}

}  // namespace mariani::app
