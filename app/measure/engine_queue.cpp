#include "app/measure/engine_queue.hpp"

namespace mariani::app {

std::unique_lock<std::mutex> EngineQueue::frame_turn() {
    {
        const std::scoped_lock lock(mutex_);
        ++frames_;
        run_.request_stop();
    }
    std::unique_lock turn(engines_);
    {
        const std::scoped_lock lock(mutex_);
        --frames_;
    }
    changed_.notify_all();
    return turn;
}

std::optional<Frame> EngineQueue::measured(const RunEngine& run, const FrameRequest& request,
                                           const std::stop_token& stop) {
    for (;;) {
        std::stop_source own;
        {
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, stop, [this] { return frames_ == 0; })) return std::nullopt;
            run_ = own;
        }
        const std::stop_callback relay(stop, [&own] { own.request_stop(); });
        const std::scoped_lock turn(engines_);
        if (auto frame = run(request, own.get_token())) return frame;
        if (stop.stop_requested()) return std::nullopt;
    }
}

}  // namespace mariani::app
