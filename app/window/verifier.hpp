// Makes a picture right while the program is idle. First its fills: the pixels of regions filled as
// inside, the only fills of the Mandelbrot set ever seen to be wrong, or of a Julia set those of
// all filled regions, are computed as Ex does. Then every dwell is proven, whatever the view's
// height, which finds those that the roundings of f32 or f64 have got wrong. Both correct what
// differs.
#pragma once

#include "app/explore/prepared_frame.hpp"
#include "app/measure/frame_check.hpp"
#include "app/measure/rounds.hpp"
#include "app/panels/observations.hpp"

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

enum class Check { fills, dwells };

struct Verification {
    Check check = Check::fills;
    std::shared_ptr<const PreparedFrame> frame;  // with all pixels right; maybe the same
    std::int64_t regions = 0;                    // whose fills were computed again
    std::vector<WrongPixel> wrong;               // as they were before
    std::string error;                           // why nothing was verified; empty if all went well
};

// Whether nothing has to be verified: Ex fills nothing, and `safe` inside only what is proven.
bool fills_are_proven(const Frame& frame);

// What a frame's own engine makes known of it.
Exactness without_verification(const Frame& frame);
// After a proof.
Exactness exactness_of_proof(const DeltaStats& proof, std::int64_t corrected);

// Verifies a frame that has its regions; its dwells are read wherever they lie. `progress` rises
// from 0 to 1. nullopt if stopped.
std::optional<Verification> verify_fills(std::shared_ptr<const PreparedFrame> frame,
                                         const RunEngine& run, const std::stop_token& stop,
                                         std::atomic<double>& progress);

// Whether there are deltas for the plan, as for the Mandelbrot set, and a preview is not enough.
bool can_be_proven(const FramePlan& plan);

// Proves every dwell of a frame that can_be_proven(): computes it by deltas of the least range that
// its height needs. The frame returned has the proof's DeltaStats; a dwell that nothing proves is
// not known. The rest as verify_fills().
std::optional<Verification> prove_dwells(std::shared_ptr<const PreparedFrame> frame,
                                         const RunEngine& run, const std::stop_token& stop,
                                         std::atomic<double>& progress);

// Verifies one frame at a time on a thread of its own.
class Verifier {
  public:
    // `run` is called on the verifier's thread, and so is `wake`, when there is something new to
    // show.
    Verifier(RunEngine run, std::function<void()> wake);
    ~Verifier();  // cancels, and waits
    Verifier(const Verifier&) = delete;
    Verifier& operator=(const Verifier&) = delete;

    // All of these on one thread; none waits for an engine, except begin() for one that cancel()
    // has stopped (at most 100 ms).
    void begin(Check check, std::shared_ptr<const PreparedFrame> frame);
    void cancel();
    bool busy() const { return busy_; }
    Check check() const { return check_; }  // the last one begun
    double progress() const { return progress_; }
    // The result for the last frame, once; never for a cancelled one.
    std::optional<Verification> poll();

  private:
    void verify(Check check, const std::shared_ptr<const PreparedFrame>& frame,
                const std::stop_token& stop);
    void conclude(std::optional<Verification> verification, const std::stop_token& stop);

    const RunEngine run_;
    const std::function<void()> wake_;
    std::mutex mutex_;
    std::optional<Verification> done_;
    std::atomic<double> progress_ = 0;
    std::atomic<bool> busy_ = false;
    Check check_ = Check::fills;
    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace mariani::app
