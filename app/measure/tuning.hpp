// What a search for the best {g, r, B} found, and for which views it holds.
#pragma once

#include "app/measure/sweep.hpp"
#include "compute/model/dwell_summary.hpp"

#include <optional>
#include <stop_token>
#include <string>

namespace mariani::app {

// What decides which {g, r, B} are best. Views are of one class where they are alike enough: their
// heights lie in one decade, their dwell limits and longer sides between the same powers of two,
// and about as much of them is inside. (Not P, which depends on the very {g, r, B} that are
// sought.)
struct TuningClass {
    std::string device;  // as EngineStats has it
    EngineKind engine = EngineKind::ask;
    Scheme scheme = Scheme::sbr;
    Backend backend = Backend::cpu;
    Precision precision = Precision::f64;
    FillRule fill = FillRule::uniform;
    bool shortcuts = true;
    int height_decade = 0;    // 10^n <= height < 10^(n + 1)
    int dwell_octave = 0;     // 2^n <= dwell limit < 2^(n + 1)
    int side_octave = 0;      // 2^n <= the longer side in pixels < 2^(n + 1)
    int inside_quarters = 0;  // of the pixels: 0 none, else in the n-th quarter
    bool operator==(const TuningClass&) const = default;
};

// Of a frame, for the engine that a search would use: DP where that was used, else ASK.
TuningClass tuning_class(const Frame& frame, const DwellSummary& summary);

// Of a request, which is computed for it: a large picture at 4096 pixels to the longer side.
// Nothing when stopped; errors as the engine's.
std::optional<TuningClass> tuning_class(const FrameRequest& request, const RunEngine& run,
                                        const std::stop_token& stop);

// "height 0.01 to 0.1, dwell limit 512 to 1023, …": the view's part.
std::string words_of(const TuningClass& where);

struct Tuning {
    TuningClass where;
    SweepCell best;
    double speedup = 1;  // over Ex
    std::string date;    // "2026-11-20"
    bool operator==(const Tuning&) const = default;
};

// Found today.
Tuning tuning_of(const TuningClass& where, const SweepRow& best);

// "g 8 r 2 B 4, as tuned on 2026-11-20", on the GPU with the block.
std::string words_of(const Tuning& tuning);

// Sets g, r and B, and on the GPU the block.
void use(const Tuning& tuning, EngineRequest& engine);

}  // namespace mariani::app
