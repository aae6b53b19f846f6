#include "app/command_line/engines.hpp"

#include <cstdio>

#include <fmt/core.h>

namespace mariani::app {

EngineDispatcher engines_of(std::string_view command) {
    DispatcherOptions options;
    options.report = [command](const std::string& failure) {
        fmt::print(stderr, "mariani: {}: the GPU failed, so the processor goes on: {}\n", command,
                   failure);
    };
    return EngineDispatcher(std::move(options));
}

}  // namespace mariani::app
