// Runs what ruins its process.
#pragma once

namespace mariani::test {

// From a test, at most once in it: runs the program again for this test alone, and the body there.
// What fails in the body fails the test; the body cannot skip it.
void run_in_own_process(void (*body)());

}  // namespace mariani::test
