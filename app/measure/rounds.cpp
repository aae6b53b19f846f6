#include "app/measure/rounds.hpp"

#include "app/settings/failure.hpp"
#include "compute/model/memory_estimate.hpp"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <numeric>
#include <stdexcept>
#include <thread>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Until then it tries the engines in turn.
constexpr int frames_until_auto_knows = 10;

int random_seed() {
    return static_cast<int>(std::random_device{}() >> 1);
}

// Stops a frame that takes too long or is no longer wanted.
class TimeLimit {
  public:
    TimeLimit(std::chrono::seconds patience, std::stop_token stop)
        : forward_(std::move(stop), [this] { source_.request_stop(); }),
          timer_([this, patience](const std::stop_token& over) { wait(patience, over); }) {}

    std::stop_token token() const { return source_.get_token(); }

  private:
    void wait(std::chrono::seconds patience, const std::stop_token& over) {
        std::mutex mutex;
        std::condition_variable_any sleep;
        std::unique_lock lock(mutex);
        sleep.wait_for(lock, over, patience, [] { return false; });
        if (!over.stop_requested()) source_.request_stop();
    }

    std::stop_source source_;
    std::stop_callback<std::function<void()>> forward_;
    std::jthread timer_;
};

// Otherwise its figures would be mislabelled.
void require_what_was_asked(const Frame& frame, const FrameRequest& request) {
    const auto refuse = [](const std::string& why) {
        throw std::runtime_error("nothing is measured: " + why);
    };
    const EngineStats& stats = frame.stats;
    if (request.engine && request.engine != frame.plan.engine) refuse(stats.engine_reason);
    const bool replaced = request.backend && request.backend != frame.plan.backend;
    if (replaced && stats.backend_failure.empty()) refuse(stats.precision_reason);
    if (!stats.scheme_reason.empty()) refuse(stats.scheme_reason);
}

bool continues(const Contestant& contestant) {
    return !contestant.unmeasured.empty() && contestant.failure.empty() && !contestant.cut_short;
}

void conclude(Contestant& contestant) {
    if (contestant.runs.empty() && contestant.failure.empty())
        contestant.runs = contestant.unmeasured;
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
        const int frames = contestant.request.engine ? 1 : frames_until_auto_knows;
        for (int left = frames; left > 0 && contestant.failure.empty(); --left)
            if (!tried(contestant, [&] { return run_unmeasured(contestant, left == 1); }))
                return false;
        return true;
    }

    bool measure(Contestant& contestant, int round) {
        if (!continues(contestant) || is_hopeless(contestant)) return true;
        contestant.cut_short = rounds_.time_is_up();
        if (contestant.cut_short) return true;
        return tried(contestant, [&] {
            const auto frame = run_(contestant.request, stop_);
            if (!frame) return false;
            contestant.plan = frame->plan;
            if (!rounds_.repeat) contestant.runs.clear();
            contestant.runs.push_back(frame->stats);
            done_(*frame, round);
            return true;
        });
    }

    bool has_round(int round) const {
        return (!rounds_.repeat || round <= *rounds_.repeat) &&
               std::ranges::any_of(all_, [&](const Contestant& each) {
                   return continues(each) && !is_hopeless(each);
               });
    }

  private:
    bool is_hopeless(const Contestant& contestant) const {
        return contestant.unmeasured.front().compute_ms > rounds_.hopeless_ms;
    }

    bool run_unmeasured(Contestant& contestant, bool last) {
        const auto frame = frame_in_time(contestant.request);
        if (!frame) return false;
        contestant.plan = frame->plan;
        if (!rounds_.any_plan) require_what_was_asked(*frame, contestant.request);
        if (!last) return true;
        contestant.unmeasured = {frame->stats};
        done_(*frame, 0);
        return true;
    }

    std::optional<Frame> frame_in_time(const FrameRequest& request) {
        if (!rounds_.patience) return run_(request, stop_);
        const TimeLimit limit(*rounds_.patience, stop_);
        auto frame = run_(request, limit.token());
        if (!frame && !stop_.stop_requested())
            throw std::runtime_error(
                fmt::format("a frame takes longer than {} s", rounds_.patience->count()));
        return frame;
    }

    // What the action returns; true if its failure was kept.
    template <typename Action>
    bool tried(Contestant& contestant, const Action& action) {
        try {
            return action();
        } catch (const std::bad_alloc&) {
            if (rounds_.kept == KeptFailures::none) throw;
            contestant.failure = current_failure();
        } catch (const MemoryShortage&) {
            if (rounds_.kept == KeptFailures::none) throw;
            contestant.failure = current_failure();
        } catch (...) {
            if (rounds_.kept != KeptFailures::all) throw;
            contestant.failure = current_failure();
        }
        return true;
    }

    std::vector<Contestant>& all_;
    const Rounds& rounds_;
    const RunEngine& run_;
    const std::stop_token& stop_;
    const RunDone& done_;
};

}  // namespace

Shuffler::Shuffler(std::optional<int> seed)
    : random_(static_cast<std::uint32_t>(seed.value_or(random_seed()))) {}

bool run_rounds(std::vector<Contestant>& contestants, const Rounds& rounds, const RunEngine& run,
                const std::stop_token& stop, const RunDone& done) {
    RoundsOf all(contestants, rounds, run, stop, done);
    if (!all.warm_up(contestants.front())) return false;
    std::vector<std::size_t> order(contestants.size() - 1);
    std::iota(order.begin(), order.end(), std::size_t{1});
    Shuffler(rounds.seed).shuffle(order);
    for (const std::size_t i : order)
        if (!all.warm_up(contestants[i])) return false;
    order.resize(contestants.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Shuffler shuffler(rounds.seed);
    for (int round = 1; all.has_round(round); ++round) {
        shuffler.shuffle(order);
        for (const std::size_t i : order)
            if (!all.measure(contestants[i], round)) return false;
    }
    std::ranges::for_each(contestants, conclude);
    return true;
}

Spread spread_of_ms(const std::vector<EngineStats>& runs) {
    std::vector<double> ms;
    for (const EngineStats& each : runs) ms.push_back(each.compute_ms);
    return spread_of(std::move(ms));
}

bool in_random_rounds(std::size_t contestants, int repeat, std::atomic<int>& done,
                      const std::function<bool(std::size_t, int)>& run) {
    Shuffler shuffler;
    for (int round = 1; round <= repeat; ++round) {
        std::vector<std::size_t> order(contestants);
        std::iota(order.begin(), order.end(), std::size_t{0});
        shuffler.shuffle(order);
        for (const std::size_t which : order) {
            if (!run(which, round)) return false;
            ++done;
        }
    }
    return true;
}

}  // namespace mariani::app
