// The points of curves under the mouse: which one it is over, and where it drags it.
#pragma once

#include "app/explore/part_navigation.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/settings/settings.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mariani::app {

// The curves on screen.
struct SeenCurves {
    std::span<const curves::Line> lines;
    PartView view;
    ImageSize picture;
    double reach;  // pixels: a point this near to the mouse is under it
};

// Edits the points that are put elsewhere in the settings. Main thread.
class CurvePoints {
  public:
    explicit CurvePoints(CurvesSettings& settings) : settings_(settings) {}

    // Once a turn. Forgets what was put elsewhere of other curves.
    void follow(const SeenCurves& seen, const std::optional<PixelPoint>& mouse);

    // Whether the mouse has taken hold of a point, and the event is not the view's.
    bool act_on(const SeenCurves& seen, const InputEvent& event,
                const std::optional<PixelPoint>& mouse);

    std::optional<std::uint32_t> hovered() const { return dragged_ ? dragged_ : hovered_; }
    bool dragging() const { return dragged_.has_value(); }

    // What is dragged goes back to where it was taken from. Whether anything was.
    bool cancel();
    void let_go();

    // Before the last drag, and after it again; false: there is none.
    bool undo();
    bool redo();

  private:
    using Placed = std::vector<curves::PlacedPoint>;

    void drag(const SeenCurves& seen, const PixelPoint& to);
    void forget_others();
    bool swap_with(std::vector<Placed>& from, std::vector<Placed>& to);

    CurvesSettings& settings_;
    std::optional<std::uint32_t> hovered_, dragged_;
    double offset_x_ = 0, offset_y_ = 0;  // of the dragged point from the mouse, in the plane
    Placed before_;                       // the drag
    std::vector<Placed> undone_, done_;   // what redo and undo lead to, the nearest last
    std::optional<CurvesSettings> seen_;  // in the last turn
};

}  // namespace mariani::app
