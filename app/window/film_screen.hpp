// The panes of a race that is watched, as textures.
#pragma once

#include "app/explore/players.hpp"
#include "app/measure/race.hpp"
#include "render/gl/growing_view.hpp"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace mariani::app {

// Main thread, with the window's GL context.
class FilmScreen {
  public:
    // Once a turn. The GL names of the panes, one per lane, drawn for the player's second; 0 where
    // a lane has nothing to show. Closes the player where there is nothing to watch. While it is
    // closed nothing is kept. The race may be null.
    std::vector<unsigned int> show(const std::shared_ptr<const Race>& race, FilmPlayer& player);

  private:
    using Growth = std::shared_ptr<const render::GrowingPicture>;

    std::optional<render::GrowingView> view_;  // once one was watched
    std::map<Growth, render::GrowingTexture> panes_;
};

}  // namespace mariani::app
