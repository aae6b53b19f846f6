#include "app/window/race_pictures.hpp"

#include "render/gl/texture.hpp"

#include <utility>

namespace mariani::app {

std::vector<unsigned int> RacePictures::names_of(const std::shared_ptr<const Race>& race) {
    auto before = std::exchange(textures_, {});
    std::vector<unsigned int> names;
    if (!race) return names;
    for (const RaceLane& lane : race->lanes) {
        names.push_back(0);
        if (!lane.picture) continue;
        textures_.insert(before.extract(lane.picture));
        if (!textures_.contains(lane.picture))
            textures_.emplace(lane.picture, render::texture_of(*lane.picture));
        names.back() = textures_.at(lane.picture).name();
    }
    return names;
}

}  // namespace mariani::app
