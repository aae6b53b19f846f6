// Mouse and keys over a picture of a part of the unit square.
#pragma once

#include "app/explore/command.hpp"
#include "app/explore/input_event.hpp"
#include "app/explore/view_navigation.hpp"
#include "compute/model/geometry.hpp"

#include <optional>

namespace mariani::app {

// What moves: the centre and the height of the part, in the settings; y up.
struct PartView {
    double& x;
    double& y;
    double& height;
    double least_height, most_height;
};

// The point of the plane under a point of the picture.
struct PartPoint {
    double x, y;
};
PartPoint point_under(const PartView& view, ImageSize picture, const PixelPoint& at);

class PartNavigation {
  public:
    // `mouse`: over the picture, if it is.
    void act_on(const PartView& view, ImageSize picture, const InputEvent& event,
                const std::optional<PixelPoint>& mouse);

    // Whether the command zooms, pans or leads home, and is carried out.
    bool take(const PartView& view, ImageSize picture, const Command& command) const;

    bool dragging() const { return dragged_.has_value(); }
    void let_go() { dragged_.reset(); }

  private:
    std::optional<PixelPoint> dragged_;  // where the mouse was, while it moves the view
};

}  // namespace mariani::app
