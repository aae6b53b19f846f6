#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/suite_report.hpp"
#include "app/command_line/suite_runs.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/suite_json.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace mariani::app {
int run_suite(const SuiteCommand& command) {
    const Interruption interruption;
    check_file_arguments("bench", {{"-o", command.output}});
    EngineDispatcher dispatcher = engines_of("bench");
    SuiteRuns runs(command, dispatcher, interruption.token());
    SuiteReport report = runs.report();
    fmt::print("{}", suite_head(report));
    for (const SuiteCase& each : suite_cases(command.scale)) {
        report.rows.push_back(runs.run(each, report.rows.empty() ? nullptr : &report.rows.back()));
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
