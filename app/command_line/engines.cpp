#include "app/command_line/engines.hpp"

#include "app/files/standard_streams.hpp"
#include "compute/model/suited.hpp"

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

std::optional<std::string> why_left_out(EngineKind engine, Scheme scheme, const FramePlan& plan) {
    if (auto why = why_no_effect(engine, plan.precision)) return why;
    const bool usual = engine == EngineKind::ex || scheme == Scheme::sbr;
    return usual ? std::nullopt : why_scheme_idle(plan);
}

}  // namespace mariani::app
