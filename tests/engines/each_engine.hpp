// A test for each engine of the registry and scheme; skipped if this machine cannot run it.
#pragma once

#include "tests/engines/frames.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace mariani::tests {

class EachEngine : public testing::TestWithParam<Candidate> {
  protected:
    void SetUp() override {
        if (entry().unavailable) GTEST_SKIP() << entry().name << ": " << *entry().unavailable;
        engine_ = entry().make();
    }

    const EngineEntry& entry() const { return *GetParam().entry; }
    bool subdivides() const { return entry().kind != EngineKind::ex; }

    // The plan for this engine and scheme.
    FramePlan own(FramePlan asked) const {
        asked.engine = entry().kind;
        asked.backend = entry().backend;
        asked.scheme = GetParam().scheme;
        return asked;
    }

    std::unique_ptr<Engine> engine_;
};

}  // namespace mariani::tests
