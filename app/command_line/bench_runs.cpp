#include "app/command_line/bench_runs.hpp"

#include "compute/model/limits.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <utility>

namespace mariani::app {
namespace {

std::optional<Frame> run_once(const Contestant& contestant, EngineDispatcher& dispatcher,
                              std::stop_token stop, BenchProgress& progress) {
    FrameProgress unwatched;
    auto frame = dispatcher.compute(contestant.request, stop, unwatched);
    ++progress.done;
    return frame;
}

}  // namespace

std::vector<Contestant> contestants(const BenchCommand& command, const FrameRequest& request) {
    std::vector<Contestant> all;
    std::optional<std::string> refused;
    for (const EngineKind engine : command.engines)
        for (const Scheme scheme : command.schemes) {
            if (engine == EngineKind::ex && scheme != command.schemes.front()) continue;
            if (auto why = refusal(engine, scheme)) {
                refused = std::move(why);
                continue;
            }
            all.push_back({request, {}});
            all.back().request.engine = engine;
            all.back().request.scheme = scheme;
        }
    if (all.empty() && refused) throw UsageError("bench: " + *refused);
    return all;
}

bool run_all(std::vector<Contestant>& all, int repeat, EngineDispatcher& dispatcher,
             std::stop_token stop, BenchProgress& progress,
             const std::function<void(const TimingRow&)>& row) {
    for (const Contestant& contestant : all)
        if (!run_once(contestant, dispatcher, stop, progress)) return false;

    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937 random{std::random_device{}()};
    for (int run = 1; run <= repeat; ++run) {
        std::ranges::shuffle(order, random);
        for (const std::size_t i : order) {
            const auto frame = run_once(all[i], dispatcher, stop, progress);
            if (!frame) return false;
            all[i].runs.push_back(frame->stats);
            row({std::chrono::system_clock::now(), frame->request, frame->stats, run, {}});
        }
    }
    return true;
}

Spread spread_of_ms(const std::vector<EngineStats>& runs) {
    std::vector<double> ms;
    for (const EngineStats& run : runs) ms.push_back(run.compute_ms);
    return spread_of(std::move(ms));
}

}  // namespace mariani::app
