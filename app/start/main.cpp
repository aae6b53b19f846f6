// The program: picks the command, and is the one place that reports errors.
#include "app/command_line/commands.hpp"
#include "app/files/standard_streams.hpp"
#include "app/settings/failure.hpp"
#include "app/start/command_line.hpp"
#include "app/start/tabs.hpp"
#include "app/window/run.hpp"
#include "compute/model/memory_estimate.hpp"

#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/core.h>

namespace {

using namespace mariani::app;

int run(const WindowCommand& command) {
    auto [settings, notices, at_home, opening] = start_settings(command);
    return run_window({std::move(settings), std::move(notices), command.replay, command.display,
                       command.report, command.mark_frames, at_home, opening, command.picture,
                       command.poster, all_tabs(), paper_tools()});
}

int run(const PosterCommand& command) {
    return run_poster(command);
}

int run(const InfoCommand&) {
    return run_info(interop_text);
}

int run(const OtherCommand& command) {
    try {
        return command.run();
    } catch (const std::bad_alloc&) {
        throw mariani::MemoryShortage(mariani::shortage_text(command.remedy));
    }
}

int run(const PrintText& command) {
    fmt::print("{}", command.text);
    return 0;
}

int fail(const char* why, int status) {
    print_notice(why);
    return status;
}

}  // namespace

int main(int count, char** arguments) {
    secure_standard_streams();
    end_with_notice_on_terminate();
    try {
        const std::vector<std::string> given(arguments + (count > 0 ? 1 : 0), arguments + count);
        const int status =
            std::visit([](const auto& command) { return run(command); }, parse_command_line(given));
        flush_output();
        return status;
    } catch (const std::invalid_argument& error) {
        return fail(error.what(), 2);
    } catch (const std::system_error& error) {
        // A text longer than the stream keeps fails as it is written, a shorter one at the end.
        if (std::ferror(stdout) == 0) return fail(current_failure().c_str(), 1);
        return fail(
            fmt::format("the output could not be written: {}", error.code().message()).c_str(), 1);
    } catch (...) {
        return fail(current_failure().c_str(), 1);
    }
}
