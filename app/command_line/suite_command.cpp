#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/suite_report.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/suite.hpp"

#include <cstdio>

#include <fmt/core.h>

namespace mariani::app {
namespace {

FrameRequest small_request(const SuiteCommand& command) {
    Settings settings;
    apply(command.edits, settings);
    return frame_request(settings, {64, 64});
}

}  // namespace

int run_suite(const SuiteCommand& command) {
    const Interruption interruption;
    check_file_arguments("bench", {{"-o", command.output}});
    const SuiteRun run(small_request(command), command.scale, command.repeat, runner_of("bench"),
                       interruption.token());
    SuiteReport report = run.report();
    fmt::print("{}", suite_head(report));
    for (const SuiteCase& each : suite_cases(command.scale)) {
        report.rows.push_back(
            run.row_of(each, report.rows.empty() ? nullptr : &report.rows.back()));
        if (interruption.happened()) {
            print_notice(fmt::format("bench: interrupted after {} cases; nothing was written",
                                     report.rows.size() - 1));
            return Interruption::exit_status;
        }
        fmt::print("{}", suite_row(report.rows.back()));
        std::fflush(stdout);
    }
    fmt::print("{}", suite_legend());
    if (command.output) write_suite(*command.output, report);
    return 0;
}

}  // namespace mariani::app
