#include "app/command_line/gasket/gasket_rounds.hpp"

#include "app/measure/random_rounds.hpp"
#include "compute/service/peaks.hpp"

#include <algorithm>
#include <memory>

namespace mariani::app {
namespace {

using gasket::Engine;
using gasket::EngineKind;

// Where it is computed.
FramePlan place_of(const GasketSetup& setup) {
    FramePlan plan;
    plan.backend = setup.backend;
    plan.device = setup.method.device;
    plan.threads = threads_of(setup);
    return plan;
}

class Runs {
  public:
    Runs(const GasketSetup& setup, int steps, std::stop_token stop)
        : stop_(std::move(stop)),
          state_(random_state(setup.shape().cells, setup.fill)),
          measured_{setup, steps, device_of(setup), {}, {}, {}, 0} {}

    // Once each; those that do not fit are left out.
    bool warm_up() {
        const auto engines = std::exchange(measured_.setup.engines, {});
        for (const EngineKind kind : engines) {
            auto engine = make_or_leave_out(measured_.setup, kind);
            if (!engine) continue;
            if (!take_steps(*engine)) return false;
            measured_.setup.engines.push_back(kind);
            measured_.bytes.push_back(engine->bytes());
            kept_bytes_ += engine->bytes();
            engines_.push_back(kept_bytes_ <= few_bytes ? std::move(engine) : nullptr);
        }
        if (measured_.setup.engines.empty())
            throw UsageError("no engine fits: " + measured_.setup.left_out.back().why);
        return true;
    }

    bool measure(int repeat, std::atomic<int>& done) {
        return in_random_rounds(engines_.size(), repeat, done,
                                [this](std::size_t which, int round) { return run(which, round); });
    }

    GasketMeasurement result() {
        const auto bytes = static_cast<std::int64_t>(2 * ((state_.cells() + 7) / 8));
        measured_.floor_ms = measure_memset_ms(place_of(measured_.setup), bytes);
        return std::move(measured_);
    }

  private:
    static constexpr std::int64_t few_bytes = std::int64_t{1} << 30;

    // The ms that they took; nothing if stopped.
    std::optional<double> take_steps(Engine& engine) const {
        using Clock = std::chrono::steady_clock;
        engine.set_state(state_);
        const auto begin = Clock::now();
        if (engine.advance(measured_.steps, stop_) < measured_.steps) return std::nullopt;
        return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    }

    // An engine too large to be kept is made for each of its runs.
    bool run(std::size_t which, int round) {
        const EngineKind kind = measured_.setup.engines[which];
        std::unique_ptr<Engine> made;
        if (!engines_[which])
            made = gasket::find_engine(kind, measured_.setup.backend)
                       ->make(measured_.setup.problem, measured_.setup.method);
        const auto ms = take_steps(made ? *made : *engines_[which]);
        if (!ms) return false;
        measured_.runs.push_back({std::chrono::system_clock::now(), which, round, *ms});
        return true;
    }

    std::stop_token stop_;
    gasket::State state_;
    GasketMeasurement measured_;
    std::vector<std::unique_ptr<Engine>> engines_;  // null: too large to be kept
    std::int64_t kept_bytes_ = 0;
};

}  // namespace

std::vector<double> GasketMeasurement::step_ms_of(std::size_t engine) const {
    std::vector<double> ms;
    for (const GasketRun& run : runs)
        if (run.engine == engine) ms.push_back(run.ms / steps);
    return ms;
}

std::optional<double> GasketMeasurement::bb_step_ms() const {
    const auto bb = std::ranges::find(setup.engines, EngineKind::bb);
    if (bb == setup.engines.end()) return std::nullopt;
    return spread_of(step_ms_of(static_cast<std::size_t>(bb - setup.engines.begin()))).median;
}

double GasketMeasurement::times_smaller(std::size_t engine) const {
    const auto side = static_cast<double>(setup.shape().side);
    return 2 * side * side / static_cast<double>(bytes[engine]);
}

std::optional<GasketMeasurement> measure_gasket(const GasketSetup& setup, int steps, int repeat,
                                                const std::stop_token& stop,
                                                std::atomic<int>& done) {
    Runs runs(setup, steps, stop);
    if (!runs.warm_up() || !runs.measure(repeat, done)) return std::nullopt;
    auto result = runs.result();
    if (stop.stop_requested()) return std::nullopt;
    return result;
}

bool measure_energies(GasketMeasurement& measured, const std::stop_token& stop,
                      const OpenCounter& open) {
    const GasketSetup& setup = measured.setup;
    const gasket::State state = random_state(setup.shape().cells, setup.fill);
    for (const EngineKind kind : setup.engines) {
        const auto engine =
            gasket::find_engine(kind, setup.backend)->make(setup.problem, setup.method);
        engine->set_state(state);
        const auto run = [&] { return engine->advance(measured.steps, stop) == measured.steps; };
        const auto energy = measure_energy(place_of(setup), run, open);
        if (!energy) return false;
        measured.energies.push_back(*energy);
    }
    return true;
}

}  // namespace mariani::app
