#include "app/explore/julia_worker.hpp"

#include "app/settings/failure.hpp"
#include "app/settings/yield_to_window.hpp"
#include "compute/service/dwell_access.hpp"
#include "compute/service/orbits.hpp"
#include "render/picture/picture.hpp"

#include <utility>

namespace mariani::app {
namespace {

constexpr int samples = 2;      // per pixel and direction
constexpr double height = 3.6;  // most Julia sets lie within |z| < 1.8
constexpr auto left_behind = std::chrono::milliseconds(100);

}  // namespace

std::optional<render::Image> draw_julia(const JuliaJob& job, const std::stop_token& stop) {
    const auto julia = julia_dwells({job.c, job.side * samples, height, job.dwell_limit}, stop);
    if (!julia) return std::nullopt;
    const render::ColourMap colours(render::without_exterior(job.colouring), job.palette,
                                    job.dwell_limit, summarise(julia->dwells, job.dwell_limit));
    return render::draw_at_size(julia->dwells.host<std::uint32_t>(), julia->fractions.host<float>(),
                                colours, {job.side, job.side});
}

JuliaWorker::JuliaWorker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this](const std::stop_token& quit) { run(quit); }) {}

JuliaWorker::~JuliaWorker() {
    thread_.request_stop();
    stop();
}

void JuliaWorker::submit(const JuliaJob& job) {
    const std::scoped_lock lock(mutex_);
    if (submitted_ == job) return;
    submitted_ = waiting_ = job;
    if (running_ && Clock::now() - running_->since > left_behind) running_->stop.request_stop();
    changed_.notify_all();
}

void JuliaWorker::stop() {
    const std::scoped_lock lock(mutex_);
    submitted_.reset();
    waiting_.reset();
    done_.reset();
    if (running_) running_->stop.request_stop();
}

std::optional<JuliaPicture> JuliaWorker::poll() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(done_, std::nullopt);
}

bool JuliaWorker::busy() const {
    const std::scoped_lock lock(mutex_);
    return running_ || waiting_ || done_;
}

void JuliaWorker::run(const std::stop_token& quit) {
    yield_to_window();
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, quit, [this] { return waiting_.has_value(); })) {
        const JuliaJob job = *std::exchange(waiting_, std::nullopt);
        running_ = Running{{}, Clock::now()};
        const std::stop_token stop = running_->stop.get_token();
        lock.unlock();
        JuliaPicture picture{job.c, {}, {}};
        bool whole = false;
        auto failure = failure_of([&] {
            if (auto image = draw_julia(job, stop)) {
                picture.image = std::move(*image);
                whole = true;
            }
        });
        if (failure) picture.error = std::move(*failure);
        lock.lock();
        running_.reset();
        if ((whole || !picture.error.empty()) && !stop.stop_requested()) done_ = std::move(picture);
        lock.unlock();
        wake_();
        lock.lock();
    }
}

}  // namespace mariani::app
