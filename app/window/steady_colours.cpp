#include "app/window/steady_colours.hpp"

#include <algorithm>

namespace mariani::app {

void SteadyColours::advance(double now, bool moving, const render::ColourMap& wanted) {
    if (moving) moved_ = now;
    if (!held_ || !held_->has_palette_of(wanted)) held_ = wanted;
    changing_ = wanted.has_curve() && !held_->has_curve_of(wanted);
    if (!changing_ || now - moved_ < rest) return wanted_.reset();
    ease(now, wanted);
}

void SteadyColours::ease(double now, const render::ColourMap& wanted) {
    if (!wanted_ || !wanted_->has_curve_of(wanted)) {
        from_ = held_;
        wanted_ = wanted;
        began_ = now;
    }
    const double t = std::min((now - began_) / easing, 1.0);
    changing_ = t < 1;
    held_ = changing_ ? wanted.with_curve_between(*from_, wanted, t * t * (3 - 2 * t)) : wanted;
}

render::ColourMap SteadyColours::applied_to(const render::ColourMap& own) const {
    if (!held_ || !own.has_palette_of(*held_) || own.has_curve_of(*held_)) return own;
    return own.with_curve_between(*held_, *held_, 0);
}

}  // namespace mariani::app
