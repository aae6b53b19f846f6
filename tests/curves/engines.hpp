// The base of the tests that every engine passes on both backends.
#pragma once

#include "compute/service/engine_registry.hpp"
#include "compute/workloads/curves/plan.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mariani::curves {

using Engine = std::pair<EngineKind, Backend>;

class EngineTest : public testing::TestWithParam<Engine> {
  protected:
    void SetUp() override {
        if (const auto why = backend_unavailable(GetParam().second)) GTEST_SKIP() << *why;
    }

    Plan plan(std::int64_t lines) const {
        Plan plan;
        plan.engine = GetParam().first;
        plan.backend = GetParam().second;
        plan.lines = lines;
        return plan;
    }
};

inline std::vector<Engine> engines() {
    std::vector<Engine> all;
    for (const auto& each : choices<EngineKind>())
        for (const Backend backend : {Backend::cpu, Backend::cuda})
            all.emplace_back(each.value, backend);
    return all;
}

inline std::string case_name(const testing::TestParamInfo<Engine>& one) {
    std::string name = fmt::format("{}_{}", name_of(one.param.first), name_of(one.param.second));
    std::ranges::replace(name, '-', '_');
    return name;
}

}  // namespace mariani::curves
