// Makes a picture exact while the program is idle: computes the pixels of regions filled as inside,
// the only fills of the Mandelbrot set ever seen to be wrong, or of a Julia set those of all filled
// regions, and corrects those that differ.
#pragma once

#include "app/explore/prepared_frame.hpp"
#include "app/measure/frame_check.hpp"
#include "app/measure/run_engine.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace mariani::app {

struct Verification {
    std::shared_ptr<const PreparedFrame> frame;  // with all pixels right; maybe the same
    std::int64_t regions = 0;                    // verified
    std::vector<WrongPixel> wrong;               // as they were before
    std::string error;                           // why nothing was verified; empty if all went well
};

// Whether nothing has to be verified: Ex fills nothing, and `safe` inside only what is proven.
bool fills_are_proven(const Frame& frame);

// Verifies a frame that has its regions; its dwells are read wherever they lie. `progress` rises
// from 0 to 1. nullopt if stopped.
std::optional<Verification> verify_fills(std::shared_ptr<const PreparedFrame> frame,
                                         const RunEngine& run, const std::stop_token& stop,
                                         std::atomic<double>& progress);

// Verifies one frame at a time on a thread of its own.
class FillVerifier {
  public:
    // `run` is called on the verifier's thread, and so is `wake`, when there is something new to
    // show.
    FillVerifier(RunEngine run, std::function<void()> wake);
    ~FillVerifier();  // cancels, and waits
    FillVerifier(const FillVerifier&) = delete;
    FillVerifier& operator=(const FillVerifier&) = delete;

    // All of these on one thread; none waits for an engine, except begin() for one that cancel()
    // has stopped (at most 100 ms).
    void begin(std::shared_ptr<const PreparedFrame> frame);
    void cancel();
    bool busy() const { return busy_; }
    double progress() const { return progress_; }
    // The result for the last frame, once; never for a cancelled one.
    std::optional<Verification> poll();

  private:
    void verify(const std::shared_ptr<const PreparedFrame>& frame, const std::stop_token& stop);
    void conclude(std::optional<Verification> verification, const std::stop_token& stop);

    const RunEngine run_;
    const std::function<void()> wake_;
    std::mutex mutex_;
    std::optional<Verification> done_;
    std::atomic<double> progress_ = 0;
    std::atomic<bool> busy_ = false;
    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace mariani::app
