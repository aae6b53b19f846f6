#include "app/window/antialiasing.hpp"

#include "render/picture/supersampling.hpp"

#include <utility>

namespace mariani::app {
namespace {

// Where the fills of the picture are verified, its samples have none that could be wrong.
FrameRequest request_of_sample(const Frame& frame, const Settings& settings, int number) {
    FrameRequest request = request_for(frame.plan);
    request.precision = settings.engine.precision;
    if (settings.verify_fills) request.fill = FillRule::safe;
    return render::sample_request(request, settings.colouring.samples, number);
}

}  // namespace

int Antialiasing::samples() const {
    return subject_ ? subject_->colouring.samples * subject_->colouring.samples : 0;
}

std::optional<Antialiasing::Subject> Antialiasing::wanted() const {
    const auto& colouring = state_.settings.colouring;
    if (colouring.samples == 1 || colouring.shown != render::Quantity::dwell) return std::nullopt;
    if (!state_.up_to_date()) return std::nullopt;
    return Subject{state_.shown->frame, colouring};
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

void Antialiasing::advance(bool may_begin) {
    if (auto subject = wanted(); subject != subject_) begin(std::move(subject));
    if (!failed_ && taken_ < samples()) {
        take();
        if (!may_begin)
            worker_.stop();
        else if (!failed_ && taken_ < samples() && !worker_.busy())
            compute_next();
    }
    state_.seen.samples = {taken_, samples(), !failed_ && taken_ < samples()};
}

void Antialiasing::take() {
    const auto outcome = worker_.poll();
    if (!outcome || outcome->request != awaited_) return;
    auto failure = outcome->frame ? failure_of([&] { display_.add_sample(outcome->frame); })
                                  : std::optional(outcome->error);
    failed_ = failure.has_value();
    if (failure)
        state_.notify(Message::Kind::warning, "The picture is not antialiased: " + *failure);
    ++taken_;
    state_.request_redraw();
}

void Antialiasing::compute_next() {
    awaited_ = request_of_sample(subject_->frame->frame, state_.settings, taken_);
    worker_.submit(*awaited_);
    if (!worker_.busy()) worker_.submit_again();  // the one that was stopped
}

}  // namespace mariani::app
