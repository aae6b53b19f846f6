// Everything that determines a frame's dwells and how they are computed, with nothing left to
// choose: an engine's input. A plain, comparable value.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/geometry.hpp"
#include "compute/model/view.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mariani {

// {g, r, B} of the paper (seed 003, section 3).
struct SubdivisionParams {
    int g = 4;   // initial subdivision: g x g regions
    int r = 2;   // recurrent subdivision: r x r children
    int B = 16;  // stopping size in pixels
    bool operator==(const SubdivisionParams&) const = default;
};

// Threads of a CUDA block.
struct BlockSize {
    int width = 16;
    int height = 16;
    bool operator==(const BlockSize&) const = default;
};

// Which pixels are computed, and what is returned for them.
struct FrameTask {
    View view;
    ImageSize image;  // the whole picture, which fixes the pitch unless it is a piece
    PixelRect part;   // the pixels of it to compute: whole regions of its first lattice, but for Ex
    bool smooth = false;        // also compute the fractional dwell of escaped pixels
    bool exterior = false;      // also compute distances and normals of escaped pixels (field.hpp)
    bool keep_regions = false;  // also return the list of regions
    bool count_work = false;    // also return the iterations spent on each pixel
    bool record_times = false;  // also return when and where each region was computed, if known
    // A deep engine may keep what its last frame proved of these pixels, if that had a lower dwell
    // limit: its times and counts are those of the others then.
    bool resume = false;
    std::string workload = "mandelbrot";  // as the registry names it (service/engine_registry.hpp)
    // The image is a piece of a larger picture, which fixes the pitch: it has that picture's
    // pixels, cut by a lattice of its own.
    std::optional<Piece> piece;
    bool operator==(const FrameTask&) const = default;
};

// The picture that fixes the pitch, and where the image lies in it.
inline Piece piece_of(const FrameTask& task) {
    return task.piece.value_or(Piece{task.image});
}

// What the dwells are, regardless of the engine.
struct DwellRules {
    std::uint32_t dwell_limit = 512;
    FillRule fill = FillRule::uniform;
    bool shortcuts = true;
    Quality quality = Quality::proven;  // of deep zoom
    bool operator==(const DwellRules&) const = default;
};

struct FramePlan : FrameTask, DwellRules {
    Precision precision = Precision::f64;
    EngineKind engine = EngineKind::ex;
    Scheme scheme = Scheme::sbr;
    Backend backend = Backend::cpu;
    SubdivisionParams subdivision;
    Insertion insertion = Insertion::per_region;  // where has_insertion()
    BlockSize block;                              // on the cuda backend
    int device = 0;                               // on the cuda backend, as CUDA numbers them
    int threads = 1;                              // on the cpu backend
    bool operator==(const FramePlan&) const = default;
};

// Whether a scheme spreads the work of regions: Ex has none, and in deep zoom the pixels of a level
// are one list.
inline bool has_scheme(const FramePlan& plan) {
    return plan.engine != EngineKind::ex && !is_deep(plan.precision);
}

// Whether children are inserted into a list as the plan says: WPR and deep zoom have ways of their
// own, and the other engines no list.
inline bool has_insertion(const FramePlan& plan) {
    return plan.engine == EngineKind::ask && plan.scheme != Scheme::wpr && !is_deep(plan.precision);
}

// As shown: "ASK-MBR", or the engine alone where there is no scheme.
inline std::string engine_label(const FramePlan& plan) {
    std::string label(choice_of(plan.engine).label);
    if (has_scheme(plan)) label.append("-").append(choice_of(plan.scheme).label);
    return label;
}

}  // namespace mariani
