#include "app/measure/rounds.hpp"

#include "app/failure.hpp"

#include <algorithm>
#include <new>
#include <numeric>
#include <random>

namespace mariani::app {
namespace {

int random_seed() {
    return static_cast<int>(std::random_device{}() >> 1);
}

class RoundsOf {
  public:
    RoundsOf(std::vector<Contestant>& all, const Rounds& rounds, const RunEngine& run,
             const std::stop_token& stop, const RunDone& done)
        : all_(all), rounds_(rounds), run_(run), stop_(stop), done_(done) {}

    // Both return false if stopped.
    bool warm_up(Contestant& contestant) {
        if (!contestant.failure.empty()) return true;
        contestant.cut_short = &contestant != &all_.front() && rounds_.time_is_up();
        if (contestant.cut_short) return true;
        return tried(contestant, [&] {
            try {
                const auto frame = frame_of(contestant);
                if (!frame) return;
                expect_asked_scheme(*frame);
                contestant.unmeasured = {frame->stats};
                done_(*frame, 0);
            } catch (const std::bad_alloc&) {
                if (rounds_.keep_failures) throw;
                contestant.out_of_memory = true;
            }
        });
    }

    bool measure(Contestant& contestant, int round) {
        if (!goes_on(contestant)) return true;
        contestant.cut_short = rounds_.time_is_up();
        if (contestant.cut_short) return true;
        return tried(contestant, [&] {
            const auto frame = frame_of(contestant);
            if (!frame) return;
            contestant.runs.push_back(frame->stats);
            done_(*frame, round);
        });
    }

    static void conclude(Contestant& contestant) {
        if (contestant.runs.empty() && contestant.failure.empty())
            contestant.runs = contestant.unmeasured;
    }

  private:
    bool goes_on(const Contestant& contestant) const {
        return !contestant.unmeasured.empty() && contestant.failure.empty() &&
               contestant.unmeasured.front().compute_ms <= rounds_.hopeless_ms;
    }

    std::optional<Frame> frame_of(Contestant& contestant) {
        auto frame = run_(contestant.request, stop_);
        stopped_ = !frame;
        if (frame) contestant.plan = frame->plan;
        return frame;
    }

    template <typename Action>
    bool tried(Contestant& contestant, const Action& action) {
        if (!rounds_.keep_failures)
            action();
        else if (auto failure = failure_of(action))
            contestant.failure = std::move(*failure);
        return !stopped_;
    }

    std::vector<Contestant>& all_;
    const Rounds& rounds_;
    const RunEngine& run_;
    const std::stop_token& stop_;
    const RunDone& done_;
    bool stopped_ = false;
};

}  // namespace

// Fisher-Yates by hand: std::shuffle may give a different order with another standard library.
std::vector<std::size_t> order_of_rounds(std::size_t contestants, int repeat, int seed) {
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    std::vector<std::size_t> round(contestants), order;
    std::iota(round.begin(), round.end(), std::size_t{0});
    for (int i = 0; i < repeat; ++i) {
        for (std::size_t left = contestants; left > 1; --left)
            std::swap(round[left - 1], round[random() % left]);
        order.insert(order.end(), round.begin(), round.end());
    }
    return order;
}

bool run_rounds(std::vector<Contestant>& contestants, const Rounds& rounds, const RunEngine& run,
                const std::stop_token& stop, const RunDone& done) {
    const int seed = rounds.seed.value_or(random_seed());
    RoundsOf all(contestants, rounds, run, stop, done);
    if (!all.warm_up(contestants.front())) return false;
    for (const std::size_t i : order_of_rounds(contestants.size() - 1, 1, seed))
        if (!all.warm_up(contestants[i + 1])) return false;
    std::size_t measured = 0;
    for (const std::size_t i : order_of_rounds(contestants.size(), rounds.repeat, seed)) {
        const auto round = static_cast<int>(measured++ / contestants.size()) + 1;
        if (!all.measure(contestants[i], round)) return false;
    }
    std::ranges::for_each(contestants, RoundsOf::conclude);
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
