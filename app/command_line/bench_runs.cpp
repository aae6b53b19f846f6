#include "app/command_line/bench_runs.hpp"

#include "app/command_line/engines.hpp"
#include "app/files/standard_streams.hpp"
#include "compute/model/limits.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/resolve.hpp"

#include <chrono>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {

std::vector<Contestant> contestants(const BenchCommand& command, const FrameRequest& request) {
    std::vector<Contestant> all;
    std::optional<std::string> refused;
    const FramePlan plan = resolve(request, this_hardware(), {}).plan;
    for (const EngineKind engine : command.engines)
        for (const Scheme scheme : command.schemes) {
            if (engine == EngineKind::ex && scheme != command.schemes.front()) continue;
            if (auto why = why_invalid(engine, scheme, plan.backend)) {
                refused = std::move(why);
                continue;
            }
            if (auto why = why_left_out(engine, scheme, plan)) {
                print_notice(
                    fmt::format("left out: {}-{}: {}", name_of(engine), name_of(scheme), *why));
                refused = std::move(why);
                continue;
            }
            all.push_back({request});
            all.back().request.engine = engine;
            if (engine != EngineKind::ex) all.back().request.scheme = scheme;
        }
    if (all.empty() && refused) throw UsageError("bench: " + *refused);
    return all;
}

bool run_all(std::vector<Contestant>& all, int repeat, const RunEngine& run,
             const std::stop_token& stop, BenchProgress& progress,
             const std::function<void(const TimingRow&)>& row) {
    const auto done = [&](const Frame& frame, int round) {
        ++progress.done;
        if (round > 0) row({std::chrono::system_clock::now(), frame.plan, frame.stats, round, {}});
    };
    return run_rounds(all, {repeat}, run, stop, done);
}

}  // namespace mariani::app
