// A GL 4.5 context without a window, for tests that really draw.
#pragma once

#include <string>

#include <gtest/gtest.h>

namespace mariani::test {

// One context for the whole process, created on the first call and current from then on. Empty if
// there is one, else the reason why not.
const std::string& why_no_gl();

// Skips, with the reason, if there is no GL.
class GlTest : public testing::Test {
  protected:
    void SetUp() override {
        if (!why_no_gl().empty()) GTEST_SKIP() << why_no_gl();
    }
};

}  // namespace mariani::test
