#include "app/command_line/suite_runs.hpp"

#include "app/failure.hpp"
#include "compute/service/peaks.hpp"

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr std::chrono::seconds patience{3};  // per frame
constexpr int window_factor = 5;             // the window's cases run this many times as often
constexpr int frames_until_auto_knows = 10;

// Free host memory; nullopt if the system does not report it.
std::optional<std::int64_t> free_bytes() {
    std::ifstream file("/proc/meminfo");
    std::string name, unit;
    for (std::int64_t kib = 0; file >> name >> kib; std::getline(file, unit))
        if (name == "MemAvailable:") return kib * 1024;
    return std::nullopt;
}

// Stops a frame that takes too long or is no longer wanted.
class Limit {
  public:
    explicit Limit(std::stop_token stop)
        : forward_(std::move(stop), [this] { source_.request_stop(); }),
          timer_([this](const std::stop_token& over) { wait(over); }) {}

    std::stop_token token() const { return source_.get_token(); }

  private:
    void wait(const std::stop_token& over) {
        std::mutex mutex;
        std::condition_variable_any sleep;
        std::unique_lock lock(mutex);
        sleep.wait_for(lock, over, patience, [] { return false; });
        if (!over.stop_requested()) source_.request_stop();
    }

    std::stop_source source_;
    std::stop_callback<std::function<void()>> forward_;
    std::jthread timer_;
};

double fma_peak_of(FramePlan place, Precision precision) {
    place.precision = precision;
    return measure_fma_peak(place);
}

}  // namespace

std::optional<std::string> no_room(ImageSize image, std::int64_t free_bytes) {
    const std::int64_t needed = pixel_count(image) * 5;  // 4 for dwells, 1 for the engine's lists
    if (needed <= free_bytes) return std::nullopt;
    const auto gib = [](std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 30); };
    return fmt::format("needs {:.1f} GiB of memory, {:.1f} are free", gib(needed), gib(free_bytes));
}

SuiteRuns::SuiteRuns(const SuiteCommand& command, EngineDispatcher& dispatcher,
                     std::stop_token stop)
    : command_(command), dispatcher_(dispatcher), stop_(std::move(stop)) {
    Settings settings;
    apply(command_.edits, settings);
    FrameRequest small = frame_request(settings, {64, 64});
    small.engine = EngineKind::ex;
    FrameProgress unwatched;
    const auto frame = dispatcher_.compute(small, {}, unwatched);
    place_ = frame->plan;
    device_ = frame->stats.device;
    constexpr std::int64_t probe = std::int64_t{1} << 28;
    peaks_ = {static_cast<double>(probe) / (measure_memset_ms(place_, probe) * 1e-3),
              fma_peak_of(place_, Precision::f32), fma_peak_of(place_, Precision::f64)};
}

SuiteReport SuiteRuns::report() const {
    return {place_.backend, device_, command_.scale, command_.repeat, peaks_, {}};
}

FrameRequest SuiteRuns::placed(FrameRequest request) const {
    request.part = whole(request.image);
    const bool cpu = place_.backend == Backend::cpu;
    request.backend = place_.backend;
    if (!cpu) request.device = place_.device;
    request.threads = place_.threads;
    if (cpu && request.scheme == Scheme::wpr) request.scheme.reset();
    return request;
}

std::optional<Frame> SuiteRuns::first_frame(const FrameRequest& request) {
    const Limit limit(stop_);
    FrameProgress unwatched;
    return dispatcher_.compute(request, limit.token(), unwatched);
}

std::optional<Frame> SuiteRuns::warm_up(const FrameRequest& request) {
    const bool chooses = !request.engine;
    auto frame = first_frame(request);
    for (int more = 1; chooses && frame && more < frames_until_auto_knows; ++more)
        frame = first_frame(request);
    return frame;
}

void SuiteRuns::measure(SuiteRow& row, const FrameRequest& request) {
    const int runs = command_.repeat * (row.asked.in_window ? window_factor : 1);
    std::int64_t stored = 0;  // bytes of dwells
    for (int run = 0; run < runs; ++run) {
        FrameProgress unwatched;
        const auto frame = dispatcher_.compute(request, stop_, unwatched);
        if (!frame) return;
        row.plan = frame->plan;
        row.runs.push_back(frame->stats);
        stored = frame->dwells.bytes();
    }
    const EngineStats& stats = row.runs.back();
    const bool single = row.plan.precision == Precision::f32;
    const double steps_per_s =
        (single ? peaks_.fma_per_s_f32 : peaks_.fma_per_s_f64) / fma_per_step;
    row.iterations_ms = static_cast<double>(stats.total().iterations) / steps_per_s * 1e3;
    row.memset_ms = measure_memset_ms(place_, stored);
}

SuiteRow SuiteRuns::run(const SuiteCase& asked, const SuiteRow* before) {
    SuiteRow row;
    row.asked = asked;
    row.target_ms = asked.target_ms;
    if (asked.target_ratio && before && !before->runs.empty())
        row.target_ms = *asked.target_ratio * before->ms().median;
    const FrameRequest request = placed(asked.request);
    // A GPU reports itself what does not fit.
    if (const auto free = free_bytes(); free && request.backend == Backend::cpu)
        row.skipped = no_room(request.image, *free).value_or("");
    if (!row.skipped.empty()) return row;
    try {
        if (warm_up(request))
            measure(row, request);
        else
            row.skipped = fmt::format("a frame takes longer than {} s", patience.count());
    } catch (const BackendFailure&) {
        throw;
    } catch (...) {
        row.skipped = current_failure();
    }
    if (stop_.stop_requested()) row.skipped = "interrupted";
    return row;
}

}  // namespace mariani::app
