// How finished frames come to the screen, and what becomes of those that cannot.
#include "app/window/application.hpp"
#include "app/window/frame_mark.hpp"

#include <utility>

#include <fmt/format.h>

namespace mariani::app {

void Application::take_finished_frame() {
    const auto outcome = worker_.poll();
    if (const auto preview = worker_.poll_preview()) attempt([&] { stage_.take_preview(preview); });
    if (!outcome) return;
    if (!outcome->frame) {
        seen_.engine_error = outcome->error;
        return;
    }
    seen_.engine_error.reset();
    attempt([&] {
        if (mark_frames_) draw_mark(outcome->frame->frame, outcome->number);
        timings_.upload(outcome->frame, seen_, [&] { return present(outcome->frame); });
        seen_.frame = std::shared_ptr<const Frame>(stage_.frame(), &stage_.frame()->frame);
        seen_.display = route_.path_of(*seen_.frame);
        shown_request_ = outcome->request;
        shown_number_ = outcome->number;
        note_backend_failure();
    });
}

void Application::note_backend_failure() {
    const std::string& failure = seen_.frame->stats.backend_failure;
    if (failure.empty() || failure == seen_.cuda_failure) return;
    seen_.cuda_failure = failure;
    tell(Message::Kind::error,
         "The GPU failed, so the processor computes until mariani is started again: " + failure);
}

// A frame whose device is lost with it is computed again, elsewhere.
std::shared_ptr<const PreparedFrame> Application::staged(const PreparedFrame& frame) {
    try {
        return on_host(frame);
    } catch (const BackendFailure&) {
        worker_.submit_again();
        throw;
    }
}

// From now on frames go through main memory.
void Application::stop_sharing(const render::interop::Error& failure) {
    route_.give_up(failure.what());
    tell(Message::Kind::warning,
         fmt::format("Frames are now copied through host memory: {}", failure.what()));
}

// Brings a frame to the screen and returns the ms this took.
double Application::present(const std::shared_ptr<const PreparedFrame>& frame) {
    try {
        stage_.take(frame, navigator_.shown(), seen_.picture);
    } catch (const render::interop::Error& failure) {
        stop_sharing(failure);
        stage_.take(staged(*frame), navigator_.shown(), seen_.picture);
    }
    return stage_.upload_ms();
}

// What is drawn for the first time is brought to the screen then.
void Application::draw_shared(const std::function<void()>& draw) {
    try {
        draw();
    } catch (const render::interop::Error& failure) {
        stop_sharing(failure);
        stage_.take(staged(*stage_.frame()), navigator_.shown(), seen_.picture);
        draw();
    }
}

}  // namespace mariani::app
