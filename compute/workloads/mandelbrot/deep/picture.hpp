// What is asked of a deep picture, and what is found.
#pragma once

#include "compute/model/engine_stats.hpp"
#include "compute/model/field.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/growing_frame.hpp"
#include "compute/model/region.hpp"
#include "compute/workloads/mandelbrot/deep/pixel.hpp"
#include "compute/workloads/mandelbrot/deep/place.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mariani::deep {

namespace limits {
inline constexpr std::int64_t pixels = std::int64_t{1} << 30;
}

// Fills regions: level by level, as ASK does.
struct Subdivision {
    SubdivisionParams params;
    FillRule rule = FillRule::uniform;
};

struct Request {
    Place place;
    ImageSize size;
    std::uint32_t dwell_limit = 512;
    // Proven: every dwell is certified, by jumps of a relative 2^-40 (for dwells alone), then of
    // 2^-53, and further rungs. A preview: none is, by jumps of 2^-24 in the first rung alone.
    Quality quality = Quality::proven;
    bool jumps = true;                   // else step by step
    std::optional<PixelRect> part = {};  // of the size; nothing: all of it
    // The precision of the first rung; nothing: the fastest for the height.
    std::optional<Precision> precision = {};
    std::optional<Subdivision> subdivision = {};  // nothing: every pixel
    bool smooth = false;                          // also the fractional dwell of escaped pixels
    bool exterior = false;                        // also their distances and normals
};

inline PixelRect part_of(const Request& request) {
    return request.part.value_or(whole(request.size));
}

// Why a request is refused, in words a user can act on; nullopt if it is not.
std::optional<std::string> why_invalid(const Request& request);

using mariani::Rung;
using Statistics = DeltaStats;

// The pixels of the request's part, row by row from the top.
struct Picture {
    PixelRect part;
    // unknown_dwell until it is computed, and where nothing could prove one that was to be proven.
    std::vector<std::uint32_t> dwells;
    std::vector<Rung> rungs;
    std::vector<std::uint32_t> iterations;  // steps and jumps, on all rungs
    std::vector<LevelStats> levels;         // one without subdivision
    std::vector<Region> regions;            // by level, then y, then x; empty without subdivision
    std::int64_t known = 0;                 // pixels that have a dwell
    Statistics statistics;
    // On the host, if asked for: what shallow frames have (Frame, ExteriorFields), to float. By
    // each pixel's own orbit, those that were filled among them.
    Field fractions;
    ExteriorFields exterior;
};

// What a finished picture of the same part knows, in host memory, with the colours' fields that are
// wanted of the next one. Owned elsewhere.
struct KnownPixels {
    std::uint32_t dwell_limit;
    std::span<const std::uint32_t> dwells;
    std::span<const Rung> rungs;
    Field fractions;
    ExteriorFields exterior;
};

// All pixels unknown.
Picture empty_picture(const PixelRect& part);

// Looks at a picture that is not finished, from any thread, one at a time.
using Watch = std::function<void(const Picture&)>;

}  // namespace mariani::deep
