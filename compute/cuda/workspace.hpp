// What an engine keeps on its device from frame to frame.
#pragma once

#include "compute/cuda/control.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/handles.hpp"
#include "compute/engine.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>

namespace mariani::cuda {

// What engines need to know of a device.
struct DeviceFacts {
    int multiprocessors;
    bool has_watchdog;        // the driver ends launches that take seconds: it draws a screen
    double steps_per_ms_f32;  // a careful estimate
    double steps_per_ms_f64;
    std::size_t memory;  // in bytes
};

// What engines keep on the device from frame to frame.
enum class List : std::uint8_t {
    even_table,  // the OLTs, by the parity of their level
    odd_table,
    pieces,        // of regions that several blocks or warps share
    unfinished,    // leaves that a launch left off in
    child_counts,  // of a level's regions, for a prefix sum
    told,          // by the tiles of that sum
    rings,         // borders that are iterated piece by piece
    lines,         // their dwells
    job,           // of a recursion, for its launches on the device
    regions,       // of the frame
    times,         // of a recorded frame
};
inline constexpr std::size_t list_count = static_cast<std::size_t>(List::times) + 1;

// One frame at a time. The device must be current.
class Workspace {
  public:
    explicit Workspace(const Options& options);

    const Options& options() const { return options_; }
    const DeviceFacts& facts() const { return facts_; }
    const Stream& stream() const { return stream_; }
    Control* control() const { return control_.as<Control>(); }  // on the device

    // The most time a launch should take.
    double launch_ms() const;
    // The same for kernels that can leave off where they are; 0: any time, as no screen waits.
    Count launch_ns() const;

    // Resets the control. `report` is called now and then while wait() waits.
    void begin_frame(std::stop_token stop, FrameProgress& progress, std::function<void()> report);

    // The device's clock of the frame runs from here on: called once all is planned, so that the
    // time is the device's and not the host's.
    void start_clock() { begin_.record(stream_); }

    // Waits for what the stream was given, meanwhile looks out for a stop and reports progress.
    // False when the frame was stopped; then nothing runs any more.
    bool wait();

    // Time on the device's clock from start_clock() to the last wait().
    double frame_ms() const { return end_.ms_since(begin_); }

    // By the host, since begin_frame().
    std::int64_t frame_launches() const { return stream_.launches() - launches_before_; }

    FrameProgress& progress() { return *progress_; }  // of the frame

    // Copies to page-locked memory, beside the kernels that run since start_clock(), and waits for
    // that alone.
    void fetch(void* to, const void* from, std::size_t bytes) const;

    // The control as the device left it. Waits.
    const Control& read_control();

    // What it holds is lost when it grows.
    DeviceMemory& list(List which) { return lists_[static_cast<std::size_t>(which)]; }

    std::int64_t held() const;  // bytes of all lists

    // Entries of `size` bytes that a list may have: `wanted`, unless that is more than a quarter of
    // the memory that is free.
    std::int64_t affordable(List which, std::int64_t wanted, std::size_t size);

  private:
    void signal_stop();
    void fetch_progress();

    Options options_;
    DeviceFacts facts_;
    Stream stream_;
    Stream side_stream_;  // for what must overtake a running kernel
    Event begin_;
    Event end_;
    std::int64_t launches_before_ = 0;  // those of the frames before
    DeviceMemory control_;
    PinnedMemory control_on_host_;
    PinnedMemory messages_;  // the stop that is sent, the progress that comes back
    DeviceMemory lists_[list_count];
    std::stop_token stop_;
    FrameProgress* progress_ = nullptr;
    std::function<void()> report_;
    std::chrono::steady_clock::time_point reported_;
};

}  // namespace mariani::cuda
