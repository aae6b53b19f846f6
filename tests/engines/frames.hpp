// What the engines' tests share: requests, frames, and what must hold for every frame.
#pragma once

#include "compute/engine.hpp"
#include "compute/model/frame_request.hpp"
#include "compute/service/engine_registry.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mariani::tests {

inline const View paper{{-0.5, 0}, 2};
inline const View seahorse{{-0.745, 0.113}, 0.02};
inline const View elephant{{0.275, 0.007}, 0.03};

// The whole image, f64, shortcuts off, regions kept.
FramePlan plan(int width, int height, std::uint32_t dwell_limit, const View& view = paper);

// The corresponding request, for any engine and backend.
FrameRequest request_like(int width, int height, std::uint32_t dwell_limit,
                          const View& view = paper);

// True for the papers' engines on the GPU; all others iterate no pixel twice.
bool recomputes_borders(const FramePlan& plan);

// Runs a plan to the end.
Frame compute(Engine& engine, FramePlan plan);

std::vector<std::uint32_t> dwells_of(const Frame& frame);
std::vector<float> fractions_of(const Frame& frame);
std::vector<std::uint32_t> work_of(const Frame& frame);  // empty if it was not counted
std::vector<Region> regions_of(const Frame& frame);      // by level, then y, then x

// The counts agree with the regions, the regions tile the part, every pixel is done once.
void expect_consistent(const Frame& frame);

// The same dwells, regions and counts.
void expect_same(const Frame& a, const Frame& b);

// An engine of the registry and the scheme to run it with, as a test parameter.
struct Candidate {
    const EngineEntry* entry;
    Scheme scheme;
};
std::vector<Candidate> all_candidates();
std::string name_of_candidate(const Candidate& candidate);

}  // namespace mariani::tests
