#include "app/workloads/gasket/life.hpp"

#include "compute/service/engine_registry.hpp"
#include "compute/service/machine.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using gasket::EngineEntry;
using gasket::EngineKind;

constexpr std::size_t max_counts = 2048;
// The most memory that is written to measure the floor: some ms, and more than caches hold.
constexpr std::int64_t max_floor_bytes(Backend backend) {
    return std::int64_t{1} << (backend == Backend::cuda ? 29 : 26);
}

Backend backend_of(const GasketMeans& means) {
    const bool cuda = !means.backend && !backend_unavailable(Backend::cuda);
    return cuda ? Backend::cuda : means.backend.value_or(Backend::cpu);
}

}  // namespace

bool GasketMeans::operator==(const GasketMeans& other) const {
    const auto all = [](const GasketMeans& means) {
        const gasket::Method& how = means.method;
        return std::tuple(means.rule.born, means.rule.survives, means.engine, means.backend,
                          how.rho, how.tile, how.fuse, how.shared, how.threads, how.device);
    };
    return all(*this) == all(other);
}

std::optional<std::string> gasket_refusal(const gasket::Problem& problem, const GasketMeans& means,
                                          EngineKind engine) {
    const EngineEntry* entry = gasket::find_engine(engine, backend_of(means));
    if (!entry) return fmt::format("it is not available on {}", choice_of(backend_of(means)).label);
    if (entry->unavailable) return entry->unavailable;
    return entry->refusal(problem, means.method);
}

const EngineEntry& gasket_engine(const gasket::Problem& problem, const GasketMeans& means) {
    std::optional<EngineKind> fastest;  // the plainest is the first
    std::optional<std::string> why;
    for (const auto& each : choices<EngineKind>()) {
        if (means.engine && each.value != *means.engine) continue;
        if (auto refused = gasket_refusal(problem, means, each.value))
            why = fmt::format("The engine {}: {}", each.label, *refused);
        else
            fastest = each.value;
    }
    if (!fastest) throw std::invalid_argument(why.value());
    return *gasket::find_engine(*fastest, backend_of(means));
}

void GasketLife::begin(const GasketStart& start) {
    begun_ = false;
    engine_.reset();
    entry_ = nullptr;
    parked_.reset();
    problem_.fractal = gasket::parse_fractal(start.fractal);
    problem_.level = start.level;
    shape_ = shape_of(problem_.fractal, problem_.level);
    start_ = start;
    steps_ = 0;
    altered_ = false;
    step_ms_.reset();
    step_energy_.reset();
    counts_.clear();
}

bool GasketLife::go_by(const GasketMeans& means, const std::stop_token& stop,
                       std::atomic<double>& progress) {
    gasket::Problem problem = problem_;
    problem.rule = means.rule;
    const EngineEntry* entry = nullptr;
    std::unique_ptr<gasket::Engine> engine;
    try {
        entry = &gasket_engine(problem, means);
        engine = entry->make(problem, means.method);
        if (!hand_over(*engine, stop, progress)) return false;
    } catch (...) {
        if (!begun_) park(stop, progress);  // the beginning is shown, though none goes on from it
        throw;
    }
    if (steps_ > 0 && !(means.rule == problem_.rule)) altered_ = true;
    begun_ = true;
    problem_ = std::move(problem);
    entry_ = entry;
    engine_ = std::move(engine);
    parked_.reset();
    method_ = means.method;
    step_ms_.reset();
    step_energy_.reset();
    floor_ms_.reset();
    return true;
}

// The state, or the random one of the start; false if stopped.
bool GasketLife::hand_over(gasket::Engine& engine, const std::stop_token& stop,
                           std::atomic<double>& progress) const {
    if (!begun_) return engine.set_random_state(random_fill(), stop, progress);
    engine.set_state(state());
    return true;
}

void GasketLife::park(const std::stop_token& stop, std::atomic<double>& progress) {
    parked_ = gasket::random_state(shape_.cells, random_fill(), stop, progress);
    begun_ = parked_.has_value();
}

void GasketLife::edit(std::span<const GasketEdit> edits) {
    gasket::State edited = state();
    for (const GasketEdit& edit : edits)
        for (const CellSpan& span : edit.cells)
            for (std::uint64_t cell = span.begin; cell < std::min(span.end, edited.cells()); ++cell)
                edited.set(cell, edit.alive);
    altered_ = true;
    if (engine_)
        engine_->set_state(edited);
    else
        parked_ = std::move(edited);
}

std::int64_t GasketLife::advance(std::int64_t steps, const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    const std::int64_t taken = engine_->advance(steps, stop);
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
    if (taken > 0) step_ms_ = ms / static_cast<double>(taken);
    if (!floor_ms_) measure_floor();
    steps_ += taken;
    return taken;
}

// Where it is computed.
FramePlan GasketLife::place() const {
    FramePlan plan;
    plan.backend = entry_->backend;
    plan.device = method_.device;
    plan.threads = method_.threads > 0 ? method_.threads
                                       : static_cast<int>(std::thread::hardware_concurrency());
    return plan;
}

void GasketLife::measure_energy(const std::stop_token& stop, const OpenCounter& open) {
    constexpr double at_once_ms = 5;
    step_energy_.reset();
    if (advance(1, stop) < 1) return;  // from which it is known how long one takes
    const auto steps = static_cast<std::int64_t>(std::clamp(at_once_ms / *step_ms_, 1.0, 1e6));
    auto energy = app::measure_energy(
        place(), [&] { return advance(steps, stop) == steps; }, open);
    if (!energy) return;
    energy->joules /= static_cast<double>(steps);
    step_energy_ = std::move(energy);
}

// Each engine that fits, from this state; nothing if stopped. One that its device, or memory, has
// no room for is left out.
std::optional<GasketTimes> GasketLife::measured(const gasket::Problem& problem,
                                                const gasket::Method& method, gasket::State state,
                                                const std::stop_token& stop) const {
    constexpr int repeat = 5;
    const Backend backend = entry_->backend;
    GasketRuns runs(problem, method, backend, std::move(state));
    for (const auto& [kind, name, label, description] : choices<EngineKind>()) {
        if (gasket_refusal(problem, {problem.rule, {}, backend, method}, kind)) continue;
        std::unique_ptr<gasket::Engine> engine;
        try {
            engine = gasket::find_engine(kind, backend)->make(problem, method);
        } catch (const BackendFailure&) {
            throw;
        } catch (const std::runtime_error&) {
            continue;
        } catch (const std::bad_alloc&) {
            continue;
        }
        if (!runs.add(kind, std::move(engine), {}, stop)) return std::nullopt;
    }
    std::atomic<int> done = 0;
    if (!runs.measure(repeat, stop, done)) return std::nullopt;
    return times_of(runs, problem, method, backend);
}

void GasketLife::measure_engines(const std::stop_token& stop, std::atomic<double>& progress) {
    progress = 0;
    if (auto times = measured(problem_, method_, state(), stop))
        times_ = std::make_shared<const GasketTimes>(std::move(*times));
}

void GasketLife::measure_sizes(const std::stop_token& stop, std::atomic<double>& progress) {
    constexpr int levels = 6;
    const int side = problem_.fractal.side, first = std::max(0, problem_.level + 1 - levels);
    GasketSizes sizes;
    const double rhos = std::floor(std::log(gasket::Method::max_rho) / std::log(side));
    const double all = rhos * (problem_.level + 1 - first);
    gasket::Method method = method_;
    for (method.rho = side; method.rho <= gasket::Method::max_rho; method.rho *= side)
        for (int level = first; level <= problem_.level; ++level) {
            progress = static_cast<double>(sizes.size()) / all;
            const gasket::Problem problem{problem_.fractal, level, problem_.rule};
            const auto cells = shape_of(problem.fractal, level).cells;
            auto times =
                measured(problem, method, gasket::random_state(cells, random_fill()), stop);
            if (!times) return;
            sizes.push_back(std::move(*times));
        }
    sizes_ = std::make_shared<const GasketSizes>(std::move(sizes));
}

// Two states of a bit a cell are the least that a step reads and writes. Of more than are measured,
// the time grows with the bytes.
void GasketLife::measure_floor() {
    const auto bytes = static_cast<std::int64_t>(2 * ((shape_.cells + 7) / 8));
    const std::int64_t measured = std::min(bytes, max_floor_bytes(entry_->backend));
    floor_ms_ = measure_memset_ms(place(), measured) * static_cast<double>(bytes) /
                static_cast<double>(measured);
}

GasketMoment GasketLife::moment(bool with_hash, bool watched) {
    GasketMoment moment;
    moment.start = start_;
    moment.problem = problem_;
    moment.shape = shape_;
    moment.steps = steps_;
    moment.altered = altered_;
    moment.engine = entry_;
    moment.method = method_;
    moment.bytes = engine_ ? engine_->bytes() : 0;
    moment.tile_side = engine_ ? engine_->tile_side() : 1;
    moment.floor_ms = floor_ms_;
    moment.step_ms = step_ms_;
    moment.step_energy = step_energy_;
    moment.times = times_;
    moment.sizes = sizes_;
    moment.state = engine_ ? engine_->snapshot() : snapshot_of(*parked_);
    moment.alive = moment.state->population();
    if (with_hash) moment.hash = moment.state->hash();
    if (watched && engine_) watch(moment);
    count(moment);
    moment.counts = counts_;
    return moment;
}

void GasketLife::watch(GasketMoment& moment) {
    try {
        moment.trace = std::make_shared<const gasket::StepTrace>(engine_->trace());
    } catch (const std::invalid_argument& why) {
        moment.not_watched = why.what();
    }
}

// Half of them give way to the rest of a long run.
void GasketLife::count(const GasketMoment& moment) {
    if (!counts_.empty() && counts_.back().step == moment.steps) counts_.pop_back();
    if (counts_.size() == max_counts) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < counts_.size(); i += 2) counts_[kept++] = counts_[i];
        counts_.resize(kept);
    }
    counts_.push_back({moment.steps, moment.alive});
}

}  // namespace mariani::app
