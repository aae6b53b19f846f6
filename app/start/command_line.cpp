#include "app/start/command_line.hpp"

#include "app/command_line/trial.hpp"
#include "app/command_line/workload_commands.hpp"

namespace mariani::app {

// The one list of them.
std::unique_ptr<WorkloadCommands> curves_commands();
std::unique_ptr<WorkloadCommands> gasket_commands();
std::unique_ptr<WorkloadCommands> points_commands();
std::unique_ptr<WorkloadCommands> triangle_commands();
std::unique_ptr<WorkloadCommands> volume_commands();

constexpr MakeWorkloadCommands workloads[] = {curves_commands, gasket_commands, points_commands,
                                              triangle_commands, volume_commands};

CommandLine parse_command_line(std::span<const std::string> arguments) {
    return parse_command_line(arguments, workloads);
}

PaperTools paper_tools() {
    const auto measure = [](const std::string& command, const RunEngine& run,
                            const std::stop_token& stop) {
        return measure_command(words_of(command), workloads, run, stop);
    };
    const auto show = [](std::string_view arguments, Settings& settings) {
        const auto window = std::get<WindowCommand>(parse_command_line(words_of(arguments)));
        apply(window.edits, settings);
        settings.workload = window.workload.value_or(Workload::mandelbrot);
    };
    return {measure, show};
}

}  // namespace mariani::app
