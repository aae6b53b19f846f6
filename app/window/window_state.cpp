#include "app/window/window_state.hpp"

#include "app/panels/observations.hpp"
#include "compute/service/resolve.hpp"

#include <algorithm>
#include <tuple>

namespace mariani::app {

double WindowState::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

double WindowState::magnification() const {
    return viewport.height > 0 ? static_cast<double>(seen.picture.height) / viewport.height : 1;
}

bool WindowState::picture_wanted() const {
    return copy_wanted || film_wanted || (screenshot_wanted && !settings.exports.with_panel);
}

FrameRequest WindowState::wanted_request() const {
    FrameRequest request = frame_request(settings, seen.picture);
    request.keep_regions = true;  // so that showing the grid asks for no new frame
    const bool replayed = panels.replay.level() || film_wanted;
    request.subdivide = request.subdivide || (replayed && !request.engine);
    if (!shown || shown->frame->frame.plan.engine == EngineKind::ex) return request;
    FrameRequest answered = shown->request;
    answered.subdivide = request.subdivide;  // as the frame on screen is, whoever chose its engine
    if (answered != request) return request;
    return has_regions_to_see(request) ? shown->request : request;
}

// The frame on screen, of a request that differs in nothing else.
bool WindowState::has_regions_to_see(const FrameRequest& request) const {
    const SubdivisionParams& chosen = shown->frame->frame.plan.subdivision;
    return !request.subdivide || resolve(request, seen.hardware, {}).plan.subdivision == chosen;
}

render::OverlayStyle WindowState::drawn_overlay() const {
    render::OverlayStyle style = settings.overlay;
    if (const auto level = panels.replay.level())
        style = render::replayed(style, *level < shown_levels() ? *level : -1);
    if (settings.colouring.shown != render::Quantity::dwell) style.tint = 0;
    return style;
}

render::OverlayStyle WindowState::sought_regions() const {
    const render::OverlayStyle drawn = drawn_overlay();
    if (drawn.shown || settings.colouring.shown == render::Quantity::dwell) return drawn;
    return {.shown = true};
}

// A picture that is not the wanted one is not played on.
void WindowState::advance_replay() {
    panels.replay.advance(seen.now, up_to_date() ? shown_levels() : 0);
    panels.film.advance(seen.now);
}

void WindowState::advance_cycle() {
    double& offset = settings.colouring.offset;
    offset = panels.cycle.advance(seen.now, offset, settings.cycle_speed);
}

int WindowState::shown_levels() const {
    return shown ? static_cast<int>(shown->frame->frame.stats.levels.size()) : 0;
}

FrameRequest WindowState::subject_request() const {
    FrameRequest request = wanted_request();
    if (!shown || shown->request != request) return request;
    const FramePlan& plan = shown->frame->frame.plan;
    request.scheme = plan.scheme;
    set_subdivision(request, plan.subdivision);
    return request;
}

void WindowState::notify(Message::Kind kind, std::string text) {
    const auto post = [&](std::string what) {
        return failure_of([&] { post_message(seen.messages, kind, std::move(what), seconds()); });
    };
    // What there is no memory to tell does not end the window.
    if (post(std::move(text))) std::ignore = post("no memory left");
}

void WindowState::note_command(std::size_t kind, double begun, std::optional<std::string> failure) {
    std::erase_if(seen.messages, [&](const Message& message) {
        return message.of_command == kind && message.shown_since < begun;
    });
    if (!failure) return;
    notify(Message::Kind::error, std::move(*failure));
    if (!seen.messages.empty()) seen.messages.back().of_command = kind;
}

void WindowState::note_failure(const char* step, std::optional<std::string> failure) {
    if (!failure) {
        failing_.erase(step);
    } else if (auto& last = failing_[step]; last != *failure) {
        last = *failure;
        notify(Message::Kind::error, std::move(*failure));
    }
}

void WindowState::conclude_turn() {
    const bool changed = settings != drawn_ || !commands.empty();
    drawn_ = settings;
    idle_turns_ = changed ? 0 : std::min(idle_turns_ + 1, turns_until_idle);
}

}  // namespace mariani::app
