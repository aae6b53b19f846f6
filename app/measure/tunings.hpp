// The results of searches for the best {g, r, B}, the views for which each holds, and the user's
// tunings.toml, which keeps them.
#pragma once

#include "app/measure/sweep.hpp"
#include "compute/model/dwell_summary.hpp"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mariani::app {

// What determines which {g, r, B} are best. Views belong to one class if they are similar enough:
// their heights lie in the same decade, their dwell limits and longer sides between the same powers
// of two, and about the same part of them is inside. (Not P, which depends on the very {g, r, B}
// that are sought.)
struct TuningClass {
    std::string device;  // see EngineStats
    EngineKind engine = EngineKind::ask;
    Scheme scheme = Scheme::sbr;
    Backend backend = Backend::cpu;
    Precision precision = Precision::f64;
    FillRule fill = FillRule::uniform;
    bool shortcuts = true;
    int height_decade = 0;    // 10^n <= height < 10^(n + 1)
    int dwell_octave = 0;     // 2^n <= dwell limit < 2^(n + 1)
    int side_octave = 0;      // 2^n <= the longer side in pixels < 2^(n + 1)
    int inside_quarters = 0;  // of the pixels: 0 none, else the n-th quarter
    bool julia = false;       // of Julia sets, else of the Mandelbrot set
    bool operator==(const TuningClass&) const = default;
};

// For a frame, with the engine that a search would use: DP if it was used, else ASK.
TuningClass tuning_class(const Frame& frame, const DwellSummary& summary);

// For a request, which is computed for this: a large picture with 4096 pixels on the longer side.
// nullopt if stopped; throws what the engine throws.
std::optional<TuningClass> tuning_class(const FrameRequest& request, const RunEngine& run,
                                        const std::stop_token& stop);

// "height 0.01 to 0.1, dwell limit 512 to 1023, …": only the view.
std::string tuning_class_text(const TuningClass& where);

struct Tuning {
    TuningClass where;
    SweepCell best;
    double speedup = 1;  // over Ex
    std::string date;    // "2026-11-20"
    bool operator==(const Tuning&) const = default;
};

// With today's date.
Tuning tuning_of(const TuningClass& where, const SweepRow& best);

// "g 8 r 2 B 4, as tuned on 2026-11-20", on the GPU with the block.
std::string tuning_text(const Tuning& tuning);

// Sets g, r and B, and on the GPU the block.
void use(const Tuning& tuning, EngineRequest& engine);

std::filesystem::path tunings_path();

// One for each class. Every change rereads the file and rewrites it as a whole, with other
// instances locked out, so that windows and commands share it. One thread.
class Tunings {
  public:
    // A damaged file is kept aside and reported in messages(); so is one that cannot be read.
    Tunings();

    const std::vector<Tuning>& all() const { return all_; }
    const Tuning* find(const TuningClass& where) const;  // null if there is none
    const std::vector<std::string>& messages() const { return messages_; }

    // Replaces the one remembered for its class, unless that has the larger speedup; returns the
    // one now remembered. Both throw std::runtime_error if the file cannot be read or written; then
    // nothing has changed.
    Tuning remember(const Tuning& tuning);
    void forget(const TuningClass& where);

  private:
    void write(std::vector<Tuning> tunings);

    std::vector<Tuning> all_;
    std::vector<std::string> messages_;
};

}  // namespace mariani::app
