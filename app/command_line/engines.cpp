#include "app/command_line/engines.hpp"

#include "app/files/standard_streams.hpp"

#include <utility>

#include <fmt/core.h>

namespace mariani::app {

EngineDispatcher engines_of(std::string_view command) {
    ServiceOptions options;
    options.report = [command](const std::string& failure) {
        print_notice(
            fmt::format("{}: the GPU failed; the processor continues: {}", command, failure));
    };
    return EngineDispatcher(std::move(options));
}

RunEngine runner_of(std::string_view command) {
    return engine_runner(engines_of(command));
}

}  // namespace mariani::app
