#include "app/explore/tour.hpp"

#include "app/explore/view_navigation.hpp"

#include <algorithm>
#include <array>

namespace mariani::app {
namespace {

constexpr std::array<double, tour_stops> seconds_of_stops{8, 8, 7, 8, 7, 8, 6, 7, 6, 5};

// As on a first start, without antialiasing, which would go on below the captions.
render::Colouring plain_colouring() {
    render::Colouring colouring;
    colouring.smooth = true;
    colouring.mapping = render::Mapping::cyclic;
    colouring.period = 24;
    return colouring;
}

EngineRequest plain_engine(const EngineRequest& before) {
    EngineRequest engine;
    engine.backend = before.backend;
    engine.device = before.device;
    engine.threads = before.threads;
    engine.dwell_limit = 1024;
    return engine;
}

const View seahorse_valley{{-0.745, 0.113}, 0.02};

}  // namespace

Settings settings_at(TourStop stop, const Settings& before, ImageSize picture) {
    if (stop == TourStop::back) return before;
    Settings settings = before;
    settings.engine = plain_engine(before.engine);
    settings.automatic_dwell_limit = false;
    settings.colouring = plain_colouring();
    settings.overlay = {};
    settings.insets = {false, false, before.insets.minimap, before.insets.rectangle};
    settings.view = stop < TourStop::seahorse ? home_view(picture) : seahorse_valley;
    switch (stop) {
        case TourStop::regions:
        case TourStop::levels:
        case TourStop::seahorse:
            settings.overlay.shown = true;
            break;
        case TourStop::outcomes:
            settings.colouring.shown = render::Quantity::outcome;
            break;
        case TourStop::launches:
            settings.engine.engine = EngineKind::dp;
            settings.engine.B = 32;  // few enough that lines can be followed
            settings.overlay.shown = true;
            settings.timeline_shown = true;
            break;
        case TourStop::exhaustive:
        case TourStop::adaptive:
            settings.engine.engine =
                stop == TourStop::exhaustive ? EngineKind::ex : EngineKind::ask;
            settings.engine.shortcuts = false;  // every pixel of Ex is iterated
            break;
        case TourStop::colours:
            settings.engine.engine = EngineKind::ask;  // the frame stays
            settings.engine.shortcuts = false;
            settings.colouring.palette = "inferno";
            break;
        default:
            break;
    }
    return settings;
}

double reading_seconds(TourStop stop) {
    return seconds_of_stops.at(static_cast<std::size_t>(stop));
}

void TourClock::begin() {
    go_to(0);
}

void TourClock::end() {
    stop_.reset();
    paused_ = false;
}

void TourClock::next() {
    if (stop_) go_to(static_cast<int>(*stop_) + 1);
}

void TourClock::back() {
    if (stop_) go_to(std::max(0, static_cast<int>(*stop_) - 1));
}

void TourClock::pause_or_go_on() {
    paused_ = stop_ && !paused_;
}

void TourClock::go_to(int stop) {
    if (stop >= tour_stops) return;
    paused_ = false;
    stop_ = static_cast<TourStop>(stop);
    seconds_ = 0;
    clock_.restart();
}

void TourClock::advance(double now, bool ready, bool plays) {
    const double elapsed = clock_.passed(now, stop_ && ready && !paused_);
    if (!stop_ || !ready || paused_) return;
    seconds_ += elapsed;
    if (seconds_ >= reading_seconds(*stop_) && !plays) next();
}

double TourClock::read() const {
    return stop_ ? std::min(1.0, seconds_ / reading_seconds(*stop_)) : 0.0;
}

}  // namespace mariani::app
