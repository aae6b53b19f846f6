#include "compute/cuda/workspace.hpp"

#include "compute/cuda/device_limits.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/cuda/memory.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace mariani::cuda {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double watched_launch_ms = 20;

struct Messages {
    unsigned stop;
    Count pixels_done;
};

int attribute(int device, cudaDeviceAttr which) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, device), "describe the device");
    return value;
}

// A multiprocessor has at least 64 lanes, and a step takes about 5 instructions.
DeviceFacts facts_of(int device) {
    DeviceFacts facts{};
    facts.multiprocessors = attribute(device, cudaDevAttrMultiProcessorCount);
    facts.has_watchdog = attribute(device, cudaDevAttrKernelExecTimeout) != 0;
    const double clock_khz = attribute(device, cudaDevAttrClockRate);
    facts.steps_per_ms_f32 = facts.multiprocessors * 64 * clock_khz / 5;
    facts.steps_per_ms_f64 =
        facts.steps_per_ms_f32 / attribute(device, cudaDevAttrSingleToDoublePrecisionPerfRatio);
    std::size_t free = 0;
    check(cudaMemGetInfo(&free, &facts.memory), "query its memory");
    return facts;
}

}  // namespace

Workspace::Workspace(const Options& options)
    : options_(options),
      facts_(facts_of(options.device)),
      control_(sizeof(Control)),
      control_on_host_(sizeof(Control)),
      messages_(sizeof(Messages)) {
    set_pending_launch_limit(options.device, options.pending_launches, facts_.memory);
}

double Workspace::launch_ms() const {
    return options_.launch_ms > 0 ? options_.launch_ms : watched_launch_ms;
}

Count Workspace::launch_ns() const {
    const bool unlimited = !facts_.has_watchdog && !options_.draws_screen;
    if (options_.launch_ms <= 0 && unlimited) return 0;
    return static_cast<Count>(launch_ms() * 1e6);
}

void Workspace::begin_frame(std::stop_token stop, FrameProgress& progress,
                            std::function<void()> report) {
    stop_ = std::move(stop);
    progress_ = &progress;
    report_ = std::move(report);
    reported_ = Clock::now();
    launches_before_ = stream_.launches();
    *control_on_host_.as<Control>() = initial_control();
    check(cudaMemcpyAsync(control(), control_on_host_.as<Control>(), sizeof(Control),
                          cudaMemcpyHostToDevice, stream_.get()),
          "reset the frame's counts");
}

bool Workspace::wait() {
    constexpr std::chrono::milliseconds busy{2};
    const std::chrono::milliseconds between_reports{options_.report_ms};
    end_.record(stream_);
    const auto begin = Clock::now();
    while (!end_.reached()) {
        const auto now = Clock::now();
        if (stop_.stop_requested()) {
            signal_stop();
            end_.wait();
            // Or else the stop could arrive only when the next frame has begun.
            check(cudaStreamSynchronize(side_stream_.get()), "stop a frame");
            return false;
        }
        if (now - reported_ > between_reports) {
            fetch_progress();
            report_();
            reported_ = now;
        }
        if (now - begin > busy) std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    return !stop_.stop_requested();
}

void Workspace::signal_stop() {
    auto* messages = messages_.as<Messages>();
    messages->stop = 1;
    check(cudaMemcpyAsync(&control()->stop, &messages->stop, sizeof(messages->stop),
                          cudaMemcpyHostToDevice, side_stream_.get()),
          "stop a frame");
}

void Workspace::fetch_progress() {
    auto* messages = messages_.as<Messages>();
    fetch(&messages->pixels_done, &control()->pixels_done, sizeof(messages->pixels_done));
    progress_->pixels_done = static_cast<std::int64_t>(messages->pixels_done);
}

void Workspace::fetch(void* to, const void* from, std::size_t bytes) const {
    begin_.precede(side_stream_);  // or it could be of the frame before
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, side_stream_.get()),
          "query a frame's progress");
    check(cudaStreamSynchronize(side_stream_.get()), "query a frame's progress");
}

const Control& Workspace::read_control() {
    check(cudaMemcpyAsync(control_on_host_.as<Control>(), control(), sizeof(Control),
                          cudaMemcpyDeviceToHost, stream_.get()),
          "read the frame's counts");
    check(cudaStreamSynchronize(stream_.get()), "read the frame's counts");
    return *control_on_host_.as<Control>();
}

std::int64_t Workspace::held() const {
    std::int64_t bytes = 0;
    for (const DeviceMemory& list : lists_) bytes += static_cast<std::int64_t>(list.size());
    return bytes;
}

std::int64_t Workspace::affordable(List which, std::int64_t wanted, std::size_t size) {
    const std::size_t bytes_held = list(which).size();
    const auto held = static_cast<std::int64_t>(bytes_held / size);
    if (wanted <= held) return wanted;
    const auto free = static_cast<std::size_t>(free_memory(options_.device));
    const auto max_entries = static_cast<std::int64_t>((free + bytes_held) / 4 / size);
    return std::min(wanted, std::max(max_entries, held));
}

}  // namespace mariani::cuda
