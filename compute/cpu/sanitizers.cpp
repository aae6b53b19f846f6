// What sanitizers are told at the start; in their builds alone.

// oneTBB is not built with ThreadSanitizer, so that it does not see how oneTBB's threads wait for
// each other. What they are given to do is looked at like all else.
extern "C" const char* __tsan_default_suppressions() {
    return "called_from_lib:libtbb.so\n";
}

// Pango keeps a thread's fonts, and Fontconfig's patterns of them, until the process ends; Cairo's
// recordings may keep each other, some kilobytes a file.
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libfontconfig.so\nleak:libpango\nleak:libcairo.so\n";
}

// Tests read what programs write to their standard streams.
extern "C" const char* __lsan_default_options() {
    return "print_suppressions=0";
}
