// The pictures of a race's lanes as textures.
#pragma once

#include "app/measure/race.hpp"
#include "render/gl/texture.hpp"

#include <map>
#include <memory>
#include <vector>

namespace mariani::app {

// Main thread, with the window's GL context.
class RacePictures {
  public:
    // The GL names of the textures, one per lane; 0 if the lane has no picture. Uploads new
    // pictures and frees those that are gone. The race may be null.
    std::vector<unsigned int> names_of(const std::shared_ptr<const Race>& race);

  private:
    std::map<std::shared_ptr<const render::Image>, render::gl::Texture> textures_;
};

}  // namespace mariani::app
