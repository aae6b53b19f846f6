// Runs code that ruins its process.
#pragma once

namespace mariani::test {

// At most once per test: restarts the program for this test alone, and runs the body there.
// Failures in the body fail the test; the body cannot skip it.
void run_in_own_process(void (*body)());

}  // namespace mariani::test
