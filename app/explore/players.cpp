#include "app/explore/players.hpp"

#include <algorithm>
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

}  // namespace mariani::app
