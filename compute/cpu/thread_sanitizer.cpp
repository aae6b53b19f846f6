// What ThreadSanitizer is told at the start; in its builds alone.

// oneTBB is not built with it, so that it does not see how oneTBB's threads wait for each other.
// What they are given to do is looked at like all else.
extern "C" const char* __tsan_default_suppressions() {
    return "called_from_lib:libtbb.so\n";
}
