// The last resort: failures that no catch can handle.
#include "app/files/standard_streams.hpp"

#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

void end_by(void (*action)()) noexcept {
    end_with_notice_on_terminate();
    action();
}

TEST(TerminationTest, IsALineAndAnExitStatus) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(end_by([] { throw std::bad_alloc(); }), testing::ExitedWithCode(1),
                "^mariani: out of memory");
    EXPECT_EXIT(end_by([] { throw std::runtime_error("the moon is full"); }),
                testing::ExitedWithCode(1),
                "^mariani: the moon is full; unfinished output is discarded\n$");
}

}  // namespace
}  // namespace mariani::app
