#include "app/explore/view_animation.hpp"

#include "render/picture/viewport.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {
namespace {

constexpr double time_constant = 0.055;  // s: half way after 0.04
constexpr double near_enough = 1e-3;     // as a fraction of the height: about a pixel
constexpr double greatest_ratio = 100;   // of the heights
constexpr double greatest_distance = 3;  // between the centres, in heights

}  // namespace

View approached(const View& shown, const View& target, double seconds) {
    const double rest = std::exp(-std::max(seconds, 0.0) / time_constant);
    const double log_ratio = std::log(shown.height / target.height);
    const Length height = target.height * std::exp(log_ratio * rest);
    const Length before = shown.height - target.height;
    // During a zoom the centre moves with the height, which keeps the common point fixed.
    const bool zooms = std::abs(log_ratio) > near_enough;
    const double left = zooms ? (height - target.height) / before : rest;
    const auto from_target = render::displacement(target.centre, shown.centre) * left;
    const glm::dvec2 off = glm::abs(render::in_heights(from_target, target.height));
    if (std::max(off.x, off.y) < near_enough && std::abs(log_ratio * rest) < near_enough)
        return target;
    return moved(target, render::displaced(target.centre, from_target, height * near_enough),
                 height);
}

bool worth_animating(const View& from, const View& to, ImageSize picture) {
    if (picture.height <= 0 || from.julia != to.julia) return false;
    const double ratio = std::max(from.height, to.height) / std::min(from.height, to.height);
    const Length height = std::max(from.height, to.height);
    const double aspect = static_cast<double>(picture.width) / picture.height;
    const glm::dvec2 distance =
        glm::abs(render::in_heights(render::displacement(from.centre, to.centre), height)) /
        glm::dvec2(aspect, 1);
    return ratio < greatest_ratio && std::max(distance.x, distance.y) < greatest_distance;
}

}  // namespace mariani::app
