#include "app/settings/sample_request.hpp"

#include "render/picture/supersampling.hpp"

namespace mariani::app {

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
