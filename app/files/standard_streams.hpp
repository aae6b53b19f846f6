// The standard streams as a program may find them: closed, full, or a pipe that nobody reads.
#pragma once

#include <string_view>

namespace mariani::app {

// At the program's start: a stream that is closed stays unusable but keeps its number, so that no
// file that is opened later gets what is printed. Writing to a pipe that nobody reads becomes an
// error instead of a signal, and so does a file that may grow no more.
void secure_standard_streams();

// From here on, what no catch can hold back, as memory that runs out in a library that cannot
// report it, ends the program with a line on stderr and exit status 1.
void end_with_notice_on_terminate();

// "mariani: TEXT" as a line on stderr, printable whatever it quotes; lost where stderr takes
// nothing. Any thread.
void print_notice(std::string_view text) noexcept;

// Throws std::runtime_error where anything printed to stdout was lost.
void flush_output();

}  // namespace mariani::app
