// Colours that stay while one moves: the stretched and equalised mappings spread the palette over
// the dwells of the picture, and every view has others.
#pragma once

#include "render/picture/colour_map.hpp"

#include <optional>

namespace mariani::app {

class SteadyColours {
  public:
    static constexpr double rest = 0.2;    // s without a movement before the colours change
    static constexpr double easing = 0.4;  // s that they take

    // Once for each picture drawn, with the map of the last finished frame. Another palette or
    // mapping is taken at once. `now` in seconds.
    void advance(double now, bool moving, const render::ColourMap& wanted);

    // The colours are still to change.
    bool changing() const { return changing_; }

    // The map of any frame drawn, with dwells at the places on the palette that they have now.
    render::ColourMap applied_to(const render::ColourMap& own) const;

  private:
    void ease(double now, const render::ColourMap& wanted);

    std::optional<render::ColourMap> held_;    // with the present curve
    std::optional<render::ColourMap> from_;    // where the easing began
    std::optional<render::ColourMap> wanted_;  // where it goes
    double moved_ = 0, began_ = 0;
    bool changing_ = false;
};

}  // namespace mariani::app
