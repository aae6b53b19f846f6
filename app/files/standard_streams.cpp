#include "app/files/standard_streams.hpp"

#include "compute/model/text.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <new>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Allocates nothing.
[[noreturn]] void end_with_notice() {
    char text[512] = "out of memory, or a bug; unfinished output is discarded";
    try {
        if (std::current_exception()) throw;
    } catch (const std::bad_alloc&) {
    } catch (const std::exception& error) {
        std::snprintf(text, sizeof(text), "%s; unfinished output is discarded", error.what());
    } catch (...) {
    }
    print_notice(text);
    std::_Exit(1);
}

}  // namespace

void end_with_notice_on_terminate() {
    std::set_terminate(end_with_notice);
}

void secure_standard_streams() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    // open() takes the lowest free number: that of the closed stream. Read-only /dev/null cannot be
    // written to.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) open("/dev/null", O_RDONLY);
}

void print_notice(std::string_view text) noexcept {
    constexpr std::size_t longest = 4000;                // characters
    if (text.size() <= longest && is_printable(text)) {  // does not allocate
        std::fprintf(stderr, "mariani: %.*s\n", static_cast<int>(text.size()), text.data());
        return;
    }
    try {
        std::fprintf(stderr, "mariani: %s\n", printable(text, longest).c_str());
    } catch (...) {
        std::fputs("mariani: out of memory, even for an error message\n", stderr);
    }
}

void flush_output() {
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
    throw std::runtime_error(fmt::format("the output could not be written{}{}",
                                         errno == 0 ? "" : ": ",
                                         errno == 0 ? "" : std::generic_category().message(errno)));
}

}  // namespace mariani::app
