#include "app/start/command_line.hpp"

#include "app/command_line/workload_commands.hpp"

namespace mariani::app {

// The one list of them.
std::unique_ptr<WorkloadCommands> curves_commands();
std::unique_ptr<WorkloadCommands> gasket_commands();
std::unique_ptr<WorkloadCommands> points_commands();
std::unique_ptr<WorkloadCommands> triangle_commands();
std::unique_ptr<WorkloadCommands> volume_commands();

CommandLine parse_command_line(std::span<const std::string> arguments) {
    static constexpr MakeWorkloadCommands workloads[] = {
        curves_commands, gasket_commands, points_commands, triangle_commands, volume_commands};
    return parse_command_line(arguments, workloads);
}

}  // namespace mariani::app
