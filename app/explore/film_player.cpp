#include "app/explore/film_player.hpp"

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

}  // namespace mariani::app
