#include "app/measure/rounds.hpp"

#include <algorithm>
#include <new>
#include <random>

namespace mariani::app {
namespace {

// False when stopped.
bool warm_up(Contestant& contestant, const RunEngine& run, const std::stop_token& stop,
             const RunDone& done) {
    try {
        const auto frame = run(contestant.request, stop);
        if (!frame) return false;
        expect_asked_scheme(*frame);
        contestant.runs = {frame->stats};
        contestant.plan = frame->plan;
        done(*frame, 0);
    } catch (const std::bad_alloc&) {
        contestant.out_of_memory = true;
    }
    return true;
}

}  // namespace

bool run_rounds(std::vector<Contestant>& contestants, const Rounds& rounds, const RunEngine& run,
                const std::stop_token& stop, const RunDone& done) {
    std::mt19937 random{std::random_device{}()};
    std::vector<Contestant*> all, order;
    for (Contestant& contestant : contestants) all.push_back(&contestant);
    std::shuffle(all.begin() + 1, all.end(), random);
    for (Contestant* contestant : all) {
        contestant->cut_short = contestant != all.front() && rounds.time_is_up();
        if (contestant->cut_short) continue;
        if (!warm_up(*contestant, run, stop, done)) return false;
        if (contestant->out_of_memory) continue;
        if (contestant->runs.front().compute_ms <= rounds.hopeless_ms) order.push_back(contestant);
    }
    for (int round = 1; round <= rounds.repeat; ++round) {
        std::ranges::shuffle(order, random);
        for (Contestant* contestant : order) {
            contestant->cut_short = rounds.time_is_up();
            if (contestant->cut_short) continue;
            const auto frame = run(contestant->request, stop);
            if (!frame) return false;
            if (round == 1) contestant->runs.clear();
            contestant->runs.push_back(frame->stats);
            contestant->plan = frame->plan;
            done(*frame, round);
        }
    }
    return true;
}

void expect_asked_scheme(const Frame& frame) {
    if (!frame.stats.scheme_reason.empty())
        throw std::runtime_error("nothing is measured: " + frame.stats.scheme_reason);
}

Spread spread_of_ms(const std::vector<EngineStats>& runs) {
    std::vector<double> ms;
    for (const EngineStats& each : runs) ms.push_back(each.compute_ms);
    return spread_of(std::move(ms));
}

}  // namespace mariani::app
