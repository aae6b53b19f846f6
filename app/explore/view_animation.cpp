#include "app/explore/view_animation.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {
namespace {

constexpr double time_constant = 0.055;  // s: half way after 0.04
constexpr double near_enough = 1e-3;     // in parts of the height: about a pixel
constexpr double greatest_ratio = 100;   // of heights
constexpr double greatest_distance = 3;  // of centres, in heights

}  // namespace

View approached(const View& shown, const View& target, double seconds) {
    const double rest = std::exp(-std::max(seconds, 0.0) / time_constant);
    const double log_ratio = std::log(shown.height / target.height);
    const double height = target.height * std::exp(log_ratio * rest);
    const double before = shown.height - target.height;
    // With a zoom the centre moves with the height, which keeps the common point fixed.
    const bool zooms = std::abs(log_ratio) > near_enough;
    const double left = zooms ? (height - target.height) / before : rest;
    const double re = (shown.centre.re - target.centre.re) * left;
    const double im = (shown.centre.im - target.centre.im) * left;
    const double off = std::max({std::abs(re), std::abs(im)}) / target.height;
    if (off < near_enough && std::abs(log_ratio * rest) < near_enough) return target;
    return {{target.centre.re + re, target.centre.im + im}, height};
}

bool worth_animating(const View& from, const View& to, ImageSize picture) {
    if (picture.height <= 0) return false;
    const double ratio = std::max(from.height, to.height) / std::min(from.height, to.height);
    const double height = std::max(from.height, to.height);
    const double aspect = static_cast<double>(picture.width) / picture.height;
    const double across = std::abs(from.centre.re - to.centre.re) / (height * aspect);
    const double along = std::abs(from.centre.im - to.centre.im) / height;
    return ratio < greatest_ratio && std::max(across, along) < greatest_distance;
}

}  // namespace mariani::app
