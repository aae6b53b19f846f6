#include "tests/interop/own_process.hpp"

#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

namespace mariani::test {
namespace {

// GoogleTest prints no failures from the other process, but shows its stderr if it fails.
[[noreturn]] void run_and_exit(void (*body)()) {
    body();
    const auto& result = *testing::UnitTest::GetInstance()->current_test_info()->result();
    for (int i = 0; i < result.total_part_count(); ++i) {
        const auto& part = result.GetTestPartResult(i);
        if (part.failed())
            std::fprintf(stderr, "%s:%d: %s\n", part.file_name(), part.line_number(),
                         part.message());
    }
    std::exit(result.Failed() ? 1 : 0);
}

}  // namespace

void run_in_own_process(void (*body)()) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // restarts the program
    EXPECT_EXIT(run_and_exit(body), testing::ExitedWithCode(0), "");
}

}  // namespace mariani::test
