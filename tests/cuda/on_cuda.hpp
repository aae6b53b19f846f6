// What the tests of the cuda engines share: views, engines, and the comparison with the cpu's.
#pragma once

#include "compute/cuda/engines.hpp"
#include "compute/engine.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::tests {

struct Place {
    const char* name;
    View view;
    std::uint32_t dwell_limit;
};
extern const std::vector<Place> places;

struct Contender {
    EngineKind kind;
    Scheme scheme;
};
extern const std::vector<Contender> contenders;

// f64, without shortcuts, regions kept, {4, 2, 8}.
FramePlan plan_of(const Place& place, ImageSize image = {500, 350});
FramePlan on(Backend backend, Contender contender, FramePlan plan);

// Runs a plan to the end.
Frame frame_of(Engine& engine, const FramePlan& plan);

// Skipped if there is no GPU.
class OnCuda : public testing::Test {
  protected:
    void SetUp() override;

    static Engine& cpu(EngineKind kind);

    // Computes the plan on both backends and compares everything. Returns cuda's frame.
    static Frame compare(Engine& engine, Contender contender, const FramePlan& plan);
};

}  // namespace mariani::tests
