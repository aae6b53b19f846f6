#include "app/window/activity.hpp"

namespace mariani::app {

// A tab takes nothing that it computed while it has no picture: for that nobody waits.
bool Activity::computing() const {
    const auto* screen = parts_.screens.active();
    if (!screen) return parts_.worker.busy();
    return screen->busy() && pixel_count(parts_.state.seen.picture) > 0;
}

// The Mandelbrot set counts only where it is seen, or is written to a file.
bool Activity::disturbed() const {
    if (parts_.screens.active())
        return computing() || parts_.exports.busy() || !parts_.state.commands.empty();
    return parts_.worker.busy() || parts_.navigator.moving() || parts_.exports.busy() ||
           parts_.display.busy() || parts_.poster.busy() || parts_.insets.busy() ||
           !parts_.state.commands.empty();
}

bool Activity::watched() const {
    const auto* screen = parts_.screens.active();
    return screen && (screen->moving() || screen->playing() || screen->measuring());
}

bool Activity::occupied() const {
    return disturbed() || writes_files();
}

// What ended since the panels were drawn is still seen in them.
bool Activity::shown() const {
    return parts_.state.at_rest() && !occupied() && !parts_.state.seen.computing;
}

bool Activity::settled() const {
    const Observations& seen = parts_.state.seen;
    const bool refined = parts_.screens.active() ||
                         (!seen.samples.coming && !(seen.compared && seen.compared->coming));
    return shown() && !measuring() && refined;
}

bool Activity::measuring() const {
    const auto* screen = parts_.screens.active();
    return parts_.experiments.busy() || (screen && screen->measuring());
}

bool Activity::engines_idle() const {
    return !parts_.worker.busy() && !parts_.experiments.busy() && !parts_.exports.busy();
}

bool Activity::writes_files() const {
    const WindowState& state = parts_.state;
    return parts_.exports.busy() || state.screenshot_wanted || state.copy_wanted ||
           state.film_wanted;
}

bool Activity::reached(Awaited awaited) const {
    switch (awaited) {
        case Awaited::settled:
            return settled();
        case Awaited::shown:
            return shown();
        case Awaited::computing:
            return parts_.state.seen.computing;
        case Awaited::proving:
            return parts_.state.shown && parts_.state.shown->exactness.state == Exactness::proving;
        case Awaited::preview:
            return parts_.display.has_preview();
        case Awaited::exporting:
            return parts_.exports.busy();
        case Awaited::measuring:
            return measuring();
        case Awaited::result:
            return has_result(parts_.experiments.view());
    }
    return false;
}

}  // namespace mariani::app
