#include "app/window/film_screen.hpp"

#include "app/files/folders.hpp"
#include "app/measure/race.hpp"

#include <utility>

namespace mariani::app {

std::vector<unsigned int> FilmScreen::show(const std::shared_ptr<const Race>& race,
                                           FilmPlayer& player) {
    auto before = std::exchange(panes_, {});
    if (!race || !can_be_watched(*race)) player.close();
    if (!player.is_open()) return {};
    if (!view_) view_.emplace(data_file("shaders"));
    const double ms = film_pace(*race, FilmPlayer::seconds).ms_at(player.second());
    std::vector<unsigned int> names;
    for (const RaceLane& lane : race->lanes) {
        names.push_back(0);
        if (!lane.timed() || !lane.growth) continue;
        panes_.insert(before.extract(lane.growth));
        auto& pane = panes_.try_emplace(lane.growth, *lane.growth).first->second;
        view_->draw(pane, moment_of(lane, ms));
        names.back() = pane.target().texture().name();
    }
    return names;
}

}  // namespace mariani::app
