#include "app/explore/players.hpp"

#include "app/explore/view_navigation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mariani::app {

void FilmPlayer::open() {
    open_ = true;
    second_ = 0;
    play();
}

void FilmPlayer::close() {
    open_ = playing_ = false;
}

void FilmPlayer::play() {
    if (second_ >= seconds) second_ = 0;
    playing_ = true;
    clock_.restart();
}

void FilmPlayer::pause() {
    playing_ = false;
}

void FilmPlayer::step() {
    pause();
    second_ = second_ >= seconds ? 0 : std::min(seconds, second_ + step_size);
}

void FilmPlayer::go_to(double second) {
    second_ = std::clamp(second, 0.0, seconds);
}

void FilmPlayer::advance(double now) {
    const double elapsed = clock_.passed(now, playing());
    if (!playing()) return;
    second_ += elapsed * speed;
    if (second_ < seconds) return;
    if (loop) {
        second_ = std::fmod(second_, seconds);
    } else {
        second_ = seconds;
        playing_ = false;
    }
}

void SubdivisionReplay::play() {
    position_ = 0;
    clock_.restart();
}

void SubdivisionReplay::stop() {
    position_.reset();
}

std::optional<int> SubdivisionReplay::level() const {
    if (!position_) return std::nullopt;
    return static_cast<int>(*position_);
}

void SubdivisionReplay::advance(double now, int levels) {
    const double elapsed = clock_.passed(now);
    if (!position_ || levels == 0) return;
    const int steps = levels + 1;
    *position_ += std::min(1.0, elapsed * speed * steps / seconds);
    if (*position_ < steps) return;
    if (loop)
        position_ = 0;
    else
        stop();
}

void ColourCycle::toggle() {
    running_ = !running_;
    clock_.restart();
}

double ColourCycle::advance(double now, double offset, double turns_a_minute) {
    const double turns = offset + clock_.passed(now, running_) * turns_a_minute / 60;
    if (!running_) return offset;
    if (!from_) from_ = offset;
    return turns - std::floor(turns);
}

std::optional<double> ColourCycle::take_stopped() {
    return running_ ? std::nullopt : std::exchange(from_, std::nullopt);
}

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
