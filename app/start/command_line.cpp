#include "app/start/command_line.hpp"

#include "app/command_line/workload_commands.hpp"
#include "app/settings/workloads.hpp"

namespace mariani::app {

#define MARIANI_DECLARE(name, Own) std::unique_ptr<WorkloadCommands> name##_commands();
MARIANI_WORKLOADS(MARIANI_DECLARE)
#undef MARIANI_DECLARE

CommandLine parse_command_line(std::span<const std::string> arguments) {
#define MARIANI_NAME(name, Own) name##_commands,
    static constexpr MakeWorkloadCommands workloads[] = {MARIANI_WORKLOADS(MARIANI_NAME)};
#undef MARIANI_NAME
    return parse_command_line(arguments, workloads);
}

}  // namespace mariani::app
