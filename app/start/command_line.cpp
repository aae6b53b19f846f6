#include "app/start/command_line.hpp"

#include "app/command_line/command_measurement.hpp"
#include "app/command_line/workload_commands.hpp"
#include "app/settings/settings.hpp"

namespace mariani::app {

#define MARIANI_DECLARE(name, Own) std::unique_ptr<WorkloadCommands> name##_commands();
MARIANI_WORKLOADS(MARIANI_DECLARE)
#undef MARIANI_DECLARE

#define MARIANI_NAME(name, Own) name##_commands,
constexpr MakeWorkloadCommands workloads[] = {MARIANI_WORKLOADS(MARIANI_NAME)};
#undef MARIANI_NAME

CommandLine parse_command_line(std::span<const std::string> arguments) {
    return parse_command_line(arguments, workloads);
}

PaperTools paper_tools() {
    const auto measure = [](const std::string& command, const RunEngine& run,
                            const std::stop_token& stop) {
        return measure_command(command, workloads, run, stop);
    };
    const auto show = [](std::string_view arguments, Settings& settings) {
        const auto window = std::get<WindowCommand>(parse_command_line(words_of(arguments)));
        apply(window.edits, settings);
        settings.workload = window.workload.value_or(Workload::mandelbrot);
    };
    const auto model = [](std::string_view command) {
        return std::get<ModelCommand>(parse_command_line(words_of(command))).question;
    };
    return {measure, show, model};
}

}  // namespace mariani::app
