#include "app/window/antialiasing.hpp"

#include "app/sample_request.hpp"

#include <bit>
#include <utility>

namespace mariani::app {

int Antialiasing::samples() const {
    return subject_ ? subject_->colouring.samples * subject_->colouring.samples : 0;
}

std::optional<Antialiasing::Subject> Antialiasing::wanted() const {
    const auto& colouring = state_.settings.colouring;
    if (colouring.samples == 1 || colouring.shown != render::Quantity::dwell) return std::nullopt;
    if (!state_.up_to_date()) return std::nullopt;
    return Subject{state_.shown->frame->frame.plan, colouring};
}

// The antialiased picture of a frame that is no longer wanted stays until another one comes.
void Antialiasing::begin(std::optional<Subject> subject) {
    worker_.stop();
    if (subject || state_.up_to_date()) display_.forget_samples();
    subject_ = std::move(subject);
    awaited_.reset();
    taken_ = 0;
    failed_ = false;
}

void Antialiasing::advance(bool may_begin, bool may_wait) {
    if (auto subject = wanted(); subject != subject_ || display_.colours_change())
        begin(std::move(subject));  // once its colours are its own
    else if (!failed_ && taken_ < samples())
        go_on(may_begin);
    const bool coming = may_wait && !failed_ && taken_ < samples();
    state_.seen.samples = {taken_, samples(), coming};
}

void Antialiasing::go_on(bool may_begin) {
    take();
    if (!may_begin)
        worker_.stop();
    else if (!failed_ && taken_ < samples() && !worker_.busy())
        compute_next();
}

void Antialiasing::take() {
    const auto outcome = worker_.poll();
    if (!outcome || outcome->request != awaited_) return;
    auto failure =
        outcome->frame ? failure_of([&] { show(outcome->frame); }) : std::optional(outcome->error);
    failed_ = failure.has_value();
    if (failure)
        state_.notify(Message::Kind::warning, "The picture is not antialiased: " + *failure);
    state_.request_redraw();
}

// The mean takes longer to draw than a sample to add, and the last ones change it little.
void Antialiasing::show(const std::shared_ptr<const PreparedFrame>& sample) {
    display_.add_sample(sample);
    ++taken_;
    const bool power_of_2 = std::has_single_bit(static_cast<unsigned>(taken_));
    if (power_of_2 || taken_ % 8 == 0 || taken_ == samples()) display_.show_samples();
}

void Antialiasing::compute_next() {
    awaited_ = sample_request(state_.settings, request_for(subject_->plan), taken_);
    worker_.submit_anew(*awaited_);
}

}  // namespace mariani::app
