// What the window says of itself to programs that watch it.
#include "app/window/application.hpp"

#include <stdexcept>

namespace mariani::app {

bool Application::reached(Awaited state) const {
    switch (state) {
        case Awaited::settled:
            return settled();
        case Awaited::shown:
            return shown();
        case Awaited::computing:
            return seen_.computing;
        case Awaited::preview:
            return stage_.has_preview();
        case Awaited::exporting:
            return exports_.busy();
        case Awaited::result:
            return has_result(laboratory_.view());
    }
    return false;
}

void Application::report_turn() {
    ++turns_;
    if (!report_) return;
    const TurnState state{turns_,
                          turn_began_,
                          seconds(),
                          inputs_,
                          worker_.submitted(),
                          shown_number_,
                          restless(),
                          stage_.has_preview(),
                          navigator_.moving(),
                          settled(),
                          laboratory_.busy(),
                          exports_.busy() || screenshot_wanted_,
                          settings_.panel_shown,
                          {viewport_.x, viewport_.y, viewport_.width, viewport_.height}};
    try {
        report_->add(state, seen_);
    } catch (const std::runtime_error& error) {
        report_.reset();
        tell(Message::Kind::error, error.what());
    }
}

}  // namespace mariani::app
