// A test for each map on each backend; skipped if this machine cannot run it.
#pragma once

#include "compute/workloads/triangle/runner.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::triangle {

struct Candidate {
    MapKind map;
    Backend backend;
};

std::string name_of_candidate(const testing::TestParamInfo<Candidate>& info);

// The maps that are exact, on both backends.
std::vector<Candidate> exact_maps();
// Those of the seed that are not.
std::vector<Candidate> exhibits();

class EachMap : public testing::TestWithParam<Candidate> {
  protected:
    void SetUp() override;

    // A plan of the map on its backend; invalid where the test does not suit.
    Plan plan(Task test, int side, int block) const;
};

// What a plan's run wrote. Fails the test if it did not run.
std::vector<std::byte> output_of(const Plan& plan);
Coverage coverage_of(const Plan& plan);

template <typename T>
std::vector<T> values_of(const std::vector<std::byte>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::copy_n(bytes.data(), values.size() * sizeof(T),
                reinterpret_cast<std::byte*>(values.data()));
    return values;
}

}  // namespace mariani::triangle
