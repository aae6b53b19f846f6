#include "app/window/surroundings.hpp"

#include "compute/model/limits.hpp"

#include <algorithm>

namespace mariani::app {

// As the picture on screen was computed, by an engine that subdivides: most of it is uniform.
std::optional<FrameRequest> Surroundings::wanted() const {
    if (!state_.up_to_date()) return std::nullopt;
    const FramePlan& plan = state_.shown->frame->frame.plan;
    FrameRequest request = request_for(plan);
    request.view.height = request.view.height * reach;
    request.image = {std::max(1, plan.image.width / reduction),
                     std::max(1, plan.image.height / reduction)};
    request.part = whole(request.image);
    request.keep_regions = request.count_work = false;
    if (request.engine == EngineKind::ex) request.engine = EngineKind::ask;
    if (why_invalid(request)) return std::nullopt;  // further out than any view
    return request;
}

void Surroundings::advance(bool may_compute) {
    if (const auto outcome = worker_.poll()) {
        known_ = outcome->request;  // also if it failed: it would fail again
        if (outcome->frame)
            state_.attempt([&] { display_.take_surroundings(outcome->frame); });
        else
            state_.notify(Message::Kind::warning,
                          "Nothing is known of what lies around the picture: " + outcome->error);
    }
    if (!may_compute) return worker_.stop();
    if (due()) worker_.submit_anew(*wanted());
}

bool Surroundings::known() const {
    const auto request = wanted();
    return request && request == known_;
}

bool Surroundings::due() const {
    const auto request = wanted();
    return request && request != known_ && !worker_.busy();
}

}  // namespace mariani::app
