// Everything that determines a frame's dwells and how they are computed: a plain, comparable value.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/geometry.hpp"
#include "compute/model/view.hpp"

#include <cstdint>
#include <optional>

namespace mariani {

// {g, r, B} of the paper (seed 003, section 3).
struct SubdivisionParams {
    int g = 4;   // initial subdivision: g x g regions
    int r = 2;   // recurrent subdivision: r x r children
    int B = 16;  // stopping size in pixels
    bool operator==(const SubdivisionParams&) const = default;
};

// Threads of a CUDA block; the cpu backend ignores it.
struct BlockSize {
    int width = 16;
    int height = 16;
    bool operator==(const BlockSize&) const = default;
};

struct FrameRequest {
    View view;
    ImageSize image;  // the whole picture, which fixes the pitch
    PixelRect part;   // the pixels of it to compute; the region lattice is laid over this rectangle
    std::uint32_t dwell_limit = 512;
    Precision precision = Precision::automatic;
    EngineKind engine = EngineKind::automatic;
    Scheme scheme = Scheme::sbr;
    Backend backend = Backend::automatic;
    SubdivisionParams subdivision;
    FillRule fill = FillRule::uniform;
    bool shortcuts = true;
    bool smooth = false;        // also compute the fractional dwell of escaped pixels
    bool keep_regions = false;  // also return the list of regions
    bool count_work = false;    // also return the iterations spent on each pixel
    BlockSize block;
    int threads = 0;            // of the cpu backend; 0: all
    std::optional<int> device;  // of the cuda backend, as CUDA numbers them; none: automatic
    // What the engine `automatic` chooses on cuda besides (suited.hpp), in place of those above.
    bool auto_lattice = true;  // g and r
    bool auto_block = true;    // that of Ex
    bool operator==(const FrameRequest&) const = default;
};

// The precision that `automatic` stands for in this view.
Precision resolved_precision(const FrameRequest& request);

}  // namespace mariani
