// How input moves a view, and a picture of a part of the unit square: pure functions, clamped to
// limits.hpp. Pixels are the picture's, from its top left.
#pragma once

#include "app/explore/command.hpp"
#include "app/explore/input_event.hpp"
#include "compute/model/geometry.hpp"
#include "compute/model/view.hpp"

#include <optional>

#include <glm/vec2.hpp>

namespace mariani::app {

using PixelPoint = glm::dvec2;

// The whole set, whatever the picture's shape: the Mandelbrot set, or the Julia set of a c.
View home_view(ImageSize picture, const std::optional<PlanePoint>& julia = std::nullopt);

// The nearest allowed view.
View clamped(const View& view);

// The height times `factor` (below 1 zooms in), with the point `fixed` of the plane moved to `at`.
// nullopt if it would zoom in so far that doubles no longer separate pixels.
std::optional<View> zoomed(const View& view, ImageSize picture, const PlanePoint& fixed,
                           PixelPoint at, double factor);
std::optional<View> zoomed_at(const View& view, ImageSize picture, PixelPoint at, double factor);

// Moved so that what was under `from` is under `to`.
View panned(const View& view, ImageSize picture, PixelPoint from, PixelPoint to);

// Moved by fractions of the view's height; positive is right and up.
View shifted(const View& view, double right, double up);

// Whether the two are so close that no drag was meant.
bool is_click(PixelPoint pressed, PixelPoint released);

// The smallest view with the picture's aspect ratio that shows the whole box. nullopt if it is too
// deep for doubles.
std::optional<View> zoomed_to_box(const View& view, ImageSize picture, PixelPoint corner,
                                  PixelPoint opposite);

// Centred on the point at `at`, with half the height.
std::optional<View> centred_and_zoomed(const View& view, ImageSize picture, PixelPoint at);

// Where a point of the plane lies in the picture.
PixelPoint pixel_of(const View& view, ImageSize picture, const PlanePoint& point);

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
