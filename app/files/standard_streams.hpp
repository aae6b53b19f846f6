// The standard streams in whatever state they are: closed, full, or a pipe without a reader.
#pragma once

#include <string_view>

namespace mariani::app {

// To be called at start-up: a closed stream stays unusable but keeps its number, so that no file
// opened later receives what is printed. Writing to a pipe without a reader, or beyond a file size
// limit, becomes an error instead of a signal.
void secure_standard_streams();

// From here on, failures that no catch can handle, such as a library's allocation failure that it
// cannot report, end the program with a line on stderr and exit status 1.
void end_with_notice_on_terminate();

// "mariani: TEXT" as a line on stderr, printable whatever it quotes; lost if stderr cannot be
// written. Any thread.
void print_notice(std::string_view text) noexcept;

// Throws std::runtime_error if anything printed to stdout was lost.
void flush_output();

}  // namespace mariani::app
